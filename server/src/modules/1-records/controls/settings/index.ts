/**
 * The organization's settings, and the routes on which a second user confirms changes of every kind. Owns no table:
 * modules/1-records/identity stores the settings, modules/1-records/controls the waiting changes.
 *
 * Guarantees: only a recently reauthenticated user with the permission `manageOrganization` changes a setting, based on
 * the current version; a change that weakens a control waits for a second user; the audit log has the values before and
 * after.
 */
export { brandRoutes } from "./brand.routes.ts";
export { changeNoticesJob } from "./change-notices.ts";
export { controlChangeRoutes } from "./control-changes.routes.ts";
export { settingsRoutes } from "./settings.routes.ts";
export { settingsKind } from "./settings-change.ts";
