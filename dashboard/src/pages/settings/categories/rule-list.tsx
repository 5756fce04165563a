import { UnstyledButton } from "@mantine/core";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { conditionsInWords, type StoredRule } from "./rule-text.ts";
import classes from "./rules.module.css";
import { useNames } from "./use-names.ts";

/** Rules with their place in the order in which all are checked. */
export function RuleList({
  label,
  rules,
  mayEdit,
  onEdit,
}: {
  readonly label: string;
  readonly rules: readonly StoredRule[];
  readonly mayEdit: boolean;
  readonly onEdit: (id: string) => void;
}) {
  const { nameOf } = useNames();
  return (
    <ul className={classes["list"]} aria-label={label}>
      {rules.map((rule) => (
        <li key={rule.id} className={classes["rule"]} data-off={!rule.active || undefined}>
          <span className="figures">{rule.position}.</span>{" "}
          {mayEdit ? (
            <UnstyledButton
              className={classes["name"] ?? ""}
              aria-label={`Edit rule ${rule.name}`}
              onClick={() => onEdit(rule.id)}
            >
              {rule.name}
            </UnstyledButton>
          ) : (
            <span className={classes["name"]}>{rule.name}</span>
          )}
          {": "}
          {conditionsInWords(rule.conditions, nameOf)}{" "}
          {!rule.active && <StatusBadge status="paused" label="Inactive" />}
        </li>
      ))}
    </ul>
  );
}
