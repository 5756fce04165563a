import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { isUuid } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { findTokenNames, listTokenNames } from "#records/identity";
import { listUserNames, namesOfUsers } from "./users.queries.ts";

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
  if (ids.length === 0) return () => undefined;
  const names = new Map((await namesOfUsers(db, organizationId, ids)).map((user) => [user.id, user.name]));
  for (const token of await findTokenNames(db, organizationId, ids)) names.set(token.token_id, `token ${token.name}`);
  return ({ id }) => (id === undefined ? undefined : names.get(id));
}

/** Users and tokens to choose from: all users, and the newest tokens, revoked ones included. */
export async function listActors(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly { readonly type: "user" | "token"; readonly id: string; readonly name: string }[]> {
  const users = await listUserNames(db, organizationId);
  const tokens = await listTokenNames(db, organizationId);
  return [
    ...users.map(({ id, name }) => ({ type: "user", id, name }) as const),
    ...tokens.map(({ token_id: id, name }) => ({ type: "token", id, name }) as const),
  ];
}
