import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { oauthGrants } from "../tables.ts";

export interface GrantRow {
  readonly token_id: TokenId;
  readonly client_digest: Buffer;
  readonly redirect_uri: string;
  readonly resource: string;
  readonly code_challenge: string;
  readonly code_expires_at: Date;
  readonly code_used_at: Date | null;
  readonly refresh_hash: Buffer | null;
  readonly refresh_before: Buffer | null;
  readonly refresh_expires_at: Date | null;
}

const columns = sql`
  g.token_id, g.client_digest, g.redirect_uri, g.resource, g.code_challenge, g.code_expires_at, g.code_used_at, g.refresh_hash,
  g.refresh_before, g.refresh_expires_at`;

export interface NewGrantRow
  extends Pick<
    GrantRow,
    "token_id" | "client_digest" | "redirect_uri" | "resource" | "code_challenge" | "code_expires_at"
  > {
  readonly code_hash: Buffer;
}

export const insertGrant = (tx: Tx, organizationId: OrganizationId, grant: NewGrantRow) =>
  tx.run(sql`
  insert into oauth_grants (organization_id, token_id, client_digest, redirect_uri, resource, code_hash, code_challenge, code_expires_at)
  values (${organizationId}, ${grant.token_id}, ${grant.client_digest}, ${grant.redirect_uri}, ${grant.resource}, ${grant.code_hash},
          ${grant.code_challenge}, ${grant.code_expires_at})
  returning ${oauthGrants.inserted()}`);

/** The grant with this authorization code, locked. */
export const lockGrantByCode = (tx: Tx, organizationId: OrganizationId, codeHash: Buffer) =>
  tx.maybe<GrantRow>(sql`
  select ${columns}, ${oauthGrants.proof("g")} from oauth_grants g
   where g.organization_id = ${organizationId} and g.code_hash = ${codeHash} for update of g`);

/** The grant with this refresh token, or whose refresh token before its present one this was, locked. */
export const lockGrantByRefresh = (tx: Tx, organizationId: OrganizationId, refreshHash: Buffer) =>
  tx.maybe<GrantRow>(sql`
  select ${columns}, ${oauthGrants.proof("g")} from oauth_grants g
   where g.organization_id = ${organizationId} and (g.refresh_hash = ${refreshHash} or g.refresh_before = ${refreshHash})
     for update of g`);

/** The grant with this access or refresh token, locked. */
export const lockGrantByToken = (tx: Tx, organizationId: OrganizationId, hash: Buffer) =>
  tx.maybe<GrantRow>(sql`
  select ${columns}, ${oauthGrants.proof("g")} from oauth_grants g
   where g.organization_id = ${organizationId} and (g.access_hash = ${hash} or g.refresh_hash = ${hash}) for update of g`);

export interface IssuedHashes {
  readonly codeUsedAt: Date;
  readonly accessHash: Buffer;
  readonly accessExpiresAt: Date;
  readonly refreshHash: Buffer;
  readonly refreshBefore: Buffer | null;
  readonly refreshExpiresAt: Date;
}

/** The transaction has locked the grant. */
export const storeIssued = (tx: Tx, organizationId: OrganizationId, tokenId: TokenId, issued: IssuedHashes) =>
  tx.run(sql`
  update oauth_grants
     set code_used_at = ${issued.codeUsedAt}, access_hash = ${issued.accessHash}, access_expires_at = ${issued.accessExpiresAt},
         refresh_hash = ${issued.refreshHash}, refresh_before = ${issued.refreshBefore}, refresh_expires_at = ${issued.refreshExpiresAt}
   where organization_id = ${organizationId} and token_id = ${tokenId}
  returning ${oauthGrants.changed()}`);

/** Of the token of a grant: for which server its access tokens are. */
export const findResource = async (
  db: Queryable,
  organizationId: OrganizationId,
  tokenId: TokenId,
): Promise<string | undefined> =>
  (
    await db.maybe<{ resource: string }>(sql`
    select g.resource, ${oauthGrants.proofOrSkip("g")} from oauth_grants g
     where g.organization_id = ${organizationId} and g.token_id = ${tokenId}`)
  )?.resource;
