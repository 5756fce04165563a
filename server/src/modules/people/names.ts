import type { Queryable } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { isUuid } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";
import { findTokenNames } from "../identity/index.ts";
import { namesOfUsers } from "./names.queries.ts";

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
  if (ids.length === 0) return () => undefined;
  const names = new Map((await namesOfUsers(db, organizationId, ids)).map((user) => [user.id, user.name]));
  for (const token of await findTokenNames(db, organizationId, ids)) names.set(token.token_id, `token ${token.name}`);
  return ({ id }) => (id === undefined ? undefined : names.get(id));
}
