import type { Queryable } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { isUuid } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";
import { namesOfUsersAndTokens } from "./names.queries.ts";

/** The actor of an action, as far as its name is known. */
export type NamedBy = Pick<Actor, "type" | "id">;

/**
 * Names for display: a user's name, or "API token" and the token's name. The bank, the service, and the command line
 * have no name.
 */
export async function nameActors(
  db: Queryable,
  organizationId: OrganizationId,
  actors: readonly NamedBy[],
): Promise<(actor: NamedBy) => string | undefined> {
  const ids = [...new Set(actors.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id] : [])))];
  const rows = ids.length === 0 ? [] : await namesOfUsersAndTokens(db, organizationId, ids);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return ({ id }) => (id === undefined ? undefined : names.get(id));
}
