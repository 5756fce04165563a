/**
 * Events: what happened to transactions and balances.
 *
 * Promises: an event commits together with the change it tells of; one per version of a resource; never changed, so it
 * reads the same for ever; in id order they stand as they happened. (The hot path's creations are written by
 * create_payments, ADR 0004.)
 */
export type { EventObject } from "./event.ts";
export { type EventRow, findEvents, findEventsInRange, findEventsOf } from "./events.queries.ts";
export { eventRoutes } from "./events.routes.ts";
export { type BalanceState, recordBalanceEvents, recordTransactionEvents } from "./record-events.ts";
export { renderEvent } from "./render-event.ts";
