/**
 * Categories an organization makes for its transactions. Owns the table categories; a deleted one stays as a row, so that
 * transactions that carry it stay readable.
 */
export { categoryRoutes } from "./categories.routes.ts";
