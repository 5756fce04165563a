import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listControlChangesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { confirmControlChange, declineControlChange, withdrawControlChange } from "#api/generated/sdk.gen.ts";
import type { ControlChange } from "#api/generated/types.gen.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { Age } from "#ui/page/age.tsx";
import { Section } from "#ui/page/section.tsx";
import classes from "./changes.module.css";

const REFRESH_MS = 10_000;

export const useControlChanges = () => useQuery({ ...listControlChangesOptions(), refetchInterval: REFRESH_MS });

/** Pending changes of the kinds that the page is about, or only those of one user or token. */
export function WaitingChanges({ kinds, of }: { readonly kinds: readonly string[]; readonly of?: string }) {
  const { data, isLoading } = useControlChanges();
  if (isLoading) return <div className={classes["awaited"]} />;
  const changes = (data?.changes ?? []).filter(
    ({ kind, subject }) => kinds.includes(kind) && (of === undefined || subject === of),
  );
  return changes.length === 0 ? null : <ChangeList changes={changes} />;
}

export function ChangeList({ changes }: { readonly changes: readonly ControlChange[] }) {
  return (
    <Section title="Waiting for confirmation" flush>
      <ul className={classes["list"]} aria-label="Changes waiting for confirmation">
        {changes.map((change) => (
          <Change key={change.changeId} change={change} />
        ))}
      </ul>
    </Section>
  );
}

const outcomes: Readonly<Record<ControlChange["status"], string>> = {
  proposed: "The change is still pending.",
  applied: "Confirmed. The change is in effect.",
  declined: "Declined. Nothing was changed.",
  overtaken: "Nothing was changed, because the current value has changed since the proposal.",
  withdrawn: "Withdrawn. Nothing was changed.",
};
const CHECK_DECIDED = "Confirmed. Enter the decision about the check on the bank's website, too.";
const calls = { confirm: confirmControlChange, decline: declineControlChange, withdraw: withdrawControlChange };
/** Every kind of change that waits for a second person. */
const CHANGED = ["controls", "users", "tokens", "bankFiles", "reconciliation", "treasury", "transactions"] as const;
const labels = { confirm: "Confirm", decline: "Decline", withdraw: "Withdraw" } as const;

function Change({ change }: { readonly change: ControlChange }) {
  const { busy, run } = useAction(CHANGED);
  const [chosen, setChosen] = useState<keyof typeof calls>();
  const decide = (action: keyof typeof calls) => {
    setChosen(action);
    return run(async () => {
      const { data } = await calls[action]({ path: { changeId: change.changeId }, throwOnError: true });
      const isCheck = data.kind === "checkException" && data.status === "applied";
      notifyDone(isCheck ? CHECK_DECIDED : outcomes[data.status]);
    });
  };
  return (
    <li className={classes["change"]}>
      <div className={classes["text"]}>
        <Text size="sm" fw={550}>
          {change.summary}
        </Text>
        <Text size="xs" c="dimmed">
          Proposed by {change.proposedBy.name ?? "a former user"} <Age at={change.proposedAt} />.{" "}
          {change.hint ?? (change.allowedActions.includes("confirm") ? "" : whoConfirms(change))}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {change.allowedActions.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === "confirm" ? "filled" : "default"}
            loading={busy && chosen === action}
            disabled={busy && chosen !== action}
            aria-label={`${labels[action]}: ${change.summary}`}
            onClick={() => void decide(action)}
          >
            {labels[action]}
          </Button>
        ))}
      </Group>
    </li>
  );
}

const NAMED_MAX = 3;

function whoConfirms({ confirmers }: ControlChange): string {
  const names = confirmers.map(({ name }) => name ?? "a user");
  const more = names.length - NAMED_MAX;
  const shown = more > 0 ? [...names.slice(0, NAMED_MAX), `${more} more`] : names;
  return shown.length === 0 ? "No one can confirm it at the moment." : `Can be confirmed by ${shown.join(" or ")}.`;
}
