import { assert, present } from "#kernel/assert.ts";
import type { IdSource } from "#kernel/values/ids.ts";
import { type Book, enter, freeCash, freeShares, type Order, openOrders, putOrder } from "./book.ts";
import { type OrderTrigger, orderStates } from "./order-states.ts";
import { sharesBought, sharesSold } from "./shares.ts";
import type { OrderId, TreasuryEntry, TreasuryEvent, TreasuryTransactionId } from "./treasury-transaction.ts";

/** When something happens in a book, and where its ids come from. */
export interface Moment {
  readonly newId: IdSource;
  readonly at: Date;
  /** New York date, YYYY-MM-DD. */
  readonly day: string;
}

const moved = (order: Order, trigger: OrderTrigger): Order["status"] =>
  present(orderStates.next(order.status, trigger), "an order moves as its state table says");

/** Places an order for shares of the book's fund. */
export function placeOrder(
  book: Book,
  { newId, at }: Moment,
  order: Pick<Order, "action" | "reason" | "amountMinor">,
): Order {
  assert(order.amountMinor > 0n, "an order has a positive amount");
  assert(
    order.amountMinor <= (order.action === "buy" ? freeCash(book) : freeShares(book)),
    "an order is covered by free cash or shares",
  );
  return putOrder(book, {
    ...order,
    orderId: newId<OrderId>(),
    security: present(book.security, "an order is for the account's fund"),
    status: "placed",
    placedAt: at,
    tradesOn: null,
    settlesOn: null,
    executedAt: null,
    endedAt: null,
    sharesE4: null,
    priceE4: null,
    rejection: null,
  });
}

/** The custodian has traded at the book's price. */
export function executeOrder(book: Book, { at, day }: Moment, order: Order, settlesOn: string): Order {
  assert(settlesOn >= day, "a trade settles on its date or later");
  const shares = order.action === "buy" ? sharesBought : sharesSold;
  return putOrder(book, {
    ...order,
    status: moved(order, "execute"),
    tradesOn: day,
    settlesOn,
    executedAt: at,
    sharesE4: shares(order.amountMinor, book.priceE4),
    priceE4: book.priceE4,
  });
}

/** What each kind of order is called when it settles (wire contract §5.5). */
const settledAs = (order: Order) =>
  order.reason === "sweep"
    ? order.action === "buy"
      ? ({ type: "sweepInPosted", sweepDirection: "in", description: "Sweep to fund" } as const)
      : ({ type: "sweepOutPosted", sweepDirection: "out", description: "Sweep to cash" } as const)
    : ({
        type: "oemsMutualFundOrderSettled",
        description: order.action === "buy" ? "Fund shares bought" : "Fund shares sold",
      } as const);

/** Cash and shares change hands; the account's total stays the same. `reported` is what a custodian's file says. */
export function settleOrder(
  book: Book,
  { newId, at, day }: Moment,
  order: Order,
  reported: Partial<TreasuryEvent> = {},
): TreasuryEntry {
  const sharesE4 = present(order.sharesE4, "an executed order has shares");
  const priceE4 = present(order.priceE4, "an executed order has a price");
  const buys = order.action === "buy";
  const before = totals(book);
  if (buys) {
    book.cashMinor -= order.amountMinor;
    book.investedMinor += order.amountMinor;
    book.sharesE4 += sharesE4;
  } else {
    book.cashMinor += order.amountMinor;
    book.investedMinor -= order.amountMinor;
    // The last sale may need a fraction of a share more than there is.
    book.sharesE4 = book.investedMinor === 0n || book.sharesE4 < sharesE4 ? 0n : book.sharesE4 - sharesE4;
  }
  assert(before === totals(book), "a trade does not change the account's total");
  putOrder(book, { ...order, status: moved(order, "settle"), endedAt: at });
  return enter(book, {
    ...settledAs(order),
    id: newId<TreasuryTransactionId>(),
    amountMinor: buys ? -order.amountMinor : order.amountMinor,
    day,
    createdAt: at,
    tradeAction: order.action,
    securityId: order.security.id,
    security: order.security.name,
    additionalDetails: `${sharesText(sharesE4)} shares at $${priceText(priceE4)}, traded ${dayText(order.tradesOn ?? day)}`,
    orderId: order.orderId,
    ...reported,
  });
}

const totals = (book: Book): bigint => book.cashMinor + book.investedMinor;

/** Ends a placed order that was not executed. Nothing changes hands. */
export function endOrder(
  book: Book,
  { newId, at, day }: Moment,
  order: Order,
  why: { readonly trigger: "cancel" } | { readonly trigger: "reject"; readonly rejection: string },
): TreasuryEntry {
  const rejection = why.trigger === "reject" ? why.rejection : null;
  putOrder(book, { ...order, status: moved(order, why.trigger), endedAt: at, rejection });
  return enter(book, {
    id: newId<TreasuryTransactionId>(),
    type: why.trigger === "reject" ? "oemsMutualFundOrderRejected" : "oemsMutualFundOrderCanceled",
    description: why.trigger === "reject" ? "Fund order rejected" : "Fund order canceled",
    amountMinor: order.action === "buy" ? -order.amountMinor : order.amountMinor,
    day,
    createdAt: at,
    tradeAction: order.action,
    sweepDirection: order.reason === "sweep" ? (order.action === "buy" ? "in" : "out") : null,
    securityId: order.security.id,
    security: order.security.name,
    additionalDetails: rejection,
    orderId: order.orderId,
  });
}

/**
 * Takes cash. If there is too little, purchases that the custodian has not executed are canceled, newest first, and
 * then shares are sold; the cash may be used before that sale settles.
 */
export function takeCash(book: Book, moment: Moment, amountMinor: bigint, reason: "withdrawal" | "fee"): void {
  assert(amountMinor > 0n, "a positive amount of cash is taken");
  const placed = openOrders(book).filter(({ action, status }) => action === "buy" && status === "placed");
  for (const order of placed.toReversed()) {
    if (freeCash(book) >= amountMinor) break;
    endOrder(book, moment, order, { trigger: "cancel" });
  }
  const missing = amountMinor - freeCash(book);
  if (missing > 0n) placeOrder(book, moment, { action: "sell", reason, amountMinor: missing });
  book.cashMinor -= amountMinor;
}

const dayText = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric", year: "numeric" });

const scaled = (value: bigint): { whole: bigint; rest: string } => ({
  whole: value / 10_000n,
  rest: (value % 10_000n).toString().padStart(4, "0"),
});
export const sharesText = (sharesE4: bigint): string => {
  const { whole, rest } = scaled(sharesE4);
  return `${whole.toLocaleString("en-US")}.${rest}`;
};
export const priceText = (priceE4: bigint): string => {
  const { whole, rest } = scaled(priceE4);
  return `${whole}.${rest}`;
};
