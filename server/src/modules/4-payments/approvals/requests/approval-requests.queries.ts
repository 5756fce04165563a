import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RequestId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { dueWork } from "#records/identity";
import type { RuleId } from "../rules/approval-rule.ts";
import { requests, reviews } from "../tables.ts";
import type { RequestRow, ReviewRow } from "./approval-request.ts";
import { openStatuses, type RequestTrigger, requestStates, type StoredStatus } from "./request-states.ts";

/** Table: approval_requests; amounts already approved are in approved-amounts.queries.ts. */
export const requestColumns: Sql = sql`
  q.request_id, q.kind, q.account_id, q.recipient_id, q.destination_account_id, q.amount_minor, q.method, q.external_memo,
  q.note, q.purpose, q.charge_type, q.ach_fields, q.send_on, q.due_at, q.requester_token_id, q.requester_user_id, q.created_at, q.status,
  q.version, q.rule_id, q.terms, q.approvers_required, q.requester_may_approve, q.problem, q.transaction_id,
  q.question_id, q.asked_by, q.asked_at, q.batch_id, q.via`;

/** The same, of requests that are decided or shown alone. */
const provenColumns: Sql = sql`${requestColumns}, ${requests.proof("q")}`;
/** The same, of lists: one that nothing vouches for is not among them. */
export const listedColumns: Sql = sql`${requestColumns}, ${requests.proofOrSkip("q")}`;

/** A new request. */
export type NewRequest = Omit<
  RequestRow,
  "status" | "version" | "problem" | "transaction_id" | "question_id" | "asked_by" | "asked_at"
>;

/** Stores a request in its initial state and first version. */
export const insertRequest = (tx: Tx, organizationId: OrganizationId, request: NewRequest) =>
  tx.one<RequestRow>(sql`
  insert into approval_requests as q (
    organization_id, request_id, kind, account_id, recipient_id, destination_account_id, amount_minor, method, external_memo,
    note, purpose, charge_type, ach_fields, send_on, due_at, requester_token_id, requester_user_id, created_at, rule_id, terms,
    approvers_required, requester_may_approve, batch_id, via)
  values (
    ${organizationId}, ${request.request_id}, ${request.kind}, ${request.account_id}, ${request.recipient_id},
    ${request.destination_account_id}, ${request.amount_minor}, ${request.method}, ${request.external_memo}, ${request.note},
    ${request.purpose}, ${request.charge_type}, ${request.ach_fields && JSON.stringify(request.ach_fields)}::jsonb, ${request.send_on}, ${request.due_at}, ${request.requester_token_id},
    ${request.requester_user_id}, ${request.created_at}, ${request.rule_id}, ${request.terms}, ${request.approvers_required},
    ${request.requester_may_approve}, ${request.batch_id}, ${request.via})
  returning ${requestColumns}, ${requests.inserted("q")}`);

/** One request of either kind; undefined if the organization has none with this id. */
export const findRequest = (db: Queryable, organizationId: OrganizationId, requestId: string) =>
  db.maybe<RequestRow>(sql`
  select ${provenColumns} from approval_requests q
   where q.organization_id = ${organizationId} and q.request_id = ${requestId}`);

/** One request of the kind, or of either; refuses with `resourceNotFound`. */
export async function getRequest(
  db: Queryable,
  organizationId: OrganizationId,
  { requestId, kind }: { requestId: string; kind: RequestRow["kind"] | undefined },
): Promise<RequestRow> {
  const row = await findRequest(db, organizationId, requestId);
  if (row === undefined || (kind !== undefined && row.kind !== kind)) throw notFound("request");
  return row;
}

/** The first lock of every decision, so decisions about one request happen one after the other (ADR 0015). */
export const lockRequest = (tx: Tx, organizationId: OrganizationId, requestId: string) =>
  tx.maybe<RequestRow>(sql`
  select ${provenColumns} from approval_requests q
   where q.organization_id = ${organizationId} and q.request_id = ${requestId} for update of q`);

/** What a list shows. An undefined member does not restrict it. */
export interface RequestFilter {
  /** Undefined: both kinds in one queue. */
  readonly kind?: RequestRow["kind"] | undefined;
  readonly statuses: readonly StoredStatus[] | undefined;
  readonly accountId?: string | undefined;
  readonly destinationAccountId?: string | undefined;
  /** Only those sent back with a question. */
  readonly sentBack?: boolean | undefined;
  /** The requests of this batch only. */
  readonly batchId?: string | undefined;
  /** Only requests that are decided by themselves. */
  readonly alone?: boolean | undefined;
}

/** Ids are ordered by time, so pages in the order of ids are stable while requests are added (decision P9). */
export const requestKey: Sql = sql`q.request_id`;

/** The IDs of one page, in the order of the keyset: whatever is not shown of them, the list continues after it. */
export const pageOfRequests = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: RequestFilter; keyset: KeysetRange },
) => {
  const conditions = [...conditionsOf(filter), keyset.condition];
  return db.many<Pick<RequestRow, "request_id">>(sql`
  select q.request_id from approval_requests q
   where q.organization_id = ${organizationId} and ${allOf(conditions)}
   order by ${keyset.order} limit ${keyset.limit}`);
};

const conditionsOf = ({
  kind,
  statuses,
  accountId,
  destinationAccountId,
  sentBack = false,
  batchId,
  alone,
}: RequestFilter): readonly Sql[] => [
  ...(kind === undefined ? [] : [sql`q.kind = ${kind}`]),
  ...(statuses === undefined ? [] : [isOneOf(sql`q.status`, statuses)]),
  ...(accountId === undefined ? [] : [sql`q.account_id = ${accountId}`]),
  ...(destinationAccountId === undefined ? [] : [sql`q.counterparty_id = ${destinationAccountId}`]),
  // Few have a question, and all of them are in one index.
  ...(sentBack ? [sql`q.question_id is not null`] : []),
  ...(batchId === undefined ? [] : [sql`q.batch_id = ${batchId}`]),
  ...(alone ? [sql`q.batch_id is null`] : []),
];

/** What requests are sorted by. */
export type SortedRequest = Pick<
  RequestRow,
  | "request_id"
  | "kind"
  | "account_id"
  | "recipient_id"
  | "destination_account_id"
  | "amount_minor"
  | "method"
  | "requester_token_id"
  | "requester_user_id"
  | "status"
>;

/** All requests of a list in any order, or, if there are more than `most`, one more than that. */
export const someRequests = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, most }: { readonly filter: RequestFilter; readonly most: number },
) =>
  db.many<SortedRequest>(sql`
  select q.request_id, q.kind, q.account_id, q.recipient_id, q.destination_account_id, q.amount_minor, q.method,
         q.requester_token_id, q.requester_user_id, q.status
    from approval_requests q
   where ${allOf([sql`q.organization_id = ${organizationId}`, ...conditionsOf(filter)])}
   limit ${most + 1}`);

/** The requests with these IDs, in this order. */
export const requestsInOrder = (db: Queryable, organizationId: OrganizationId, requestIds: readonly string[]) =>
  db.many<RequestRow>(sql`
  select ${listedColumns}
    from unnest(${uuidArray(requestIds)}::uuid[]) with ordinality as i (id, place)
   cross join lateral (
     select * from approval_requests q where q.organization_id = ${organizationId} and q.request_id = i.id offset 0) q
   order by i.place`);

/** Whether a cursor names a request of this organization: for paging. */
export const requestWithId = (
  organizationId: OrganizationId,
  kind: RequestRow["kind"] | undefined,
  requestId: string,
): Sql => sql`
  select request_id from approval_requests
   where organization_id = ${organizationId} and request_id = ${requestId}
     and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}`;

/** The requests with these ids. */
export const findRequests = (db: Queryable, organizationId: OrganizationId, requestIds: readonly string[]) =>
  db.many<RequestRow>(sql`
  select ${listedColumns} from approval_requests q
   where q.organization_id = ${organizationId} and q.request_id = any (${[...requestIds]}::uuid[])`);

// Written with the states of the state table, because the partial indexes have the same conditions (ADR 0031).
const waitsForApproval = isOneOf(sql`status`, requestStates.statesBefore("approve"));
const isScheduled = (status: Sql) => isOneOf(status, requestStates.statesBefore("reopen"));

/** Whether a recipient is still needed: a recipient with an open request cannot be deleted (decision R1). */
export const hasOpenRequest = async (
  db: Queryable,
  organizationId: OrganizationId,
  recipientId: string,
): Promise<boolean> =>
  (await db.maybe(sql`
  select 1 as found from approval_requests
   where organization_id = ${organizationId} and recipient_id = ${recipientId}
     and ${isOneOf(sql`status`, openStatuses)} limit 1`)) !== undefined;

/** The number waiting for a decision, and not for an answer, counted up to a bound. */
export const countOpen = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count
    from (select from approval_requests
           where organization_id = ${organizationId} and ${waitsForApproval} and question_id is null
           limit ${COUNTED_MAX}) counted`);
const COUNTED_MAX = 10_000;

/** What happened to a request; the trigger determines the new status. */
export interface Decided {
  readonly trigger: RequestTrigger;
  readonly transactionId: TransactionId | null;
  /** Null: open again. */
  readonly decidedAt: Date | null;
  readonly problem: string | null;
}

/**
 * Applies the trigger, which also ends a question. The condition on the status is the last line of defense: if the request has moved in between,
 * there is no row, which is an error, and the whole transaction rolls back.
 */
export const updateDecided = (tx: Tx, organizationId: OrganizationId, requestId: RequestId, decided: Decided) =>
  tx.one<RequestRow>(sql`
  update approval_requests q
     set status = ${requestStates.moves[decided.trigger].to}, transaction_id = ${decided.transactionId}, decided_at = ${decided.decidedAt},
         problem = ${decided.problem}, question_id = null, asked_by = null, asked_at = null
   where q.organization_id = ${organizationId} and q.request_id = ${requestId}
     and ${isOneOf(sql`q.status`, requestStates.statesBefore(decided.trigger))}
  returning ${requestColumns}, ${requests.changed("q")}`);

/** Stores why a request could not be paid; only while it is open. */
export const noteProblem = (tx: Tx, organizationId: OrganizationId, requestId: string, problem: string) =>
  tx.run(sql`
  update approval_requests set problem = ${problem}
   where organization_id = ${organizationId} and request_id = ${requestId} and ${waitsForApproval}`);

/** The parts of the terms that the row stores. */
export interface NewTerms {
  readonly ruleId: RuleId | null;
  readonly digest: Buffer;
  readonly approversRequired: number;
  readonly requesterMayApprove: boolean;
}

/** Changed terms make a new version, so that decisions about the previous one are refused. */
export const updateTerms = (tx: Tx, organizationId: OrganizationId, requestId: RequestId, terms: NewTerms) =>
  tx.one<RequestRow>(sql`
  update approval_requests q
     set version = q.version + 1, rule_id = ${terms.ruleId}, terms = ${terms.digest},
         approvers_required = ${terms.approversRequired}, requester_may_approve = ${terms.requesterMayApprove}
   where q.organization_id = ${organizationId} and q.request_id = ${requestId}
  returning ${requestColumns}, ${requests.changed("q")}`);

const reviewColumns: Sql = sql`
  v.review_id, v.request_id, v.reviewer_user_id, v.decision, v.reason, v.terms, v.reviewed_at`;

const validOf = (organizationId: OrganizationId, requestIds: readonly RequestId[]): Sql => sql`
  from approval_reviews v
   where v.organization_id = ${organizationId} and v.request_id = any (${[...requestIds]}::uuid[]) and v.voided_at is null
   order by v.request_id, v.review_id`;

/** Valid reviews of a request that is decided, oldest first: nothing is decided while one among them is not proven. */
export const reviewsOf = (db: Queryable, organizationId: OrganizationId, requestId: RequestId) =>
  db.many<ReviewRow>(sql`select ${reviewColumns}, ${reviews.proof("v")} ${validOf(organizationId, [requestId])}`);

/** Valid reviews of requests that are shown. */
export const shownReviewsOf = (db: Queryable, organizationId: OrganizationId, requestIds: readonly RequestId[]) =>
  db.many<ReviewRow>(sql`select ${reviewColumns}, ${reviews.proofOrSkip("v")} ${validOf(organizationId, requestIds)}`);

/** All reviews of a request, including void ones, oldest first: for its history. */
export const everyReviewOf = (db: Queryable, organizationId: OrganizationId, requestId: RequestId) =>
  db.many<ReviewRow & { readonly voided_at: Date | null }>(sql`
  select ${reviewColumns}, v.voided_at, ${reviews.proofOrSkip("v")} from approval_reviews v
   where v.organization_id = ${organizationId} and v.request_id = ${requestId}
   order by v.review_id`);

/** Whether anybody has reviewed a request, also if the review is void. Whatever it says now, no review is ever deleted. */
export const wasReviewed = async (db: Queryable, organizationId: OrganizationId, requestId: RequestId) =>
  (await db.maybe(sql`
  select 1 as found from approval_reviews
   where organization_id = ${organizationId} and request_id = ${requestId} limit 1`)) !== undefined;

/** A review to store. */
export interface NewReview {
  readonly reviewId: string;
  readonly requestId: RequestId;
  readonly reviewerUserId: UserId;
  readonly decision: ReviewRow["decision"];
  readonly reason: string | null;
  readonly terms: Buffer;
  readonly requestVersion: number;
  readonly at: Date;
}

/** Stores a review, together with the version and the terms that the user decided on. */
export const insertReview = (tx: Tx, organizationId: OrganizationId, review: NewReview) =>
  tx.run(sql`
  insert into approval_reviews (organization_id, review_id, request_id, reviewer_user_id, decision, reason, terms,
                                request_version, reviewed_at)
  values (${organizationId}, ${review.reviewId}, ${review.requestId}, ${review.reviewerUserId}, ${review.decision},
          ${review.reason}, ${review.terms}, ${review.requestVersion}, ${review.at})
  returning ${reviews.inserted()}`);

/** Earlier reviews no longer count, but stay in the history of the request. Returns the reviewers. */
export async function voidReviews(tx: Tx, organizationId: OrganizationId, requestId: RequestId, at: Date) {
  const valid = await tx.many<{ review_id: string }>(sql`
  select v.review_id, ${reviews.proofOrSkip("v")} from approval_reviews v
   where v.organization_id = ${organizationId} and v.request_id = ${requestId} and v.voided_at is null
     for update of v`);
  const voided = await tx.many<{ reviewer_user_id: UserId }>(sql`
  update approval_reviews set voided_at = ${at}
   where organization_id = ${organizationId} and review_id = any (${uuidArray(valid.map((row) => row.review_id))}::uuid[])
  returning reviewer_user_id, ${reviews.changed()}`);
  assert(voided.length === valid.length, "each review that counted is void");
  return voided;
}

/** Approved requests whose date comes. */
export const scheduledRequests = dueWork<{ readonly request_id: RequestId }>({
  table: sql`approval_requests w`,
  isWaiting: isScheduled(sql`w.status`),
  at: sql`w.due_at`,
  id: sql`w.request_id`,
  columns: sql`w.request_id, ${requests.proofOrSkip("w")}`,
});
