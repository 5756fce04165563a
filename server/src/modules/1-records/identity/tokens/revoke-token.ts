import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { scopesOf } from "../scopes.ts";
import { lockToken, lockTokensOf, markRevoked } from "./tokens.queries.ts";

export interface Revocation {
  readonly organizationId: OrganizationId;
  readonly tokenId: string;
  readonly actor: Actor;
}

/**
 * Revokes a token. Every process rejects it within a second (the cache in token-cache.ts). Revoking it again changes
 * nothing and keeps the first timestamp. Refuses with `resourceNotFound`.
 */
export async function revokeToken(
  service: Service,
  tx: Tx,
  { organizationId, tokenId, actor }: Revocation,
): Promise<void> {
  const token = isUuid(tokenId) ? await lockToken(tx, organizationId, tokenId) : undefined;
  if (!token) throw notFound("token");
  const revokedAt = service.clock.now();
  await markRevoked(tx, organizationId, token.token_id, revokedAt);
  if (token.revoked_at !== null) return;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "token.revoke",
        resourceType: "token",
        resourceId: token.token_id,
        before: { revokedAt: null },
        after: { revokedAt: revokedAt.toISOString() },
      },
    ],
  });
}

export interface RevocationOfAll {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly actor: Actor;
  /** Tokens with no more than these scopes stay valid; if omitted, all are revoked. */
  readonly unlessWithin?: ReadonlySet<string>;
}

/** Revokes the valid tokens that a user created. */
export async function revokeTokensOf(
  service: Service,
  tx: Tx,
  { organizationId, userId, actor, unlessWithin }: RevocationOfAll,
): Promise<void> {
  for (const { token_id: tokenId, kind, scopes } of await lockTokensOf(tx, organizationId, userId)) {
    // One for provisioning takes every right, which a user whose rights change has no longer, or does not have yet.
    const stays =
      unlessWithin !== undefined &&
      kind !== "provisioning" &&
      scopesOf(kind, scopes).every((scope) => unlessWithin.has(scope));
    if (!stays) await revokeToken(service, tx, { organizationId, tokenId, actor });
  }
}
