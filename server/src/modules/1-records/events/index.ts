/**
 * Recording the events of transactions and balances. Whatever changes them records its events here; modules/1-records/events/feed
 * lists and shows them.
 *
 * Guarantees: an event commits together with its change; each version of a resource has one event; an event never
 * changes; id order is the order in which they happened. (create_payments writes the creations on the hot path, ADR
 * 0004.)
 */
export { isProvenEvent, provenEventId } from "./proven-event.ts";
export { type BalanceState, recordBalanceEvents, recordTransactionEvents } from "./record-events.ts";
export { type ResourceType, resourceTypes } from "./resource-type.ts";
