import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { counts } from "../rules/day-totals.queries.ts";
import { requests, reviews } from "../tables.ts";

/** What a person approved from one review's id up to another's: part of a day. */
export interface Span {
  readonly userId: UserId;
  readonly fromId: string;
  readonly beforeId: string;
}

/** Cents by account and by recipient, or account a transfer goes to. */
export interface ApprovedAmount {
  /** The span's place in the list, from 0. */
  readonly span: number;
  readonly account_id: AccountId;
  readonly counterparty_id: string;
  readonly amount_minor: bigint;
}

/**
 * Approvals that are not void, of requests that were not rejected and whose payment, if made, was not undone. Reads the
 * view money_out.
 */
export const approvedIn = async (
  db: Queryable,
  organizationId: OrganizationId,
  spans: readonly Span[],
): Promise<readonly ApprovedAmount[]> => {
  const rows = await db.many<ApprovedAmount | { readonly span: null }>(approvedStatement(organizationId, spans));
  return rows.filter((row) => row.span !== null);
};

/**
 * The statement alone, for the test of its plan. One range scan per span: ids of reviews are ordered by time, so a day
 * is a range of ids (ADR 0024).
 *
 * An approval that uses nothing of the limit, because it or its request no longer counts, must be proven, in the snapshot
 * of the sums: the first row has these proofs, even if there are no sums. Others need no proof: no approval can be
 * deleted, amounts never change, and what is counted leaves less of the limit.
 */
export function approvedStatement(organizationId: OrganizationId, spans: readonly Span[]): Sql {
  const given = sql`v.organization_id = ${organizationId} and v.reviewer_user_id = w.user_id and v.decision = 'approved'
         and v.review_id >= w.from_id and v.review_id < w.before_id`;
  const uncounted = sql`
      from ${tableOf(longest(spans))}
      join approval_reviews v on ${given}
      left join approval_requests q on q.organization_id = v.organization_id and q.request_id = v.request_id
     where s.place = 1 and (v.voided_at is not null or not (${counts(organizationId)}))`;
  return sql`
  with sums as (
    select (w.place - 1)::integer as span, q.account_id, q.counterparty_id, sum(q.amount_minor)::bigint as amount_minor
      from ${tableOf(spans)}
      join approval_reviews v on ${given} and v.voided_at is null
      join approval_requests q on q.organization_id = v.organization_id and q.request_id = v.request_id
     where ${counts(organizationId)}
     group by 1, 2, 3)
  select s.span, s.account_id, s.counterparty_id, s.amount_minor,
         ${reviews.proofsOf("v", uncounted)}, ${requests.proofsOf("q", uncounted)}
    from (select sums.*, row_number() over () as place from sums right join (values (1)) as one (row) on true) s`;
}

const tableOf = (spans: readonly Span[]): Sql => sql`
    unnest(${uuidArray(spans.map((span) => span.userId))}::uuid[], ${uuidArray(spans.map((span) => span.fromId))}::uuid[],
           ${uuidArray(spans.map((span) => span.beforeId))}::uuid[])
           with ordinality as w (user_id, from_id, before_id, place)`;

/** One span for each user and day. */
const longest = (spans: readonly Span[]): readonly Span[] => [
  ...new Map(
    spans
      .toSorted((a, b) => (a.beforeId < b.beforeId ? -1 : 1))
      .map((span): [string, Span] => [`${span.userId}/${span.fromId}`, span]),
  ).values(),
];

/** Serializes the decisions of a user with limits, so that two concurrent approvals cannot both be within them. */
export const lockLimits = (tx: Tx, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  tx.many<{ user_id: UserId }>(sql`
  select user_id from approver_limits
   where organization_id = ${organizationId} and user_id = any (${[...userIds]}::uuid[])
   order by user_id, account_id nulls first
     for no key update`);
