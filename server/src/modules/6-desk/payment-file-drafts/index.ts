/**
 * Payment files that users have begun and not finished, so that they continue in another browser.
 *
 * Guarantees: a draft is seen and changed by its user only, and is stored encrypted; a browser that has not seen the
 * newest version does not overwrite it. It pays nothing: each of its payments is requested as any other.
 */
export { fileDraftRefusals } from "./file-draft-refusals.ts";
export { fileDraftRoutes } from "./file-drafts.routes.ts";
export { findUnfinishedFile } from "./file-drafts.ts";
