import { Popover } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { FilterField } from "./filter-field.ts";
import classes from "./filters.module.css";

/** One filter: a click on its value opens its editor. */
export function FilterChip({
  field: { label, value, editor, onRemove },
  isOpen,
  onOpen,
}: {
  readonly field: FilterField;
  readonly isOpen: boolean;
  readonly onOpen: (opens: boolean) => void;
}) {
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <span className={classes["chip"]}>
        <Popover.Target>
          <button type="button" className={classes["value"]} onClick={() => onOpen(!isOpen)}>
            {label}: <strong>{value ?? "Any"}</strong>
          </button>
        </Popover.Target>
        {value !== undefined && (
          <button
            type="button"
            className={classes["remove"]}
            aria-label={`Remove filter ${label}`}
            onClick={() => {
              onOpen(false);
              onRemove();
            }}
          >
            <IconX size={13} aria-hidden />
          </button>
        )}
      </span>
      <Popover.Dropdown aria-label={label} className={classes["editor"] ?? ""}>
        {editor}
      </Popover.Dropdown>
    </Popover>
  );
}
