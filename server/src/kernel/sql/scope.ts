import { AsyncLocalStorage } from "node:async_hooks";
import type { OrganizationId } from "../values/ids.ts";

/**
 * Whose rows statements may touch: those of one organization, of every organization, or none. Row-level security enforces
 * it where the service does not own its tables (docs/adr/0021-database-roles.md). It is the second line of defense: every
 * statement names its organization itself, and one that forgets to sees the rows of its scope at most.
 */
export type RowScope = OrganizationId | "every" | "none";

const current = new AsyncLocalStorage<RowScope>();

/** The declared scope; undefined outside of everything that declares one. */
export const currentScope = (): RowScope | undefined => current.getStore();

export const withinScope = <T>(scope: RowScope, work: () => T): T => current.run(scope, work);

/** For work on behalf of one organization: a request, once its caller is known, or one pass of a background job. */
export const withinOrganization = <T>(organizationId: OrganizationId, work: () => T): T =>
  withinScope(organizationId, work);

/** For work that finds organizations, or concerns all of them: background jobs, sign-in by e-mail, the operator's commands. */
export const acrossOrganizations = <T>(work: () => T): T => withinScope("every", work);

/** The value of the setting that the policies read: an organization's id, or `*` for all. */
export function settingOf(scope: RowScope): string | undefined {
  if (scope === "none") return undefined;
  if (scope === "every") return "*";
  // Written into a statement as text.
  if (!/^[0-9a-f-]{36}$/i.test(scope)) throw new TypeError("The scope is not the id of an organization");
  return scope;
}

/** A scope lasts as long as its transaction, so connections can be shared (PgBouncer in transaction mode). */
export const SCOPE_SETTING = "bursar.organization_id";
