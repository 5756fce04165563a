import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getPaymentUndoOptionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { PaymentUndo, PaymentUndoOptions } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatBankInstant, When } from "#ui/page/when.tsx";
import { UndoActions } from "#ui/undo/undo-actions.tsx";
import { approvalsText, undoNames, undoReasonNames, undoStateWords, undoVerbs } from "#ui/undo/undo-words.ts";
import { RequestUndoDialog } from "./request-undo-dialog.tsx";

const REFRESH_MS = 10_000;

/** Whether the bank can undo a payment, until when, and what was requested before. Nothing for other transactions. */
export function UndoSection({ transactionId }: { readonly transactionId: string }) {
  const mayRequest = useRight("requestSendMoney");
  const { data } = useQuery({
    ...getPaymentUndoOptionsOptions({ path: { transactionId } }),
    refetchInterval: REFRESH_MS,
  });
  const [isOpen, setOpen] = useState(false);
  if (data === undefined || (data.possible === null && data.undos.length === 0)) return null;
  const { possible, undos } = data;
  const [latest] = undos;
  return (
    <Section
      title={undoNames[possible?.kind ?? latest?.kind ?? "reversal"]}
      actions={
        possible !== null &&
        mayRequest && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {undoVerbs[possible.kind]}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Possibility options={data} />
        {undos.map((undo) => (
          <Undo key={undo.id} undo={undo} />
        ))}
      </Stack>
      {isOpen && possible !== null && (
        <RequestUndoDialog transactionId={transactionId} terms={possible} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function Possibility({ options: { possible, refusal, undos } }: { readonly options: PaymentUndoOptions }) {
  if (possible === null) return undos.length > 0 ? null : <Text size="sm">{refusal}</Text>;
  return (
    <Text size="sm">
      {possible.until === null
        ? "The bank can be asked to return this payment. There is no deadline, but every hour counts."
        : `This payment can be reversed until ${formatBankInstant(possible.until)}.`}
    </Text>
  );
}

function Undo({ undo }: { readonly undo: PaymentUndo }) {
  const { label, color, meaning } = undoStateWords[undo.state];
  const { countsAt, sendBy, sentAt, endedAt, note, codeMeaning } = undo;
  return (
    <Stack gap="xs">
      <Group gap="sm" align="baseline">
        <StatusMark color={color}>{label}</StatusMark>
        <Text size="xs" c="dimmed" component="span">
          Requested <When at={undo.requestedAt} />
        </Text>
      </Group>
      <Text size="sm">{meaning}</Text>
      <Facts
        facts={[
          { label: "Reason", value: undoReasonNames[undo.reason] },
          { label: "Note", value: note ?? undefined },
          { label: "Approvals", value: undo.state === "requested" ? approvalsText(undo) : undefined },
          { label: "Leaves by", value: isWaiting(undo) && sendBy !== null ? formatBankInstant(sendBy) : undefined },
          { label: "Sent", value: sentAt === null ? undefined : <When at={sentAt} /> },
          {
            label: "Money counts as back",
            value: undo.state === "sent" && countsAt !== null ? formatBankInstant(countsAt) : undefined,
          },
          { label: "The bank says", value: codeMeaning ?? undefined },
          { label: "Ended", value: endedAt === null ? undefined : <When at={endedAt} /> },
        ]}
      />
      <UndoActions undo={undo} />
    </Stack>
  );
}

const isWaiting = ({ state }: PaymentUndo): boolean => state === "requested" || state === "approved";
