import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { tokenUsage } from "../tables.ts";
import type { TokenUsage } from "./token-limits.ts";

interface UsageRow {
  readonly day: string;
  readonly day_minor: bigint;
  readonly day_payments: number;
  readonly month_minor: bigint;
}

const usageOf = (row: UsageRow): TokenUsage => ({
  day: row.day,
  dayMinor: row.day_minor,
  dayPayments: row.day_payments,
  monthMinor: row.month_minor,
});

/** Undefined if its uses are not counted. */
export async function findUsage(
  db: Queryable,
  organizationId: OrganizationId,
  tokenId: TokenId,
): Promise<TokenUsage | undefined> {
  const row = await db.maybe<UsageRow>(sql`
  select u.day, u.day_minor, u.day_payments, u.month_minor, ${tokenUsage.proof("u")} from token_usage u
   where u.organization_id = ${organizationId} and u.token_id = ${tokenId}`);
  return row && usageOf(row);
}

/** The same, locked until the commit. Fails if the row is not proven. */
export async function lockUsage(
  tx: Tx,
  organizationId: OrganizationId,
  tokenId: TokenId,
): Promise<TokenUsage | undefined> {
  const row = await tx.maybe<UsageRow>(sql`
  select u.day, u.day_minor, u.day_payments, u.month_minor, ${tokenUsage.proof("u")} from token_usage u
   where u.organization_id = ${organizationId} and u.token_id = ${tokenId} for update of u`);
  return row && usageOf(row);
}

/** What tokens have used, for a list: one that nothing vouches for is left out. */
export const usagesOf = async (
  db: Queryable,
  organizationId: OrganizationId,
  tokenIds: readonly TokenId[],
): Promise<ReadonlyMap<TokenId, TokenUsage>> =>
  new Map(
    (
      await db.many<UsageRow & { token_id: TokenId }>(sql`
  select u.token_id, u.day, u.day_minor, u.day_payments, u.month_minor, ${tokenUsage.proofOrSkip("u")} from token_usage u
   where u.organization_id = ${organizationId} and u.token_id = any (${[...tokenIds]}::uuid[])`)
    ).map((row) => [row.token_id, usageOf(row)]),
  );

export const insertUsage = (tx: Tx, organizationId: OrganizationId, tokenId: TokenId, usage: TokenUsage) =>
  tx.run(sql`
  insert into token_usage (organization_id, token_id, day, day_minor, day_payments, month_minor)
  values (${organizationId}, ${tokenId}, ${usage.day}, ${usage.dayMinor}, ${usage.dayPayments}, ${usage.monthMinor})
  returning ${tokenUsage.inserted()}`);

/** The transaction has read the row with lockUsage. */
export const storeUsage = (tx: Tx, organizationId: OrganizationId, tokenId: TokenId, usage: TokenUsage) =>
  tx.run(sql`
  update token_usage set day = ${usage.day}, day_minor = ${usage.dayMinor}, day_payments = ${usage.dayPayments},
                         month_minor = ${usage.monthMinor}
   where organization_id = ${organizationId} and token_id = ${tokenId}
  returning ${tokenUsage.changed()}`);
