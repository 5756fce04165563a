import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { OrganizationId, TokenId } from "../../../src/kernel/values/ids.ts";

/** Scopes that an earlier version gave to a token. */
export const giveScopes = (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenId, scopes }: { tokenId: TokenId; scopes: readonly string[] },
) =>
  db.run(sql`
  update api_tokens set scopes = ${[...scopes]}::text[]
   where organization_id = ${organizationId} and token_id = ${tokenId}`);
