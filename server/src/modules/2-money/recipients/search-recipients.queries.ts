import type { Queryable } from "#kernel/sql/database.ts";
import { newestOf } from "#kernel/sql/newest-of.queries.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { hasWords, ITEMS_MAX, lookUp, narrowed, type SearchTerms } from "#records/search";
import { accountRoutings } from "./details/routing-columns.queries.ts";

/** A recipient that a search found. */
export interface FoundRecipient {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  /** Of the account that payments go to, if it has one. */
  readonly last_four: string | null;
}

interface Search {
  readonly terms: SearchTerms;
  readonly limit: number;
}

/** Those of some recipients that are active, newest first. */
const found = (db: Queryable, organizationId: OrganizationId, ids: readonly string[], limit: number) =>
  db.many<FoundRecipient>(sql`
  select r.recipient_id, r.name, r.nickname, g.account_number_last4 as last_four
    from unnest(${[...ids]}::uuid[]) as f (recipient_id)
   cross join lateral (
     select * from recipients r
      where r.organization_id = ${organizationId} and r.recipient_id = f.recipient_id offset 0) r
    left join recipient_routings g on g.organization_id = ${organizationId} and g.routing_id = coalesce(${accountRoutings})
   where r.status = 'active'
   order by r.recipient_id desc limit ${limit}`);

interface Id {
  readonly recipient_id: RecipientId;
}

const withIds = (
  db: Queryable,
  organizationId: OrganizationId,
  { first, last, limit }: { readonly first: string; readonly last: string; readonly limit: number },
) =>
  db.many<Id>(sql`
  select r.recipient_id from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id >= ${first}::uuid and r.recipient_id <= ${last}::uuid
   order by r.recipient_id desc limit ${limit}`);

/** Versions of bank details with the same four digits that are examined. */
const SAME_DIGITS_MAX = 500;

/** Only of details that payments use now. */
const withLastFour = (db: Queryable, organizationId: OrganizationId, lastFour: string) =>
  db.many<Id>(sql`
  select distinct g.recipient_id
    from (select * from recipient_routings g
           where g.organization_id = ${organizationId} and g.account_number_last4 is not null
             and ${newestOf({ group: sql`g.account_number_last4`, id: sql`g.routing_id` }, sql`${lastFour}::text`)}
           limit ${SAME_DIGITS_MAX}) g
   cross join lateral (
     select * from recipients r
      where r.organization_id = ${organizationId} and r.recipient_id = g.recipient_id offset 0) r
   where g.routing_id in (${accountRoutings})`);

/** Common words are looked for among so many of the newest recipients. */
const NEWEST = 3_000;

async function withNames(
  db: Queryable,
  organizationId: OrganizationId,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<readonly Id[]> {
  const { ids, common } = narrowed(await lookUp(db, organizationId, { kind: "recipient", words, most: ITEMS_MAX }));
  const others = hasWords(organizationId, { kind: "recipient", id: sql`n.recipient_id`, words: common });
  if (ids !== undefined)
    return db.many<Id>(sql`
  select n.recipient_id from unnest(${[...ids]}::uuid[]) as n (recipient_id) where ${others}`);
  return db.many<Id>(sql`
  select n.recipient_id
    from (select r.recipient_id from recipients r
           where r.organization_id = ${organizationId} and r.status = 'active'
           order by r.recipient_id desc limit ${NEWEST}) n
   where ${others}
   order by n.recipient_id desc limit ${limit}`);
}

/** Active recipients by name, email address, id, or the last four digits of their account: each way the newest first. */
export async function searchRecipients(
  db: Queryable,
  organizationId: OrganizationId,
  { terms: { words, ids, lastFour }, limit }: Search,
): Promise<readonly FoundRecipient[]> {
  const ways: (readonly Id[])[] = [];
  if (ids) ways.push(await withIds(db, organizationId, { ...ids, limit }));
  if (lastFour !== undefined) ways.push(await withLastFour(db, organizationId, lastFour));
  if (words.length > 0) ways.push(await withNames(db, organizationId, { words, limit }));
  const rows: FoundRecipient[] = [];
  for (const way of ways) {
    const ids = way.map(({ recipient_id: id }) => id);
    if (ids.length > 0) rows.push(...(await found(db, organizationId, ids, limit)));
  }
  return [...new Map(rows.map((row) => [row.recipient_id, row])).values()].slice(0, limit);
}
