/**
 * The timeline of a transaction: events from all other modules, in order; and what to do after a failure. Owns no table. Guarantees: read-only; names
 * and webhooks are shown only to callers who may read users and webhooks.
 */
export { nextStepRoutes } from "./next-steps.routes.ts";
export { readTimeline } from "./read-timeline.ts";
export { timelineRoutes } from "./timeline.routes.ts";
