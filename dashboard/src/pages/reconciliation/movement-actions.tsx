import { Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { bookBankMovement, matchBankMovements, undoBankMatch } from "../../api/generated/sdk.gen.ts";
import type { BankMovement } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyOutcome } from "../../ui/feedback/notify-outcome.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import type { Pair } from "./pair-up.ts";

/** Says that a pair is the same money. */
export const matchPair = ({ movement, entry }: Pair) =>
  matchBankMovements({
    body: { movementIds: [movement.id], transactionIds: entry === undefined ? [] : [entry.transactionId] },
    throwOnError: true,
  });

/** What a user can do with a line that may have a transaction: accept the pair, refuse it, or record what has none. */
export function PairActions({ pair, onRefuse }: { readonly pair: Pair; readonly onRefuse: () => void }) {
  const { busy, run } = useAction(["reconciliation", "transactions"]);
  const { movement, entry } = pair;
  if (entry === undefined) return <Record movement={movement} />;
  const amount = formatMoney(movement.amount);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        disabled={busy}
        aria-label={`Not the same: ${amount}, ${entry.counterpartyName}`}
        onClick={onRefuse}
      >
        Not the same
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        loading={busy}
        aria-label={`Match ${amount} with ${entry.counterpartyName}`}
        onClick={() => void run(() => matchPair(pair), "Matched.")}
      >
        Match
      </Button>
    </Group>
  );
}

/** Undoes a match that a person made. */
export function Undo({ movement: { matchId, canUndo, amount } }: { readonly movement: BankMovement }) {
  const { busy, run } = useAction(["reconciliation", "transactions"]);
  if (matchId === null || !canUndo) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={busy}
      aria-label={`Undo the match of ${formatMoney(amount)}`}
      onClick={() => void run(() => undoBankMatch({ path: { matchId }, throwOnError: true }), "The match was undone.")}
    >
      Undo
    </Button>
  );
}

/** Records what the bank has and Bursar does not. A returned payment is not incoming money. */
function Record({
  movement: { id, amount, isReturn, counterparty, description },
}: {
  readonly movement: BankMovement;
}) {
  const mayBook = useRight("manageOrganization");
  const { busy, run } = useAction(["reconciliation", "transactions"]);
  if (!mayBook || (amount > 0 && isReturn)) return null;
  const book = async () => {
    const answer = await run(() => bookBankMovement({ path: { movementId: id }, throwOnError: true }));
    if (answer !== undefined) notifyOutcome(answer.data, "The movement was recorded.");
  };
  return (
    <Group justify="flex-end">
      <Button
        size="compact-xs"
        variant="default"
        disabled={busy}
        onClick={() =>
          modals.openConfirmModal({
            title:
              amount > 0
                ? `Record ${formatMoney(amount)} as incoming money`
                : `Record ${formatMoney(-amount)} that the bank debited`,
            children: (
              <Text size="sm">
                {amount > 0
                  ? "The account's balance rises"
                  : `${counterparty ?? description ?? "The bank"}: the balance falls`}{" "}
                by this amount. Compare it with the bank's records first; nobody can undo it here.
              </Text>
            ),
            labels: { confirm: "Record", cancel: "Cancel" },
            onConfirm: () => void book(),
          })
        }
      >
        {amount > 0 ? "Record a deposit" : "Record a debit"}
      </Button>
    </Group>
  );
}
