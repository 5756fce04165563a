import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { type Book, enter } from "./book.ts";
import { type BookService, openBook, saveBook } from "./open-book.ts";
import { takeCash } from "./orders.ts";
import type { TreasuryTransactionId } from "./treasury-transaction.ts";

/** A transaction that changed the balance of one of the organization's accounts. */
export interface Movement {
  readonly transactionId: string;
  readonly accountId: AccountId;
  readonly counterpartyId: string;
  readonly counterpartyName: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
  /** The treasury module has entered it in the account's book. */
  readonly isInBook?: boolean;
  /** It takes an earlier deposit or withdrawal back: the custodian rejected it, or returned it later. */
  readonly undoes?: "failed" | "returned";
}

/**
 * Enters movements of treasury accounts in their books, in the transaction that moves the money: a book that lagged
 * behind the ledger would invest money that is gone. The accounts' balances are locked.
 */
export async function recordMovements(
  service: BookService,
  tx: Tx,
  organizationId: OrganizationId,
  movements: readonly Movement[],
): Promise<void> {
  const open = movements.filter(({ isInBook }) => isInBook !== true);
  const accounts = await findAccounts(tx, organizationId, [...new Set(open.map(({ accountId }) => accountId))]);
  for (const { accountId, kind } of accounts) {
    if (kind !== "treasury") continue;
    const own = open.filter((movement) => movement.accountId === accountId);
    const [first] = own;
    if (first === undefined) continue;
    const book = await openBook(tx, organizationId, { accountId, at: first.createdAt });
    for (const movement of own) enterMovement(service, book, movement);
    await saveBook(service, tx, book);
  }
}

function enterMovement(service: BookService, book: Book, movement: Movement): void {
  const { amountMinor, counterpartyId, counterpartyName } = movement;
  if (movement.undoes !== undefined) undo(service, book, movement);
  else if (amountMinor > 0n) {
    book.cashMinor += amountMinor;
    enter(book, {
      ...sharedOf(movement),
      type: "depositComplete",
      description: `Deposit from ${counterpartyName}`,
      depositCounterpartyId: counterpartyId,
    });
  } else {
    takeCash(book, momentOf(service, movement), -amountMinor, "withdrawal");
    enter(book, {
      ...sharedOf(movement),
      type: "withdrawalPosted",
      description: `Withdrawal to ${counterpartyName}`,
      withdrawalCounterpartyId: counterpartyId,
    });
  }
}

/** The same id as the account's transaction, so that both lists can be joined. */
const sharedOf = ({ transactionId, amountMinor, createdAt }: Movement) => ({
  id: transactionId as TreasuryTransactionId,
  amountMinor,
  day: newYorkDay(createdAt),
  createdAt,
});

const momentOf = ({ newId }: BookService, { createdAt }: Movement) => ({
  newId,
  at: createdAt,
  day: newYorkDay(createdAt),
});

/**
 * The money goes back. A failure is two entries, because failures themselves leave the balance unchanged: the failure,
 * and what reverts the transfer, which was complete when it was made.
 */
function undo(service: BookService, book: Book, movement: Movement): void {
  const { amountMinor, counterpartyId, counterpartyName, undoes } = movement;
  const isDeposit = amountMinor < 0n;
  const transfer = isDeposit ? `deposit from ${counterpartyName}` : `withdrawal to ${counterpartyName}`;
  const party = isDeposit ? { depositCounterpartyId: counterpartyId } : { withdrawalCounterpartyId: counterpartyId };
  if (undoes === "failed")
    enter(book, {
      ...sharedOf(movement),
      id: service.newId<TreasuryTransactionId>(),
      amountMinor: -amountMinor,
      type: isDeposit ? "depositFailed" : "withdrawalFailed",
      description: `Failed ${transfer}`,
      ...party,
    });
  if (isDeposit) takeCash(book, momentOf(service, movement), -amountMinor, "withdrawal");
  else book.cashMinor += amountMinor;
  enter(book, {
    ...sharedOf(movement),
    type: undoes === "failed" ? "revertTxn" : isDeposit ? "depositReturned" : "withdrawalReturned",
    description: undoes === "failed" ? `Reversal of failed ${transfer}` : `Returned ${transfer}`,
    ...party,
  });
}
