/**
 * Categories that an organization creates for its transactions. Owns the table categories; a deleted category stays as
 * a row, so that its transactions remain readable.
 */
export { categoryRoutes } from "./categories.routes.ts";
