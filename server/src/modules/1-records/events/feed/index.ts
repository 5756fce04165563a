/**
 * Events as clients read them: `GET /events`, and the bodies of webhooks. Owns no table; it is above payments because the
 * creation of a transaction is shown from the transaction's columns.
 *
 * Guarantees: read-only; only events that the service wrote are read (ADR 0092); an event looks the same whenever and
 * wherever it is shown.
 */
export type { EventObject } from "./event.ts";
export type { EventRow } from "./events.queries.ts";
export { eventRoutes } from "./events.routes.ts";
export { findEvents, findEventsInRange, findEventsOf } from "./find-events.ts";
export { renderEvent } from "./render-event.ts";
