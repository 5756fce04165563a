import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { StoredCutOffsByAccount } from "../organization/cut-offs.queries.ts";
import type { TokenKind } from "../scopes.ts";
import { apiTokens, oauthGrants, organizations } from "../tables.ts";

export interface TokenRow {
  readonly token_id: TokenId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: string[];
  readonly allowlist: string[];
  readonly limit_per_payment_minor: bigint | null;
  readonly limit_per_day_minor: bigint | null;
  readonly limit_per_month_minor: bigint | null;
  readonly payments_per_day: number | null;
  readonly account_ids: AccountId[] | null;
  readonly recipient_ids: RecipientId[] | null;
  /** Since when token_usage counts what it does; null: it has no limit for which that is needed. */
  readonly counted_since: Date | null;
  readonly rate_limit_per_minute: number | null;
  readonly created_by: UserId | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_used_address: string | null;
  /** The token can send payments and no second user has confirmed it yet, so it cannot be used. */
  readonly awaits_confirmation: boolean;
}

const columns = sql`
  t.token_id, t.name, t.kind, t.scopes, t.allowlist, t.limit_per_payment_minor, t.limit_per_day_minor,
  t.limit_per_month_minor, t.payments_per_day, t.account_ids, t.recipient_ids, t.counted_since,
  t.rate_limit_per_minute, t.created_by, t.created_at, t.expires_at, t.revoked_at, t.last_used_at, t.last_used_address,
  t.awaits_confirmation`;

export interface NewTokenRow extends Omit<TokenRow, "revoked_at" | "last_used_at" | "last_used_address"> {
  readonly token_hash: Buffer;
}

export const insertToken = (tx: Tx, organizationId: OrganizationId, token: NewTokenRow) =>
  tx.run(sql`
  insert into api_tokens (organization_id, token_id, token_hash, name, kind, scopes, allowlist, limit_per_payment_minor,
                          limit_per_day_minor, limit_per_month_minor, payments_per_day, account_ids, recipient_ids,
                          counted_since, rate_limit_per_minute, created_by, created_at, expires_at, awaits_confirmation)
  values (${organizationId}, ${token.token_id}, ${token.token_hash}, ${token.name}, ${token.kind}, ${token.scopes},
          ${token.allowlist}, ${token.limit_per_payment_minor?.toString() ?? null}, ${token.limit_per_day_minor?.toString() ?? null},
          ${token.limit_per_month_minor}, ${token.payments_per_day}, ${token.account_ids}, ${token.recipient_ids},
          ${token.counted_since}, ${token.rate_limit_per_minute}, ${token.created_by}, ${token.created_at}, ${token.expires_at},
          ${token.awaits_confirmation})
  returning ${apiTokens.inserted()}`);

/** A token with the settings of its organization that its requests need. */
export interface CredentialRow extends TokenRow {
  readonly duplicate_guard_hours: number;
  readonly bank_details_cooling_off_hours: number;
  readonly direct_send_bound: boolean;
  readonly cut_offs: StoredCutOffsByAccount | null;
  /** Of an access token, which ends before the token for which it stands. */
  readonly access_expires_at?: Date;
}

/** The rights of a token. The key starts with the organization, so the lookup reads one partition. */
export const findTokenByHash = (db: Queryable, organizationId: OrganizationId, tokenHash: Buffer) =>
  db.maybe<CredentialRow>(
    sql`
        select ${columns}, o.duplicate_guard_hours, o.bank_details_cooling_off_hours, o.direct_send_bound, o.cut_offs,
               ${apiTokens.proofOrSkip("t")}, ${organizations.proof("o")}
          from api_tokens t
          join organizations o on o.organization_id = t.organization_id
         where t.organization_id = ${organizationId} and t.token_hash = ${tokenHash}`,
  );

/** The same by the access token of an application to which a user has given the token (OAuth). */
export const findTokenByAccess = (db: Queryable, organizationId: OrganizationId, accessHash: Buffer) =>
  db.maybe<CredentialRow>(
    sql`
        select ${columns}, o.duplicate_guard_hours, o.bank_details_cooling_off_hours, o.direct_send_bound, o.cut_offs,
               g.access_expires_at, ${oauthGrants.proofOrSkip("g")}, ${apiTokens.proofOrSkip("t")}, ${organizations.proof("o")}
          from oauth_grants g
          join api_tokens t on t.organization_id = g.organization_id and t.token_id = g.token_id
          join organizations o on o.organization_id = t.organization_id
         where g.organization_id = ${organizationId} and g.access_hash = ${accessHash}`,
  );

export const findToken = (db: Queryable, organizationId: OrganizationId, tokenId: string) =>
  db.maybe<TokenRow>(sql`
  select ${columns}, ${apiTokens.proofOrSkip("t")} from api_tokens t
   where t.organization_id = ${organizationId} and t.token_id = ${tokenId}`);

/** Not only if it is proven: whatever was written into a token, it can be revoked. */
export const lockToken = (tx: Tx, organizationId: OrganizationId, tokenId: string) =>
  tx.maybe<TokenRow>(sql`
  select ${columns} from api_tokens t where t.organization_id = ${organizationId} and t.token_id = ${tokenId} for update`);

/** All tokens, also revoked ones, oldest first; of very many, the newest. */
export const allTokens = (db: Queryable, organizationId: OrganizationId) =>
  db.many<TokenRow>(sql`
  select ${columns}, ${apiTokens.proofOrSkip("t")}
    from (select * from api_tokens where organization_id = ${organizationId} order by token_id desc limit ${LISTED_MAX}) t
   order by t.token_id`);
const LISTED_MAX = 10_000;

/**
 * Also of a token that seems revoked: only what is proven stays revoked. A revoked token allows nothing, so it is proven
 * with whatever else its row contains. The first timestamp is kept.
 */
export const markRevoked = (tx: Tx, organizationId: OrganizationId, tokenId: TokenId, at: Date) =>
  tx.run(sql`
  update api_tokens set revoked_at = coalesce(revoked_at, ${at})
   where organization_id = ${organizationId} and token_id = ${tokenId}
  returning ${apiTokens.replaced()}`);

/** The same, only if it is proven: for a change of its limits, which builds on the others. */
export const lockProvenToken = (tx: Tx, organizationId: OrganizationId, tokenId: string) =>
  tx.maybe<TokenRow>(sql`
  select ${columns}, ${apiTokens.proof("t")} from api_tokens t
   where t.organization_id = ${organizationId} and t.token_id = ${tokenId} for update of t`);

export type LimitColumns = Pick<
  TokenRow,
  | "limit_per_payment_minor"
  | "limit_per_day_minor"
  | "limit_per_month_minor"
  | "payments_per_day"
  | "account_ids"
  | "recipient_ids"
  | "counted_since"
>;

/** The transaction has read the token with lockProvenToken. */
export const updateLimits = (tx: Tx, organizationId: OrganizationId, tokenId: TokenId, limits: LimitColumns) =>
  tx.run(sql`
  update api_tokens
     set limit_per_payment_minor = ${limits.limit_per_payment_minor}, limit_per_day_minor = ${limits.limit_per_day_minor},
         limit_per_month_minor = ${limits.limit_per_month_minor}, payments_per_day = ${limits.payments_per_day},
         account_ids = ${limits.account_ids}, recipient_ids = ${limits.recipient_ids}, counted_since = ${limits.counted_since}
   where organization_id = ${organizationId} and token_id = ${tokenId}
  returning ${apiTokens.changed()}`);

/** Returns 0 if the token does not wait, or was revoked meanwhile. */
export async function confirmTokenRow(tx: Tx, organizationId: OrganizationId, tokenId: string): Promise<number> {
  const token = await tx.maybe<Pick<TokenRow, "awaits_confirmation" | "revoked_at">>(sql`
  select t.awaits_confirmation, t.revoked_at, ${apiTokens.proof("t")} from api_tokens t
   where t.organization_id = ${organizationId} and t.token_id = ${tokenId} for update of t`);
  if (token === undefined || !token.awaits_confirmation || token.revoked_at !== null) return 0;
  return tx.run(sql`
  update api_tokens set awaits_confirmation = false
   where organization_id = ${organizationId} and token_id = ${tokenId}
  returning ${apiTokens.changed()}`);
}

/** The tokens that a user created, in id order, locked. */
export const lockTokensOf = (tx: Tx, organizationId: OrganizationId, userId: UserId) =>
  tx.many<Pick<TokenRow, "token_id" | "kind" | "scopes" | "revoked_at">>(sql`
  select token_id, kind, scopes, revoked_at from api_tokens
   where organization_id = ${organizationId} and created_by = ${userId}
   order by token_id
     for update`);

/** Several processes may write at once: the latest timestamp wins. */
export const markUsed = (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenId, at, address }: { tokenId: TokenId; at: Date; address: string },
) =>
  db.run(sql`
  update api_tokens set last_used_at = ${at}, last_used_address = ${address}
   where organization_id = ${organizationId} and token_id = ${tokenId} and (last_used_at is null or last_used_at < ${at})`);

/** The person who made the token; null when the operator did, or there is no such token. */
export const findTokenCreator = async (
  db: Queryable,
  organizationId: OrganizationId,
  tokenId: TokenId,
): Promise<UserId | null> =>
  (
    await db.maybe<{ created_by: UserId | null }>(sql`
    select created_by, ${apiTokens.proof("t")} from api_tokens t
     where organization_id = ${organizationId} and token_id = ${tokenId}`)
  )?.created_by ?? null;

/** The names of tokens, including revoked ones; unknown ids are absent. */
export const findTokenNames = (db: Queryable, organizationId: OrganizationId, tokenIds: readonly string[]) =>
  db.many<{ token_id: TokenId; name: string }>(sql`
    select token_id, name from api_tokens
     where organization_id = ${organizationId} and token_id = any (${[...tokenIds]}::uuid[])`);

/** The newest tokens of a list to choose from. */
export const listTokenNames = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ token_id: TokenId; name: string }>(sql`
    select token_id, name from api_tokens
     where organization_id = ${organizationId} order by token_id desc limit 500`);
