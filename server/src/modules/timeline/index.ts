/**
 * The timeline of a transaction: events from all other modules, in order. Owns no table. Guarantees: read-only; names
 * and webhooks are shown only to callers who may read users and webhooks.
 */
export { timelineRoutes } from "./timeline.routes.ts";
