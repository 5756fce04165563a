import type { Queryable } from "#kernel/sql/database.ts";
import { newestOf } from "#kernel/sql/newest-of.queries.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { hasWord, type SearchTerms, textHasWord } from "#records/search";
import type { RequestRow } from "./approval-request.ts";
import { requestStates } from "./request-states.ts";

/** A request that a search found. */
export type FoundRequest = Pick<
  RequestRow,
  | "request_id"
  | "kind"
  | "recipient_id"
  | "destination_account_id"
  | "amount_minor"
  | "external_memo"
  | "note"
  | "created_at"
  | "status"
>;

const columns = sql`
  q.request_id, q.kind, q.recipient_id, q.destination_account_id, q.amount_minor, q.external_memo, q.note, q.created_at, q.status`;

/** Of each status, so many of the newest requests are compared. */
const NEWEST = 1_000;
/** Those that were paid are found as their payments. */
const compared = requestStates.states.filter((status) => status !== "approved");

interface Search {
  readonly terms: SearchTerms;
  /** Accounts whose names have all words. */
  readonly accountIds: readonly AccountId[];
  readonly limit: number;
}

const names = [
  { kind: "recipient", id: sql`q.counterparty_id` },
  { kind: "counterparty", id: sql`q.counterparty_id` },
] as const;

function conditionOf(organizationId: OrganizationId, { terms: { words, amount }, accountIds }: Search): Sql {
  const conditions = [sql`q.destination_account_id = any (${[...accountIds]}::uuid[])`];
  if (amount)
    conditions.push(
      sql`q.amount_minor >= ${amount.leastMinor.toString()}::bigint and q.amount_minor <= ${amount.mostMinor.toString()}::bigint`,
    );
  const hasIt = (word: string): Sql =>
    sql`(${textHasWord(sql`concat_ws(' ', q.external_memo, q.note)`, word)} or ${hasWord(organizationId, word, names)})`;
  if (words.length > 0) conditions.push(allOf(words.map(hasIt)));
  return conditions.reduce((joined, condition) => sql`${joined} or (${condition})`, sql`false`);
}

/** Requests by id, and those not paid by name, memo, note, or amount; the newest first. */
export async function searchRequests(
  db: Queryable,
  organizationId: OrganizationId,
  search: Search,
): Promise<readonly FoundRequest[]> {
  const { terms, limit } = search;
  const byId = terms.ids
    ? await db.many<FoundRequest>(sql`
  select ${columns} from approval_requests q
   where q.organization_id = ${organizationId} and q.request_id >= ${terms.ids.first}::uuid and q.request_id <= ${terms.ids.last}::uuid
   order by q.request_id desc limit ${limit}`)
    : [];
  const others = await db.many<FoundRequest>(sql`
  select ${columns} from unnest(${[...compared]}::text[]) as s (status)
   cross join lateral (
     select * from approval_requests q
      where q.organization_id = ${organizationId} and ${newestOf({ group: sql`q.status`, id: sql`q.request_id` }, sql`s.status`)}
      limit ${NEWEST}) q
   where ${conditionOf(organizationId, search)}
   order by q.request_id desc limit ${limit}`);
  return [...new Map([...byId, ...others].map((row) => [row.request_id, row])).values()].slice(0, limit);
}
