/**
 * What treasury accounts hold: cash and shares of a money-market fund, the orders for them, and the numbered list of
 * everything that happened. Below payments, so that a transfer enters it in its own transaction (ADR 0036); read and
 * moved further by modules/2-money/treasury/earnings.
 *
 * Guarantees: cash and shares add up to the account's ledger balance after every transaction; entries are numbered
 * without gaps and never change; no order is placed without cash or shares for it.
 */
export {
  type Book,
  bookTotal,
  enter,
  freeCash,
  freeShares,
  type Order,
  openOrders,
  type Security,
} from "./book.ts";
export {
  findHoldings,
  findKnownEntries,
  findOrder,
  readOpenOrders,
  setReference,
} from "./holdings.queries.ts";
export { openBook, saveBook } from "./open-book.ts";
export { orderStates } from "./order-states.ts";
export {
  endOrder,
  executeOrder,
  type Moment,
  placeOrder,
  priceText,
  settleOrder,
  sharesText,
  takeCash,
} from "./orders.ts";
export { recordMovements } from "./record-movements.ts";
export { CLOSE_TIME, nextRunAfter } from "./schedule.ts";
export { sharesBought } from "./shares.ts";
export {
  type OrderId,
  type TreasuryEntry,
  type TreasuryEvent,
  type TreasuryTransactionId,
  type TreasuryType,
  treasuryTypes,
} from "./treasury-transaction.ts";
