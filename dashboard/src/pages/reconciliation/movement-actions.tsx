import { Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { bookBankMovement, matchBankMovements, undoBankMatch } from "../../api/generated/sdk.gen.ts";
import type { BankMovement } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyOutcome } from "../../ui/feedback/notify-outcome.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { formatInstant } from "../../ui/page/when.tsx";

/** What a user can do with one movement: confirm what may be the same money, book it, or undo its match. */
export function MovementActions({ movement }: { readonly movement: BankMovement }) {
  const { matchId, canUndo, transactions } = movement;
  if (matchId === null) return <OpenActions movement={movement} />;
  const [first] = transactions;
  return (
    <Group gap="xs" justify="flex-end">
      {first && (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: first.transactionId }} size="sm">
          {transactions.length === 1 ? "Transaction" : `${transactions.length} transactions`}
        </TextLink>
      )}
      {canUndo && <Undo matchId={matchId} amount={movement.amount} />}
    </Group>
  );
}

function Undo({ matchId, amount }: { readonly matchId: string; readonly amount: number }) {
  const { busy, run } = useAction(["reconciliation", "transactions"]);
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

function OpenActions({
  movement: { id, amount, transactions, isReturn, counterparty, description },
}: {
  readonly movement: BankMovement;
}) {
  const mayBook = useRight("manageOrganization");
  const { busy, run } = useAction(["reconciliation", "transactions"]);
  const [likely] = transactions;
  const confirm = () =>
    run(
      () =>
        matchBankMovements({
          body: { movementIds: [id], transactionIds: transactions.slice(0, 1).map((entry) => entry.transactionId) },
          throwOnError: true,
        }),
      "Matched.",
    );
  const book = async () => {
    const answer = await run(() => bookBankMovement({ path: { movementId: id }, throwOnError: true }));
    if (answer !== undefined) notifyOutcome(answer.data, "The movement was recorded.");
  };
  return (
    <Group gap="xs" justify="flex-end">
      {likely && (
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => void confirm()}>
          {`Match with ${likely.counterpartyName || "transaction"}, ${formatInstant(likely.enteredAt, "short")}`}
        </Button>
      )}
      {(amount < 0 || !isReturn) && mayBook && (
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
          Record
        </Button>
      )}
    </Group>
  );
}
