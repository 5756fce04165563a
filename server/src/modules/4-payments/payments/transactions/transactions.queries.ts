import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, CategoryRuleId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { countedStatuses, transferKinds } from "../spending/counted.ts";
import type { TransactionStatus } from "../states/transaction-states.ts";
import type { TransactionRow } from "./transaction.ts";
import type { TransactionEdit } from "./transaction-edit.ts";

/** The columns of a `TransactionRow`. */
export const columns = sql`
  t.transaction_id, t.account_id, t.counterparty_id, t.amount_minor, t.created_at, t.estimated_delivery_at, t.kind, t.method,
  t.counterparty_name, t.counterparty_nickname, t.routing_id, t.external_memo, t.note, t.purpose, t.bank_description,
  t.request_id, t.fee_id, t.fee_for_id, t.status, t.version, t.posted_at, t.failed_at, t.reason_for_failure, t.tracking_number,
  t.check_number, t.note_edited, t.edited_note, t.category_id, t.category_by_hand, t.category_rule_id, t.mercury_category,
  c.name as category_name, c.visible_for_card_spend, c.visible_for_reimbursements, c.visible_for_other`;
export const withCategory = (organizationId: OrganizationId) => sql`
  left join category_labels c on c.organization_id = ${organizationId} and c.category_id = t.category_id`;

/** The key for paging lists of transactions. */
export const transactionKey = sql`t.transaction_id`;

/** One transaction with its category; undefined if the organization has none with this id. */
export const findTransaction = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.maybe<TransactionRow>(sql`
  select ${columns} from transactions t ${withCategory(organizationId)}
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

/** The transaction of an idempotency key. */
export const findTransactionByKey = (db: Queryable, organizationId: OrganizationId, keyDigest: string) =>
  db.maybe<{ transaction_id: TransactionId }>(sql`
  select transaction_id from transactions where key_digest = ${keyDigest} and organization_id = ${organizationId}`);

/** Transactions with these ids, in no particular order; unknown ids are absent. */
export const findTransactionsById = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<TransactionRow>(sql`
  select ${columns} from transactions t ${withCategory(organizationId)}
   where t.organization_id = ${organizationId} and t.transaction_id = any (${[...ids]}::uuid[])`);

/** Locks the transactions until the transaction ends, in id order. Unknown ids are absent. */
export const lockForEdit = (tx: Tx, organizationId: OrganizationId, ids: readonly string[]) =>
  tx.many<{ transaction_id: TransactionId; category_by_hand: boolean }>(sql`
  select transaction_id, category_by_hand from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])
   order by transaction_id
     for no key update`);

/** The filters of a list; every member narrows it. */
export interface TransactionFilter {
  readonly organizationId: OrganizationId;
  readonly accountIds?: readonly string[];
  readonly statuses?: readonly TransactionStatus[];
  /** Ids from this one on, and below that one: a range of creation times. */
  readonly fromId?: string;
  readonly belowId?: string;
  readonly postedFrom?: Date;
  readonly postedBelow?: Date;
  readonly requestId?: string;
  readonly mercuryCategory?: string;
  readonly categoryId?: string;
  /** False: only transactions without a category. */
  readonly isCategorized?: boolean;
  /** Only what the sums of spending count, in this direction. */
  readonly spending?: "out" | "in";
  readonly kinds?: readonly string[];
  readonly methods?: readonly PaymentMethod[];
  /** Cents, at least and at most, in either direction. */
  readonly leastMinor?: bigint;
  readonly mostMinor?: bigint;
  readonly counterpartyIds?: readonly string[];
  /** Whether someone has marked the failed payment as handled (`failuresAmong`). */
  readonly isHandled?: boolean;
  readonly failedFrom?: Date;
  /** Only what left an account, or only what arrived in one: one side of each transfer. */
  readonly direction?: "out" | "in";
  /** What a search finds (`searchCondition`). */
  readonly found?: Sql;
}

/** The conditions of a list. Conditions of partial indexes are repeated, or the planner would not use them. */
export function conditionsOfList(filter: TransactionFilter): Sql {
  const conditions: Sql[] = [sql`t.organization_id = ${filter.organizationId}`];
  const { accountIds, statuses } = filter;
  if (accountIds?.length === 1) conditions.push(sql`t.account_id = ${accountIds[0]}`);
  else if (accountIds) conditions.push(sql`t.account_id = any (${[...accountIds]}::uuid[])`);
  // The final failure statuses imply that the transaction is in the list, so the join already filters it.
  if (statuses && !filtersRareStatuses(filter)) conditions.push(sql`t.status = any (${[...statuses]}::text[])`);
  const key = filtersRareStatuses(filter) ? exceptionKey : transactionKey;
  if (filter.fromId !== undefined) conditions.push(sql`${key} >= ${filter.fromId}::uuid`);
  if (filter.belowId !== undefined) conditions.push(sql`${key} < ${filter.belowId}::uuid`);
  if (filter.postedFrom) conditions.push(sql`t.posted_at >= ${filter.postedFrom}`);
  if (filter.postedBelow) conditions.push(sql`t.posted_at < ${filter.postedBelow}`);
  if (filter.requestId !== undefined) conditions.push(sql`t.request_id = ${filter.requestId}`);
  if (filter.mercuryCategory !== undefined) conditions.push(sql`t.mercury_category = ${filter.mercuryCategory}`);
  if (filter.categoryId !== undefined) conditions.push(sql`t.category_id = ${filter.categoryId}`);
  if (filter.isCategorized !== undefined)
    conditions.push(filter.isCategorized ? sql`t.category_id is not null` : withoutCategory);
  if (filter.spending) conditions.push(countedOf(filter.spending));
  const { kinds } = filter;
  if (kinds?.length === 1) conditions.push(sql`t.kind = ${kinds[0]}`);
  else if (kinds) conditions.push(sql`t.kind = any (${[...kinds]}::text[])`);
  // Repeats the condition of the partial index: transfers, deposits, and fees are few among millions of payments.
  if (filter.kinds && !filter.kinds.includes("outgoingPayment")) conditions.push(sql`t.kind <> 'outgoingPayment'`);
  if (filter.methods) conditions.push(sql`t.method = any (${[...filter.methods]}::text[])`);
  if (filter.direction) conditions.push(filter.direction === "out" ? sql`t.amount_minor < 0` : sql`t.amount_minor > 0`);
  if (filter.leastMinor !== undefined)
    conditions.push(sql`abs(t.amount_minor) >= ${filter.leastMinor.toString()}::bigint`);
  if (filter.mostMinor !== undefined)
    conditions.push(sql`abs(t.amount_minor) <= ${filter.mostMinor.toString()}::bigint`);
  const { counterpartyIds } = filter;
  // Of one, the index is in the order of the list; of several, it is not.
  if (counterpartyIds?.length === 1) conditions.push(sql`t.counterparty_id = ${counterpartyIds[0]}`);
  else if (counterpartyIds) conditions.push(sql`t.counterparty_id = any (${[...counterpartyIds]}::uuid[])`);
  if (filter.failedFrom) conditions.push(sql`t.failed_at >= ${filter.failedFrom}`);
  if (filter.isHandled !== undefined) conditions.push(handlingIs(filter.organizationId, filter.isHandled));
  if (filter.found) conditions.push(filter.found);
  if (filtersRareStatuses(filter)) conditions.push(exceptionsOf(filter));
  return allOf(conditions);
}

/**
 * Written so that the planner expects many rows and reads them in the order of the list until the page is full. With
 * `is null`, it expects few where most have a category, and sorts the whole table.
 */
const withoutCategory = sql`(case when t.category_id is null then 1 else 0 end) <> 0`;

/** The same transactions as in the sums (`isCounted`). */
const countedOf = (direction: "out" | "in"): Sql => sql`
  ${direction === "out" ? sql`t.amount_minor < 0` : sql`t.amount_minor > 0 and t.kind <> 'outgoingPayment'`}
    and t.kind <> all (${[...transferKinds]}::text[]) and t.status = any (${[...countedStatuses]}::text[])`;

/** Of the list of rare endings, so that the transactions that are not in the list are not read. */
const handlingIs = (organizationId: OrganizationId, isHandled: boolean): Sql => {
  const handled = sql`exists (
    select from failure_handlings h
     where h.organization_id = ${organizationId} and h.transaction_id = x.transaction_id and h.undone_at is null)`;
  return isHandled ? handled : sql`not ${handled}`;
};

/** Which of the rare final statuses; a single one is read in the order of its index, and none has no row. */
function exceptionsOf({ organizationId, statuses = [] }: TransactionFilter): Sql {
  const status =
    statuses.length === 1 ? sql`x.status = ${statuses[0]}` : sql`x.status = any (${[...statuses]}::text[])`;
  return sql`x.organization_id = ${organizationId} and ${status}`;
}

/** True if only rare final statuses are requested, which have their own index. */
export const filtersRareStatuses = ({ statuses }: TransactionFilter): boolean =>
  statuses !== undefined && !statuses.includes("pending") && !statuses.includes("sent");

/** The key for paging a list of rare final statuses: scanning all transactions for them would take time per row. */
export const exceptionKey = sql`x.transaction_id`;

/** Where the rows of a list come from. */
export function sourceOf(filter: TransactionFilter): Sql {
  if (!filtersRareStatuses(filter)) return sql`transactions t`;
  // The fence (offset 0) makes the planner fetch each row by its key, in the order of the list, instead of scanning all
  // transactions.
  return sql`transaction_exceptions x
    cross join lateral (
      select * from transactions t
       where t.organization_id = ${filter.organizationId} and t.transaction_id = x.transaction_id offset 0) t`;
}

/** One page by cursor. */
export const listByKeyset = (db: Queryable, filter: TransactionFilter, keyset: KeysetRange) =>
  db.many<TransactionRow>(sql`
  select ${columns} from ${sourceOf(filter)} ${withCategory(filter.organizationId)}
   where ${conditionsOfList(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** A page by number of rows to skip, for older clients (decision P10). */
export interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
  readonly order: "asc" | "desc";
}

/** One page by offset. The cost grows with the offset, so cursors are better for deep pages. */
export const listByOffset = (db: Queryable, filter: TransactionFilter, { limit, offset, order }: OffsetPage) =>
  db.many<TransactionRow>(sql`
  select ${columns} from ${sourceOf(filter)} ${withCategory(filter.organizationId)}
   where ${conditionsOfList(filter)}
   order by ${order === "asc" ? sql`t.transaction_id asc` : sql`t.transaction_id desc`} limit ${limit} offset ${offset}`);

/** Transactions in a range of ids, newest first. */
export const newestTransactions = (
  db: Queryable,
  organizationId: OrganizationId,
  { fromId, belowId, limit }: { readonly fromId: string; readonly belowId: string; readonly limit: number },
) =>
  db.many<TransactionRow>(sql`
  select ${columns} from transactions t ${withCategory(organizationId)}
   where t.organization_id = ${organizationId} and t.transaction_id >= ${fromId}::uuid and t.transaction_id < ${belowId}::uuid
   order by t.transaction_id desc limit ${limit}`);

/** Whether an account has any transaction. */
export const hasTransactions = async (
  db: Queryable,
  organizationId: OrganizationId,
  accountId: AccountId,
): Promise<boolean> =>
  (
    await db.one<{ found: boolean }>(sql`
    select exists (select 1 from transactions
                    where organization_id = ${organizationId} and account_id = ${accountId}) as found`)
  ).found;

/** Where to look for the rows of a list: ids from one on, and below the other. */
export interface TransactionRange {
  readonly fromId: string;
  readonly belowId: string;
}

export const rangesIn = (ranges: readonly TransactionRange[]): Sql =>
  sql`unnest(${ranges.map((range) => range.fromId)}::uuid[], ${ranges.map((range) => range.belowId)}::uuid[]) as d(from_id, below_id)`;
export const inRange = sql`t.transaction_id >= d.from_id and t.transaction_id < d.below_id`;

/** Part of a list in its order: by cursor, or by offset with any condition. */
export interface RangePage extends KeysetRange {
  readonly offset: number;
}

/** A page by offset as a part of its whole list. */
export const wholeList = ({ limit, offset, order }: OffsetPage): RangePage => {
  const descending = order === "desc";
  const idOrder = descending ? sql`t.transaction_id desc` : sql`t.transaction_id asc`;
  return { condition: sql`true`, order: idOrder, descending, limit, offset };
};

export const fromIdOrder = ({ descending }: Pick<RangePage, "descending">): Sql =>
  descending ? sql`d.from_id desc` : sql`d.from_id asc`;

/**
 * One page of a list whose rows are only in these ranges, which do not overlap. They are read one after the other until
 * the page is full: their order is that of the list, so each is sorted separately.
 */
export const listInRanges = (
  db: Queryable,
  filter: TransactionFilter,
  { ranges, page }: { ranges: readonly TransactionRange[]; page: RangePage },
) =>
  db.many<TransactionRow>(sql`
  select ${columns}
    from (select * from ${rangesIn(ranges)} order by ${fromIdOrder(page)}) d
   cross join lateral (
     select t.* from transactions t
      where ${inRange} and ${conditionsOfList(filter)} and ${page.condition}
      order by ${page.order} limit ${page.limit + page.offset}
   ) t ${withCategory(filter.organizationId)}
   order by ${fromIdOrder(page)}, ${page.order} limit ${page.limit} offset ${page.offset}`);

/** The exact number of matching rows, which reads all of them; with ranges, only those in them. */
export const countMatching = (db: Queryable, filter: TransactionFilter, ranges?: readonly TransactionRange[]) =>
  ranges === undefined
    ? db.one<{ total: bigint }>(sql`
        select count(*) as total from ${sourceOf(filter)} where ${conditionsOfList(filter)}`)
    : db.one<{ total: bigint }>(sql`
        select count(*) as total from ${rangesIn(ranges)}
         cross join lateral (select from transactions t where ${inRange} and ${conditionsOfList(filter)}) t`);

/** Amounts of related transactions. */
export const relatedRows = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId; account_id: AccountId; amount_minor: bigint }>(sql`
  select transaction_id, account_id, amount_minor from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])`);

/** Whether a cursor names a transaction of this organization. */
export const transactionExists = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.maybe(sql`
  select 1 as found from transactions where organization_id = ${organizationId} and transaction_id = ${transactionId}`);

/** Stores edits as new versions. The caller holds the locks of the rows. */
export const updateEditableFields = (tx: Tx, organizationId: OrganizationId, edits: readonly TransactionEdit[]) =>
  tx.many<{ transaction_id: TransactionId; version: number }>(sql`
  update transactions t
     set edited_note = e.note, note_edited = e.note_edited, category_id = e.category_id, category_by_hand = e.by_hand,
         category_rule_id = e.rule_id, version = t.version + 1
    from unnest(${edits.map(({ before }) => before.transaction_id)}::uuid[], ${edits.map(({ note }) => note)}::text[],
                ${edits.map(isNoteEdited)}::boolean[],
                ${edits.map(({ categoryId }) => categoryId)}::uuid[], ${edits.map(({ byHand }) => byHand)}::boolean[],
                ${edits.map(ruleOf)}::uuid[])
           as e(id, note, note_edited, category_id, by_hand, rule_id)
   where t.organization_id = ${organizationId} and t.transaction_id = e.id
  returning t.transaction_id, t.version`);

/** The original note stays: the response to a repeated idempotency key shows it (law 3). */
const isNoteEdited = ({ before, note }: TransactionEdit): boolean => before.note_edited || note !== before.note;

/** An edit of the note keeps the rule that set the category. */
const ruleOf = ({ before, categoryId, rule }: TransactionEdit): CategoryRuleId | null =>
  rule?.id ?? (categoryId === before.category_id ? before.category_rule_id : null);

/** From now on, rules leave the categories of these transactions alone. */
export const setByHand = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.run(sql`
  update transactions set category_by_hand = true, category_rule_id = null
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) and not category_by_hand`);
