import { Button, Text } from "@mantine/core";
import { confirmApprovalRuleChange, declineApprovalRuleChange } from "../../../api/generated/sdk.gen.ts";
import { useSession } from "../../../app/session.ts";
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
  mayManage,
}: {
  readonly changes: readonly RuleChange[];
  readonly rules: readonly Rule[];
  readonly names: RuleNames;
  readonly mayManage: boolean;
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
            mayManage={mayManage}
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
  mayManage,
}: {
  readonly change: RuleChange;
  readonly before: Rule | undefined;
  readonly by: string;
  readonly mayManage: boolean;
}) {
  const { user } = useSession();
  const { busy, run } = useAction();
  const own = change.proposedBy === user.userId;
  const path = { changeId: change.changeId };
  const confirm = () =>
    run(async () => {
      const { data } = await confirmApprovalRuleChange({ path, throwOnError: true });
      tellDone(data.status === "applied" ? "The rule is in force" : "The rule had changed meanwhile: nothing was done");
    });
  const decline = () =>
    run(() => declineApprovalRuleChange({ path, throwOnError: true }), own ? "Taken back" : "Declined");
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
      {mayManage && (
        <span className={classes["actions"]}>
          {!own && (
            <Button size="compact-sm" loading={busy} onClick={() => void confirm()}>
              Confirm
            </Button>
          )}
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void decline()}>
            {own ? "Take back" : "Decline"}
          </Button>
        </span>
      )}
    </li>
  );
}
