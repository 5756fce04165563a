import { assert, present } from "#kernel/assert.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { OrderStatus } from "./order-states.ts";
import type { OrderId, TreasuryEntry, TreasuryEvent } from "./treasury-transaction.ts";

/** The fund whose shares an account holds. */
export interface Security {
  readonly id: string;
  readonly name: string;
}

/** An order for shares of the fund. Amounts in cents. */
export interface Order {
  readonly orderId: OrderId;
  readonly action: "buy" | "sell";
  readonly reason: "sweep" | "withdrawal" | "fee";
  readonly security: Security;
  readonly amountMinor: bigint;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  /** YYYY-MM-DD; null until it is executed. */
  readonly tradesOn: string | null;
  readonly settlesOn: string | null;
  readonly executedAt: Date | null;
  readonly endedAt: Date | null;
  readonly sharesE4: bigint | null;
  readonly priceE4: bigint | null;
  readonly rejection: string | null;
}

/**
 * A treasury account in memory, while its rows are locked: rules change it, and `saveBook` writes it. Cash may be
 * negative by as much as open sales will bring: a withdrawal does not wait for the settlement of the sale it causes.
 */
export interface Book {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  lastNumber: bigint;
  cashMinor: bigint;
  investedMinor: bigint;
  sharesE4: bigint;
  priceE4: bigint;
  security: Security | undefined;
  nextRunAt: Date;
  /** Open orders, and those that ended since the book was read. */
  orders: Order[];
  /** What happened since the book was read. */
  entries: TreasuryEntry[];
  /** Orders to write, by id. */
  readonly changed: Set<OrderId>;
}

/** The account's balance, which its ledger account has, too. */
export const bookTotal = (book: Pick<Book, "cashMinor" | "investedMinor">): bigint =>
  book.cashMinor + book.investedMinor;

const isOpen = (order: Order): boolean => order.status === "placed" || order.status === "executed";

export const openOrders = (book: Book): readonly Order[] => book.orders.filter(isOpen);

export const openMinor = (book: Book, action: Order["action"]): bigint =>
  openOrders(book).reduce((sum, order) => (order.action === action ? sum + order.amountMinor : sum), 0n);

/** Cash when all open orders have settled. */
export const freeCash = (book: Book): bigint => book.cashMinor - openMinor(book, "buy") + openMinor(book, "sell");

/** The value of the shares when all open orders have settled. */
export const freeShares = (book: Book): bigint => book.investedMinor + openMinor(book, "buy") - openMinor(book, "sell");

/** Numbers an entry with the balance after it. The caller has changed cash and shares. */
export function enter(book: Book, event: TreasuryEvent): TreasuryEntry {
  book.lastNumber += 1n;
  const entry: TreasuryEntry = {
    additionalDetails: null,
    securityId: null,
    security: null,
    creditDescription: null,
    feeDescription: null,
    amendmentDescription: null,
    depositCounterpartyId: null,
    withdrawalCounterpartyId: null,
    sweepDirection: null,
    tradeAction: null,
    orderId: null,
    forMonth: null,
    custodianReference: null,
    ...event,
    organizationId: book.organizationId,
    accountId: book.accountId,
    number: book.lastNumber,
    balanceMinor: bookTotal(book),
    cashMinor: book.cashMinor,
  };
  book.entries.push(entry);
  return entry;
}

/** Replaces an order, in the book and in what will be written. */
export function putOrder(book: Book, order: Order): Order {
  const index = book.orders.findIndex(({ orderId }) => orderId === order.orderId);
  if (index < 0) book.orders.push(order);
  else book.orders[index] = order;
  book.changed.add(order.orderId);
  return order;
}

/** Before the book is written. */
export function assertBook(book: Book): void {
  assert(freeCash(book) >= 0n, "cash and open sales cover open purchases");
  assert(freeShares(book) >= 0n, "no more shares are being sold than there are");
  assert(book.investedMinor >= 0n && book.sharesE4 >= 0n, "shares are never negative");
  const last = book.entries.at(-1);
  assert(last === undefined || last.number === book.lastNumber, "entries are numbered without gaps");
  for (const id of book.changed)
    present(
      book.orders.find(({ orderId }) => orderId === id),
      "a changed order is in the book",
    );
}
