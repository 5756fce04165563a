/**
 * Events as clients read them: `GET /events`, and the bodies of webhooks. Owns no table; it is above payments because the
 * creation of a transaction is shown from the transaction's columns.
 *
 * Guarantees: read-only; an event looks the same whenever and wherever it is shown.
 */
export type { EventObject } from "./event.ts";
export { type EventRow, findEvents, findEventsInRange, findEventsOf } from "./events.queries.ts";
export { eventRoutes } from "./events.routes.ts";
export { renderEvent } from "./render-event.ts";
