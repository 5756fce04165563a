import { newYorkDay } from "../../banking/calendar/new-york.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "../../kernel/values/ids.ts";
import { findAccounts } from "../accounts/index.ts";
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

function enterMovement({ newId }: BookService, book: Book, movement: Movement): void {
  const { amountMinor, createdAt, counterpartyId, counterpartyName } = movement;
  const day = newYorkDay(createdAt);
  // The same id as the account's transaction, so that both lists can be joined.
  const shared = { id: movement.transactionId as TreasuryTransactionId, amountMinor, day, createdAt };
  if (amountMinor > 0n) {
    book.cashMinor += amountMinor;
    enter(book, {
      ...shared,
      type: "depositComplete",
      description: `Deposit from ${counterpartyName}`,
      depositCounterpartyId: counterpartyId,
    });
  } else {
    takeCash(book, { newId, at: createdAt, day }, -amountMinor, "withdrawal");
    enter(book, {
      ...shared,
      type: "withdrawalPosted",
      description: `Withdrawal to ${counterpartyName}`,
      withdrawalCounterpartyId: counterpartyId,
    });
  }
}
