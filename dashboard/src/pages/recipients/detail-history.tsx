import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { listBankDetailChangesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { confirmBankDetailChange, declineBankDetailChange } from "../../api/generated/sdk.gen.ts";
import type { BankDetailChange } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { type Fact, Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import classes from "./detail-history.module.css";
import { detailFacts } from "./details-text.tsx";

/** Changes to the name and bank details, and the decision on those that need confirmation. */
export function DetailHistory({ recipientId }: { readonly recipientId: string }) {
  const changes = useQuery(listBankDetailChangesOptions({ path: { recipientId } }));
  return (
    <Section title="Change history" flush>
      <Loaded query={changes}>
        {({ changes: rows }) =>
          rows.length === 0 ? (
            <Empty title="No bank details yet" />
          ) : (
            <ol className={classes["list"]}>
              {rows.map((change) => (
                <li key={change.changeId} className={classes["change"]}>
                  <Change recipientId={recipientId} change={change} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}

const statuses: Readonly<Record<BankDetailChange["status"], { label: string; color: string }>> = {
  applied: { label: "Effective immediately", color: "gray" },
  proposed: { label: "Needs confirmation", color: "yellow" },
  confirmed: { label: "Confirmed", color: "evergreen" },
  declined: { label: "Declined", color: "red" },
  overtaken: { label: "Replaced by a later change", color: "gray" },
};

function Change({ recipientId, change }: { readonly recipientId: string; readonly change: BankDetailChange }) {
  const { before, after, beforeName, afterName, changedBy, changedAt, decidedBy, decidedAt, status } = change;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <b>{titleOf(change)}</b> by {nameOf(changedBy)}, <When at={changedAt} />
          {decidedBy !== null && decidedAt !== null && (
            <>
              ; {statuses[status].label.toLowerCase()} by {decidedBy.name}, <When at={decidedAt} />
            </>
          )}
        </Text>
        {status !== "applied" && <StatusMark color={statuses[status].color}>{statuses[status].label}</StatusMark>}
      </Group>
      <div className={classes["sides"]}>
        {beforeName !== null && <Side label="Before" facts={[{ label: "Name", value: beforeName }]} />}
        {afterName !== null && <Side label="After" facts={[{ label: "Name", value: afterName }]} />}
        {before !== null && <Side label="Before" facts={detailFacts(before)} />}
        {after !== null && <Side label={before === null ? "Details" : "After"} facts={detailFacts(after)} />}
      </div>
      {change.allowedActions.length > 0 && <Decision recipientId={recipientId} change={change} />}
      {status === "proposed" && change.allowedActions.length === 0 && (
        <Text size="sm" c="dimmed">
          Another person who can edit recipients must confirm or decline this change.
        </Text>
      )}
    </Stack>
  );
}

/** Within a sentence; the API's description of an operator begins one. */
function nameOf({ kind, id, name }: BankDetailChange["changedBy"]): string {
  if (kind === "token") return `the token ${name}`;
  return kind === "service" && id === null ? "a server administrator" : name;
}

function titleOf({ paymentMethod, before, after }: BankDetailChange): string {
  if (paymentMethod === null) return "Name changed";
  return `${methodName(paymentMethod)} details ${before === null ? "added" : after === null ? "removed" : "changed"}`;
}

function Side({ label, facts }: { readonly label: string; readonly facts: readonly Fact[] }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Facts facts={facts} />
    </div>
  );
}

function Decision({ recipientId, change }: { readonly recipientId: string; readonly change: BankDetailChange }) {
  const refresh = useRefresh();
  const path = { recipientId, changeId: change.changeId };
  const deciding = useMutation({
    mutationFn: (verb: "confirm" | "decline") =>
      verb === "confirm"
        ? confirmBankDetailChange({ path, throwOnError: true })
        : declineBankDetailChange({ path, throwOnError: true }),
    onSuccess: async ({ data: { status } }) => {
      notifyDone(
        status === "confirmed"
          ? "Confirmed. The change is now active."
          : status === "declined"
            ? "Declined. Nothing was changed."
            : "Not applied, because a later change replaced it.",
      );
      await refresh("recipients");
    },
    onError: async (error) => {
      notifyProblem(error);
      await refresh("recipients");
    },
  });
  return (
    <Group gap="xs">
      <Button size="xs" loading={deciding.isPending} onClick={() => deciding.mutate("confirm")}>
        {change.kind === "name" ? "Confirm new name" : "Confirm new details"}
      </Button>
      <Button size="xs" variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate("decline")}>
        Decline
      </Button>
    </Group>
  );
}
