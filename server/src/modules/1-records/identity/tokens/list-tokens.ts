import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type ApiToken, tokenOf } from "./api-token.ts";
import { allTokens } from "./tokens.queries.ts";

/** All tokens of the organization, including revoked and expired ones, oldest first. Never their text. */
export const listTokens = async (db: Queryable, organizationId: OrganizationId): Promise<readonly ApiToken[]> =>
  (await allTokens(db, organizationId)).map(tokenOf);
