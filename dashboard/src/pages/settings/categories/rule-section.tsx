import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Section } from "#ui/page/section.tsx";
import { ApplyRules } from "./apply-rules.tsx";
import { conditionsInWords, type StoredRule } from "./rule-text.ts";
import classes from "./rules.module.css";
import { useNames } from "./use-names.ts";

/** The rules in the order in which they are checked. */
export function RuleSection({
  rules,
  mayEdit,
  onAdd,
  onEdit,
}: {
  readonly rules: readonly StoredRule[];
  readonly mayEdit: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (id: string) => void;
}) {
  const [isApplying, setApplying] = useState(false);
  const mayApply = useRight("updateTransactions");
  return (
    <Section
      title="Rules"
      flush
      actions={
        <Group gap="xs">
          {mayApply && rules.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setApplying(true)}>
              Apply to existing transactions
            </Button>
          )}
          {mayEdit && (
            <Button size="xs" variant="default" onClick={onAdd}>
              Add rule
            </Button>
          )}
        </Group>
      }
    >
      {rules.length === 0 ? (
        <Empty title="No rules yet">A rule sets the category of new transactions that match its conditions.</Empty>
      ) : (
        <RuleList rules={rules} mayEdit={mayEdit} onEdit={onEdit} />
      )}
      {isApplying && <ApplyRules onClose={() => setApplying(false)} />}
    </Section>
  );
}

function RuleList({
  rules,
  mayEdit,
  onEdit,
}: {
  readonly rules: readonly StoredRule[];
  readonly mayEdit: boolean;
  readonly onEdit: (id: string) => void;
}) {
  const { nameOf } = useNames();
  return (
    <>
      <p className={classes["lead"]}>
        Rules are checked in order, and the first match applies. They never change a category that someone has chosen.
      </p>
      <ol className={classes["list"]} aria-label="Rules">
        {rules.map((rule) => (
          <li key={rule.id} className={classes["rule"]} data-off={!rule.active || rule.categoryDeleted || undefined}>
            <span className={`figures ${classes["place"]}`}>{rule.position}</span>
            <span className={classes["text"]}>
              <span className={classes["name"]}>{rule.name}</span>{" "}
              {!rule.active && <StatusBadge status="paused" label="Inactive" />}
              {rule.categoryDeleted && <StatusBadge status="failed" label="Category deleted" />}
              <br />
              {conditionsInWords(rule.conditions, nameOf)} → {rule.categoryName}
            </span>
            {mayEdit && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Edit rule ${rule.name}`}
                onClick={() => onEdit(rule.id)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
