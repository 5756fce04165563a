import { Button, Collapse } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";

/** Fields that few need, behind a button. `opened` opens them, such as when one has a problem. */
export function Folded({
  label,
  opened = false,
  children,
}: {
  readonly label: string;
  readonly opened?: boolean;
  readonly children: ReactNode;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const isShown = opened || unfolded;
  const Icon = isShown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      {!opened && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon size={14} aria-hidden />}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {label}
        </Button>
      )}
      <Collapse id={id} expanded={isShown} pt={opened ? 0 : "sm"}>
        {isShown && children}
      </Collapse>
    </div>
  );
}
