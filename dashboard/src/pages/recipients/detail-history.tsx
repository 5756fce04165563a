import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { listBankDetailChangesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { confirmBankDetailChange, declineBankDetailChange } from "../../api/generated/sdk.gen.ts";
import type { BankDetailChange } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { ChangeLines, onlyChanged, type ValueChange } from "../../ui/changes/changes.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import type { LabeledText } from "../../ui/money/ach-facts.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { detailTexts } from "./details-text.ts";

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
            <DataTable
              label="Change history"
              rows={rows}
              rowKey={({ changeId }) => changeId}
              columns={rows.some(isDecided) ? [...columns, decisionColumn(recipientId)] : columns}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

/** Only changes that were proposed have something to say about their decision. */
const isDecided = ({ status, decidedBy, allowedActions }: BankDetailChange): boolean =>
  status !== "applied" || decidedBy !== null || allowedActions.length > 0;

/** What was only added or only removed takes no line for each field. */
const Details = ({ changes }: { readonly changes: readonly ValueChange[] }) =>
  changes.every(({ before = "", after = "" }) => before === "" || after === "") ? (
    <Text size="xs" c="dimmed">
      {changes.map(({ label, before = "", after = "" }) => `${label} ${before || after}`).join("; ")}
    </Text>
  ) : (
    <ChangeLines changes={changes} />
  );

const statuses: Readonly<Record<BankDetailChange["status"], { label: string; color: string }>> = {
  applied: { label: "Effective immediately", color: "gray" },
  proposed: { label: "Needs confirmation", color: "yellow" },
  confirmed: { label: "Confirmed", color: "evergreen" },
  declined: { label: "Declined", color: "red" },
  overtaken: { label: "Replaced by a later change", color: "gray" },
};

const columns: readonly TableColumn<BankDetailChange>[] = [
  { header: "Date", cell: ({ changedAt }) => <When at={changedAt} form="short" />, width: 110, phone: "amount" },
  { header: "Change", cell: titleOf, width: 210, phone: "name" },
  { header: "Details", cell: (change) => <Details changes={changesIn(change)} />, isText: true, phone: "below" },
  { header: "By", cell: ({ changedBy }) => nameOf(changedBy), width: 190, phone: "second" },
];

const decisionColumn = (recipientId: string): TableColumn<BankDetailChange> => ({
  header: "Status",
  width: 230,
  phone: "below",
  cell: (change) => {
    const { status, decidedBy, allowedActions } = change;
    const { label, color } = statuses[status];
    return (
      <Stack gap={4} align="flex-start">
        {status !== "applied" && <StatusMark color={color}>{label}</StatusMark>}
        {decidedBy !== null && (
          <Text size="xs" c="dimmed">
            by {decidedBy.name}
          </Text>
        )}
        {allowedActions.length > 0 && <Decision recipientId={recipientId} change={change} />}
        {status === "proposed" && allowedActions.length === 0 && (
          <Text size="xs" c="dimmed">
            Another person who can edit recipients must confirm or decline this change.
          </Text>
        )}
      </Stack>
    );
  },
});

/** The name or the details on both sides; for added and removed details, on one. */
function changesIn({ before, after, beforeName, afterName }: BankDetailChange): readonly ValueChange[] {
  if (beforeName !== null || afterName !== null)
    return [{ label: "Name", before: beforeName ?? undefined, after: afterName ?? undefined }];
  const textsBefore = before === null ? [] : detailTexts(before);
  const textsAfter = after === null ? [] : detailTexts(after);
  const labels = new Set([...textsBefore, ...textsAfter].map(({ label }) => label));
  const textIn = (texts: readonly LabeledText[], label: string) =>
    texts.find((labeled) => labeled.label === label)?.text;
  const changes = [...labels].map((label) => ({
    label,
    before: textIn(textsBefore, label),
    after: textIn(textsAfter, label),
  }));
  return onlyChanged(changes);
}

const nameOf = ({ kind, name }: BankDetailChange["changedBy"]): string => (kind === "token" ? `Token ${name}` : name);

function titleOf({ paymentMethod, before, after }: BankDetailChange): string {
  if (paymentMethod === null) return "Name changed";
  return `${methodName(paymentMethod)} details ${before === null ? "added" : after === null ? "removed" : "changed"}`;
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
