import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, proposeChange } from "#records/controls";
import { confirmToken, findToken, revokeToken, type ScopeName, scopesOf, type TokenKind } from "#records/identity";
import { findUsersWho } from "../people.queries.ts";
import { covers, type HeldRights, rightsOf } from "../roles.ts";

interface ProposedToken {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly ScopeName[];
}

/** Active users who manage tokens and have all of the rights that a token with these scopes has. */
export async function findUsersWhoCanCreateToken(
  db: Queryable,
  organizationId: OrganizationId,
  tokenScopes: readonly ScopeName[],
): Promise<readonly UserId[]> {
  return findUsersWho(
    db,
    organizationId,
    ({ scopes, permissions }) => permissions.has("manageTokens") && tokenScopes.every((scope) => scopes.has(scope)),
  );
}

/** A token for provisioning puts users into groups, which may have any role: it takes every right. */
export const mayProvision = (held: HeldRights): boolean => covers(held, rightsOf("administrator", []));

/** A token that can send payments, or sends users and groups: created and shown at once, but unusable until a second user confirms it. */
export const tokenKind = (service: Service): ChangeKind<ProposedToken> => ({
  name: "token",
  permission: "manageTokens",
  whoMay: (db, { organizationId, proposal: { kind, scopes } }) =>
    kind === "provisioning"
      ? findUsersWho(db, organizationId, mayProvision)
      : findUsersWhoCanCreateToken(db, organizationId, scopesOf(kind, scopes)),
  baseOf: async (db, { organizationId, subject }) => {
    const row = await findToken(db, organizationId, subject);
    return row?.awaits_confirmation === true && row.revoked_at === null ? "waiting" : "gone";
  },
  apply: (tx, { organizationId, subject: tokenId }, { actor }) =>
    confirmToken(service, tx, { organizationId, tokenId, actor }),
  discard: (tx, { organizationId, subject: tokenId }, actor) =>
    revokeToken(service, tx, { organizationId, tokenId, actor }),
  describe: async (_db, { proposal: { kind, name } }) =>
    kind === "provisioning"
      ? `Allow the API token "${name}" to add, change, and deactivate users (SCIM)`
      : `Allow the API token "${name}" to send payments without approval`,
});

/** Proposes a new token with `awaitsConfirmation` for confirmation; without a second user, it is active at once. */
export async function proposeToken(
  service: Service,
  tx: Tx,
  {
    organizationId,
    proposer,
    actor,
    token,
  }: { organizationId: OrganizationId; proposer: UserId; actor: Actor; token: ProposedToken },
): Promise<void> {
  const subject = token.tokenId;
  await proposeChange(service, tx, tokenKind(service), { organizationId, proposer, actor, subject, proposal: token });
}
