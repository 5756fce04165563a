/**
 * Categories that an organization creates for its transactions.
 */
export { findCategory } from "./categories.queries.ts";
export { categoryRoutes } from "./categories.routes.ts";
export { addCategory, CategorySchema } from "./categories.ts";
