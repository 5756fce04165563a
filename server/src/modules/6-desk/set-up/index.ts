/**
 * What is left to do from the first sign-in until payments are live, as one list.
 *
 * Guarantees: an item is done if the service sees that it is, or a named user has confirmed what it cannot see; the list
 * authorizes nothing: going live has its own conditions.
 */

export { setUpListRoutes } from "./set-up.routes.ts";
export { setUpRefusals } from "./set-up-refusals.ts";
