import { Button, Text } from "@mantine/core";
import { confirmApprovalRuleChange, declineApprovalRuleChange } from "../../../api/generated/sdk.gen.ts";
import { Age } from "../../../ui/age.tsx";
import { tellDone } from "../../../ui/notify.ts";
import { Section } from "../../../ui/section.tsx";
import { useAction } from "../../../ui/use-action.ts";
import type { Rule, RuleChange } from "./rule-draft.ts";
import classes from "./rules.module.css";
import type { RuleNames } from "./use-rule-names.ts";

/** Changes that wait for a second person. */
export function ChangesSection({
  changes,
  rules,
  names,
}: {
  readonly changes: readonly RuleChange[];
  readonly rules: readonly Rule[];
  readonly names: RuleNames;
}) {
  if (changes.length === 0) return null;
  return (
    <Section title="Waiting for a second person" flush>
      <ul className={classes["list"]} aria-label="Proposed changes">
        {changes.map((change) => (
          <Change
            key={change.changeId}
            change={change}
            before={rules.find(({ ruleId }) => ruleId === change.ruleId)}
            by={names.nameOfPerson(change.proposedBy)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Change({
  change,
  before,
  by,
}: {
  readonly change: RuleChange;
  readonly before: Rule | undefined;
  readonly by: string;
}) {
  const { busy, run } = useAction();
  const mayConfirm = change.allowedActions.includes("confirm");
  const path = { changeId: change.changeId };
  const confirm = () =>
    run(async () => {
      const { data } = await confirmApprovalRuleChange({ path, throwOnError: true });
      tellDone(data.status === "applied" ? "The rule is in force" : "The rule had changed meanwhile: nothing was done");
    });
  const decline = () =>
    run(() => declineApprovalRuleChange({ path, throwOnError: true }), mayConfirm ? "Declined" : "Taken back");
  return (
    <li className={classes["rule"]}>
      <span />
      <span>
        <span className={classes["name"]}>{change.name}</span>
        {change.active ? "" : " (taken out of force)"}
        <br />
        {change.summary}
        {before !== undefined && before.summary !== change.summary && (
          <>
            <br />
            <Text component="span" inherit c="dimmed">
              Now: {before.summary}
            </Text>
          </>
        )}
        <br />
        <Text component="span" inherit c="dimmed">
          {before === undefined ? "New rule" : "Change"} proposed by {by} <Age at={change.proposedAt} />
        </Text>
      </span>
      {change.allowedActions.length > 0 && (
        <span className={classes["actions"]}>
          {mayConfirm && (
            <Button size="compact-sm" loading={busy} onClick={() => void confirm()}>
              Confirm
            </Button>
          )}
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void decline()}>
            {mayConfirm ? "Decline" : "Take back"}
          </Button>
        </span>
      )}
    </li>
  );
}
