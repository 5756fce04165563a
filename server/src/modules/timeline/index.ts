/**
 * The timeline of a transaction: what every other module knows of it, in the order it happened. Owns no table.
 * Promises: it only reads; names and webhooks are told to those alone who may read users and webhooks.
 */
export { timelineRoutes } from "./timeline.routes.ts";
