/**
 * Saved views: filters and order of a list under a name.
 *
 * Guarantees: a private view is seen by its creator only; only its creator, or a user who may manage the organization
 * and sees it, changes it; a view is names and values, never an address.
 */
export { savedViewRefusals } from "./saved-view-refusals.ts";
export { savedViewRoutes } from "./saved-views.routes.ts";
export { createView } from "./saved-views.ts";
