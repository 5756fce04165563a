import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RequestId, UserId } from "#kernel/values/ids.ts";
import type { QuestionId, RequestRow } from "../requests/approval-request.ts";
import { requestStates } from "../requests/request-states.ts";
import { requests } from "../tables.ts";

/** Table: approval_requests; the statements of its other columns are in approval-requests.queries.ts. */
const waitsForApproval = isOneOf(sql`status`, requestStates.statesBefore("approve"));

export interface NewQuestion {
  readonly questionId: QuestionId;
  readonly askedBy: UserId;
  readonly at: Date;
}

/** Only of a request that waits for approval without one: the conditions repeat the rules under the lock. */
export const setQuestion = (tx: Tx, organizationId: OrganizationId, requestId: RequestId, question: NewQuestion) =>
  tx.one<{ request_id: RequestId }>(sql`
  update approval_requests
     set question_id = ${question.questionId}, asked_by = ${question.askedBy}, asked_at = ${question.at}
   where organization_id = ${organizationId} and request_id = ${requestId} and ${waitsForApproval} and question_id is null
  returning request_id, ${requests.changed()}`);

export const clearQuestion = (tx: Tx, organizationId: OrganizationId, requestId: RequestId) =>
  tx.one<{ request_id: RequestId }>(sql`
  update approval_requests set question_id = null, asked_by = null, asked_at = null
   where organization_id = ${organizationId} and request_id = ${requestId} and question_id is not null
  returning request_id, ${requests.changed()}`);

/** A request that was sent back. */
export type SentBackRow = Pick<
  RequestRow,
  "request_id" | "kind" | "recipient_id" | "destination_account_id" | "amount_minor" | "requester_user_id"
> & { readonly question_id: QuestionId; readonly asked_by: UserId; readonly asked_at: Date };

/** Requests that wait for an answer, the oldest first. */
export const sentBackRequests = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<SentBackRow>(sql`
  select request_id, kind, recipient_id, destination_account_id, amount_minor, requester_user_id, question_id, asked_by, asked_at
    from approval_requests
   where organization_id = ${organizationId} and question_id is not null and ${waitsForApproval}
   order by request_id limit ${limit}`);
