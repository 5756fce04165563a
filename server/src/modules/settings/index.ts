/**
 * The organisation's settings as people read and change them. Owns no table: modules/identity keeps the settings and says what
 * they mean.
 *
 * Promises: only a person with the permission `manageOrganization` who has just proved who they are changes a setting, from
 * the version in force, and the audit log has what it was before and after.
 */
export { settingsRoutes } from "./settings.routes.ts";
