import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listPaymentUndosOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatBankInstant } from "#ui/page/when.tsx";
import { UndoActions } from "#ui/undo/undo-actions.tsx";
import { approvalsText, undoNames, undoReasonNames } from "#ui/undo/undo-words.ts";

/** Reversals and recalls that wait for approval; nothing if there are none. */
export function UndoQueue() {
  const { data } = useQuery(listPaymentUndosOptions());
  if (data === undefined || data.undos.length === 0) return null;
  return (
    <Section title="Reversals and recalls">
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Reversals and recalls">
        {data.undos.map((undo) => (
          <Group key={undo.id} component="li" justify="space-between" align="flex-start">
            <div>
              <TextLink to="/transactions/$transactionId" params={{ transactionId: undo.transactionId }}>
                {undoNames[undo.kind]} of {formatMoney(undo.amount)} to {undo.counterpartyName}
              </TextLink>
              <Text size="sm" c="dimmed">
                {undoReasonNames[undo.reason]}. {approvalsText(undo)}.
                {undo.sendBy !== null && ` Leaves by ${formatBankInstant(undo.sendBy)}.`}
              </Text>
              {undo.note !== null && <Text size="sm">{undo.note}</Text>}
            </div>
            <UndoActions undo={undo} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
