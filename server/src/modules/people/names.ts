import type { Queryable } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { isUuid } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";
import { namesOfUsersAndTokens } from "./names.queries.ts";

/** Who did something, as far as a name is known. */
export type NamedBy = Pick<Actor, "type" | "id">;

/**
 * Names for people to read: a user's, or a token's with the word before it. Absent where there is none: the bank, the
 * service and whoever is at the command line have no record here.
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
