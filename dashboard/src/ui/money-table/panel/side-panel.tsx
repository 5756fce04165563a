import { ActionIcon, Group } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { RowTarget } from "../row-target.ts";
import classes from "./side-panel.module.css";

/** A row next to the list. Not a dialog: the list and its keys keep working. */
export function SidePanel({
  label,
  shown,
  target,
  onStep,
  onClose,
  children,
}: {
  /** Its name for screen readers. */
  readonly label: string;
  /** The row that it shows. */
  readonly shown: string;
  /** The full page. */
  readonly target: RowTarget;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // The content of another row replaces a button that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another row is shown
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <section ref={panel} aria-label={label} tabIndex={-1} className={classes["panel"]} data-panel>
      <div className={classes["bar"]}>
        <Group gap={4}>
          <Step label="Previous" icon={<IconChevronUp size={16} aria-hidden />} onClick={() => onStep(-1)} />
          <Step label="Next" icon={<IconChevronDown size={16} aria-hidden />} onClick={() => onStep(1)} />
        </Group>
        <Link {...target} className={classes["full"] ?? ""}>
          Open full page
        </Link>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes["content"]}>{children}</div>
    </section>
  );
}

function Step({
  label,
  icon,
  onClick,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}) {
  return (
    // An open Tooltip would take the Escape key that closes the panel.
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
