import { Button } from "@mantine/core";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Section } from "#ui/page/section.tsx";
import type { Rule } from "./rule-draft.ts";
import classes from "./rules.module.css";

/** The rules in order of precedence, ending with the default. */
export function RulesSection({
  rules,
  otherwise,
  mayManage,
  onEdit,
}: {
  readonly rules: readonly Rule[];
  /** The description of the default. */
  readonly otherwise: string;
  readonly mayManage: boolean;
  readonly onEdit: (rule: Rule) => void;
}) {
  const active = rules.filter((rule) => rule.active);
  return (
    <Section title="Rules" flush>
      <ol className={classes["list"]} aria-label="Rules">
        {rules.map((rule) => (
          <li key={rule.ruleId} className={classes["rule"]} data-off={!rule.active || undefined}>
            <span className={`figures ${classes["place"]}`}>{rule.active ? active.indexOf(rule) + 1 : "–"}</span>
            <span>
              <span className={classes["name"]}>{rule.name}</span>{" "}
              {!rule.active && <StatusBadge status="paused" label="Inactive" />}
              <br />
              {rule.summary}
            </span>
            <span className={classes["actions"]}>
              {mayManage && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${rule.name}`}
                  onClick={() => onEdit(rule)}
                >
                  Edit
                </Button>
              )}
            </span>
          </li>
        ))}
        <li className={classes["rule"]}>
          <span className={`figures ${classes["place"]}`}>{active.length + 1}</span>
          <span>
            <span className={classes["name"]}>Default</span>
            <br />
            {otherwise}
          </span>
        </li>
      </ol>
    </Section>
  );
}
