import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Listed, someOfList } from "./search-pages.queries.ts";
import type { TransactionRow } from "./transaction.ts";
import { columns, withCategory } from "./transactions.queries.ts";

/** The columns by which the table can be sorted. */
export const sorts = ["created", "amount", "counterparty", "account", "method", "status", "posted", "settled"] as const;
export type ActivitySort = (typeof sorts)[number];

/** What a list is sorted by, as an expression over a transaction; never null, because places in a list are compared. */
export type SortKey = Sql;

/** Without accents and in lower case, compared by bytes: every server sorts it alike. */
const folded = (text: Sql): Sql =>
  sql`lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`;

/** The keys of the columns, except that of accounts, whose names other rows have. */
export const sortKeys = {
  amount: sql`abs(t.amount_minor)`,
  counterparty: folded(sql`t.counterparty_name`),
  method: sql`coalesce(t.method::text, '') collate "C"`,
  status: sql`t.status::text collate "C"`,
  posted: sql`coalesce(t.posted_at, 'infinity')`,
} as const satisfies Partial<Record<ActivitySort, SortKey>>;

/** Accounts in the order of their names. */
export const accountKey = (ids: readonly string[]): SortKey =>
  sql`coalesce(array_position(${[...ids]}::uuid[], t.account_id), 0)`;

/** The key of one transaction, as a value. */
export const keyOfTransaction = (organizationId: OrganizationId, transactionId: string, key: SortKey): Sql => sql`
  (select ${key} from transactions t where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}::uuid)`;

/** The columns of a place in a sorted list. */
export const sortedPlace = { key: sql`s.sort_key`, id: sql`s.transaction_id` } as const;

/**
 * One page of a list in the order of a key that no index has: at most `most` matching transactions are read and sorted.
 * The only row has no id if there are more, or if the page is empty.
 */
export const sortedPage = (
  db: Queryable,
  listed: Listed,
  { key, most, page }: { readonly key: SortKey; readonly most: number; readonly page: KeysetRange },
) =>
  db.many<{ readonly transaction_id: TransactionId | null; readonly has_more: boolean }>(sql`
  with found as materialized (${someOfList(listed, { selected: sql`t.transaction_id, ${key} as sort_key`, most: most + 1 })}),
       counted as (select count(*) > ${most}::bigint as has_more from found)
  select s.transaction_id, n.has_more
    from counted n
    left join lateral (
      select s.transaction_id, s.sort_key from found s
       where not n.has_more and ${page.condition}
       order by ${page.order} limit ${page.limit}
    ) s on true
   order by ${page.order}`);

/** The transactions with these ids, in this order. */
export const transactionsInOrder = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<TransactionRow>(sql`
  select ${columns}
    from unnest(${[...ids]}::uuid[]) with ordinality as i (id, place)
   cross join lateral (
     select * from transactions t where t.organization_id = ${organizationId} and t.transaction_id = i.id offset 0) t
   ${withCategory(organizationId)}
   order by i.place`);

/** The accounts that have transactions, at most so many: one look-up in the index for each. */
export const accountsWithTransactions = async (
  db: Queryable,
  organizationId: OrganizationId,
  most: number,
): Promise<readonly AccountId[]> => {
  const rows = await db.many<{ readonly account_id: AccountId }>(sql`
  with recursive used (account_id) as (
    (select t.account_id from transactions t
      where t.organization_id = ${organizationId}
      order by t.account_id limit 1)
    union all
    select (select t.account_id from transactions t
             where t.organization_id = ${organizationId} and t.account_id > u.account_id
             order by t.account_id limit 1)
      from used u
     where u.account_id is not null)
  select account_id from used where account_id is not null limit ${most}`);
  return rows.map(({ account_id: id }) => id);
};
