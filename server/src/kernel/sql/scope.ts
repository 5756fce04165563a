import { AsyncLocalStorage } from "node:async_hooks";
import type { OrganizationId } from "../values/ids.ts";

/**
 * The rows that statements may access: one organization's, every organization's, or none. Row-level security enforces
 * the scope if the service does not own its tables (docs/adr/0021-database-roles.md). It is the second line of defense:
 * every statement names its organization, and one that forgot to would see only its scope.
 */
export type RowScope = OrganizationId | "every" | "none";

const current = new AsyncLocalStorage<RowScope>();

/** The declared scope; undefined outside any declared scope. */
export const currentScope = (): RowScope | undefined => current.getStore();

export const withinScope = <T>(scope: RowScope, work: () => T): T => current.run(scope, work);

/** For work on behalf of one organization: a request whose caller is known, or one pass of a background job. */
export const withinOrganization = <T>(organizationId: OrganizationId, work: () => T): T =>
  withinScope(organizationId, work);

/**
 * For work that finds organizations or concerns all of them: background jobs, sign-in by email, the operator's
 * commands.
 */
export const acrossOrganizations = <T>(work: () => T): T => withinScope("every", work);

/** The value of the setting that the policies read: an organization's id, or `*` for all. */
export function settingOf(scope: RowScope): string | undefined {
  if (scope === "none") return undefined;
  if (scope === "every") return "*";
  // The scope becomes part of the statement text, so its format is checked.
  if (!/^[0-9a-f-]{36}$/i.test(scope)) throw new TypeError("The scope is not the id of an organization");
  return scope;
}

/** A scope lasts as long as its transaction, so connections can be shared (PgBouncer in transaction mode). */
export const SCOPE_SETTING = "bursar.organization_id";
