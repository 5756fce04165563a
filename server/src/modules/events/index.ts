/**
 * Events of transactions and balances.
 *
 * Guarantees: an event commits together with its change; each version of a resource has one event; an event never
 * changes; id order is the order in which they happened. (create_payments writes the creations on the hot path, ADR
 * 0004.)
 */
export type { EventObject } from "./event.ts";
export { type EventRow, findEvents, findEventsInRange, findEventsOf } from "./events.queries.ts";
export { eventRoutes } from "./events.routes.ts";
export { type BalanceState, recordBalanceEvents, recordTransactionEvents } from "./record-events.ts";
export { renderEvent } from "./render-event.ts";
