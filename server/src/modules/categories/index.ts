/**
 * Categories an organisation makes for its transactions. A deleted one remains as a row, so that transactions
 * that carry it stay readable.
 */
export { findCategory } from "./categories.queries.ts";
export { categoryRoutes } from "./categories.routes.ts";
