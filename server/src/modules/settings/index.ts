/**
 * The organization's settings as people read and change them, and the routes by which a second person confirms changes of
 * every kind. Owns no table: modules/identity keeps the settings, modules/control-changes the changes that wait.
 *
 * Promises: only a person with the permission `manageOrganization` who has just proved who they are changes a setting, from
 * the current version; a change that weakens a control waits for a second person; the audit log has what it was before and
 * after.
 */
export { controlChangeRoutes } from "./control-changes.routes.ts";
export { settingsRoutes } from "./settings.routes.ts";
export { settingsKind } from "./settings-change.ts";
