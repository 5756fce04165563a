import { Stack, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { SetUpItem } from "#api/generated/types.gen.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { When } from "#ui/page/when.tsx";
import { Confirm } from "./confirm.tsx";
import { ItemWork } from "./item-work.tsx";
import classes from "./set-up.module.css";

/** One step: its title and, when it is open, why it matters, what the service sees, and the form for it. */
export function SetUpStep({
  item,
  number,
  isNext,
  isOpen,
  onToggle,
}: {
  readonly item: SetUpItem;
  readonly number: number;
  readonly isNext: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (toOpen: boolean) => void;
}) {
  const { title, why, done, found, todo, confirmation } = item;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes["item"]} id={item.item}>
      <h3 style={{ margin: 0 }}>
        <UnstyledButton className={classes["head"] ?? ""} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          <span className={classes["number"]} {...(done ? { "data-done": true } : {})}>
            {done ? <IconCheck size={18} role="img" aria-label="Done" /> : number}
          </span>
          <Text component="span" size="sm" fw={600} className={classes["title"] ?? ""}>
            {title}
          </Text>
          {isNext && <StatusMark color="evergreen">Next</StatusMark>}
          <Chevron size={16} aria-hidden />
        </UnstyledButton>
      </h3>
      {isOpen && (
        <Stack gap="sm" className={classes["body"] ?? ""}>
          <Text size="sm">{why}</Text>
          <div className={classes["found"]}>
            <Text size="sm">{found}</Text>
            {!done && todo !== null && (
              <Text size="sm" c="dimmed" mt={4}>
                {todo}
              </Text>
            )}
          </div>
          {done && confirmation !== null && (
            <Text size="sm" c="dimmed">
              {confirmation.by} confirmed on <When at={confirmation.at} />: {confirmation.statement}
            </Text>
          )}
          <ItemWork item={item} />
          <Confirm item={item} />
        </Stack>
      )}
    </li>
  );
}
