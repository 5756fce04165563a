import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { requests } from "../tables.ts";

/** The movements to a recipient or an account, or out of an account, on one day and before a request. */
export interface DayPart {
  /** The recipient or account. */
  readonly subjectId: string;
  /** The request itself, which is not counted. */
  readonly requestId: string;
  /** Only smaller ids count. */
  readonly before: string;
  /** The day: its ids, from the first up to the next day's, and its instants. */
  readonly fromId: string;
  readonly untilId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * The request q was not paid yet, or its payment was not undone. A scalar subquery, because the planner would hash an
 * "exists" over all transactions.
 */
const notUndone = (organizationId: OrganizationId) => sql`
  coalesce((select m.status from money_out m
             where m.organization_id = ${organizationId} and m.transaction_id = q.transaction_id), 'pending') in ('pending', 'sent')`;

const toCounterparty = {
  request: sql`q.counterparty_id`,
  money: sql`t.counterparty_id`,
};
const outOfAccount = { request: sql`q.account_id`, money: sql`t.account_id` };
const subjects = { counterparty: toCounterparty, account: outOfAccount };

interface PartsBy {
  readonly by: keyof typeof subjects;
  readonly parts: readonly DayPart[];
}

/** Cents of each part, in their order. */
export const totalsOfDay = async (
  db: Queryable,
  organizationId: OrganizationId,
  { by, parts }: PartsBy,
): Promise<readonly bigint[]> =>
  parts.length === 0
    ? []
    : (await db.many<{ total: bigint }>(totalsStatement(organizationId, { by, parts }))).map(({ total }) => total);

/** Whether the request q counts in totals and toward limits. */
export const counts = (organizationId: OrganizationId): Sql =>
  sql`q.status not in ('rejected', 'cancelled') and ${notUndone(organizationId)}`;

/**
 * Requests made or scheduled for the day, unless they were rejected or their payment was undone; and money that moved
 * on the day without such a request. Reads the view money_out.
 *
 * What does not count although it was requested for the day must be proven, in the snapshot of the sums. What counts
 * needs no proof: no request can be deleted, amounts and accounts never change, and a larger total is treated more
 * strictly.
 */
export function totalsStatement(organizationId: OrganizationId, { by, parts }: PartsBy): Sql {
  const subject = subjects[by];
  const ids = (name: "subjectId" | "requestId" | "before" | "fromId" | "untilId") =>
    uuidArray(parts.map((part) => part[name]));
  const instants = (name: "startsAt" | "endsAt") => parts.map((part) => part[name].toISOString());
  const stands = sql`
        q.organization_id = ${organizationId} and ${subject.request} = w.subject_id and q.request_id <> w.request_id
          and ${counts(organizationId)}`;
  const uncounted = sql`
      from (select * from approval_requests q
             where q.organization_id = ${organizationId} and ${subject.request} = w.subject_id
               and q.request_id >= w.from_id and q.request_id < w.until_id
            union all
            select * from approval_requests q
             where q.organization_id = ${organizationId} and ${subject.request} = w.subject_id
               and q.due_at >= w.starts_at and q.due_at < w.ends_at and q.request_id < w.from_id) q
     where w.proves and not (${counts(organizationId)})`;
  // The sum of three parts, so that nothing counts twice: requests made on the day; earlier requests that are due on
  // it; and money that moved on it, unless one of the first two parts has counted its request.
  return sql`
  select (
    coalesce((select sum(q.amount_minor) from approval_requests q
       where ${stands} and q.request_id >= w.from_id and q.request_id < least(w.before, w.until_id)), 0)
    + coalesce((select sum(q.amount_minor) from approval_requests q
       where ${stands} and q.due_at >= w.starts_at and q.due_at < w.ends_at
         and q.request_id < least(w.before, w.from_id)), 0)
    + coalesce((select sum(t.amount_minor) from money_out t
        left join approval_requests q on q.organization_id = t.organization_id and q.request_id = t.request_id
       where t.organization_id = ${organizationId} and ${subject.money} = w.subject_id
         and t.transaction_id >= w.from_id and t.transaction_id < least(w.before, w.until_id)
         and t.status in ('pending', 'sent')
         and (q.request_id is null
              or (q.request_id < w.from_id and (q.due_at is null or q.due_at < w.starts_at or q.due_at >= w.ends_at)))), 0)
  )::bigint as total,
  ${requests.proofsOf("q", uncounted)}
    from unnest(${ids("subjectId")}::uuid[], ${ids("requestId")}::uuid[], ${ids("before")}::uuid[], ${ids("fromId")}::uuid[],
                ${ids("untilId")}::uuid[], ${instants("startsAt")}::timestamptz[], ${instants("endsAt")}::timestamptz[],
                ${firstOfEachDay(parts)}::boolean[])
           with ordinality as w (subject_id, request_id, before, from_id, until_id, starts_at, ends_at, proves, place)
   order by w.place`;
}

/** The same proofs serve every request with the subject and the day. */
function firstOfEachDay(parts: readonly DayPart[]): readonly boolean[] {
  const seen = new Set<string>();
  return parts.map(({ subjectId, fromId }) => {
    const day = `${subjectId}/${fromId}`;
    const isFirst = !seen.has(day);
    seen.add(day);
    return isFirst;
  });
}
