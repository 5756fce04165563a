import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";

/** What a token has moved or requested on a day. create_payments counts direct sends. */
export interface Spend {
  readonly tokenId: TokenId;
  /** A New York calendar day. */
  readonly day: string;
  readonly amountMinor: bigint;
}

/** Adds to the token's day unless the total would exceed the limit; returns whether it did. Holds the row until the commit. */
export const addSpend = async (
  tx: Tx,
  organizationId: OrganizationId,
  { tokenId, day, amountMinor, limitMinor }: Spend & { readonly limitMinor: bigint },
): Promise<boolean> =>
  amountMinor <= limitMinor &&
  (await tx.maybe(sql`
  insert into token_spend (organization_id, token_id, spent_on, spent_minor)
  values (${organizationId}::uuid, ${tokenId}::uuid, ${day}::date, ${amountMinor}::bigint)
  on conflict (organization_id, token_id, spent_on) do update
    set spent_minor = token_spend.spent_minor + excluded.spent_minor
    where token_spend.spent_minor + excluded.spent_minor <= ${limitMinor}::bigint
  returning spent_minor`)) !== undefined;

/** Takes back what was counted. A token without a limit per day has no row. */
export const subtractSpend = (db: Queryable, organizationId: OrganizationId, { tokenId, day, amountMinor }: Spend) =>
  db.run(sql`
  update token_spend set spent_minor = greatest(spent_minor - ${amountMinor}::bigint, 0)
   where organization_id = ${organizationId} and token_id = ${tokenId} and spent_on = ${day}`);

/** The tokens with a limit per day that have moved or requested money on that day. */
export const limitedTokens = (db: Queryable, day: string) =>
  db.many<{ organization_id: OrganizationId; token_id: TokenId }>(sql`
  select s.organization_id, s.token_id
    from organization_ids o
    join api_tokens t on t.organization_id = o.organization_id and t.limit_per_day_minor is not null
    join token_spend s on s.organization_id = t.organization_id and s.token_id = t.token_id and s.spent_on = ${day}`);

/** Raises a total that is lower than this. Returns 0 if it is not. */
export const raiseSpend = (db: Queryable, organizationId: OrganizationId, { tokenId, day, amountMinor }: Spend) =>
  db.run(sql`
  update token_spend set spent_minor = ${amountMinor}::bigint
   where organization_id = ${organizationId} and token_id = ${tokenId} and spent_on = ${day}
     and spent_minor < ${amountMinor}::bigint`);

/** Cents that tokens have moved or requested on a New York calendar day; a token without a row has none. */
export const spendsOf = async (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenIds, day }: { readonly tokenIds: readonly TokenId[]; readonly day: string },
): Promise<ReadonlyMap<TokenId, bigint>> =>
  new Map(
    (
      await db.many<{ token_id: TokenId; spent_minor: bigint }>(sql`
    select token_id, spent_minor from token_spend
     where organization_id = ${organizationId} and token_id = any (${[...tokenIds]}::uuid[]) and spent_on = ${day}`)
    ).map((row) => [row.token_id, row.spent_minor]),
  );

/** Cents the token has moved or requested on a New York calendar day, in every way. */
export const findSpend = (db: Queryable, organizationId: OrganizationId, tokenId: TokenId, day: string) =>
  db.maybe<{ spent_minor: bigint }>(sql`
    select spent_minor from token_spend
     where organization_id = ${organizationId} and token_id = ${tokenId} and spent_on = ${day}`);
