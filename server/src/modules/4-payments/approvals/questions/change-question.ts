import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { settleNotifications } from "#records/notifications";
import { lockUsersForShare } from "#records/people";
import type { QuestionId, RequestRow } from "../requests/approval-request.ts";
import { lockRequest } from "../requests/approval-requests.queries.ts";
import { type QuestionAction, refusalToQuestion } from "./question-rules.ts";
import { clearQuestion, setQuestion } from "./questions.queries.ts";

interface ByUser {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  readonly userId: UserId;
}

/**
 * The request, locked, if the user may do this about its question now. The lock of every decision is the first one here,
 * too, so that an approval and a question about one request happen one after the other. Refusals: `resourceNotFound` and
 * those of question-rules.ts.
 */
export async function lockForQuestion(
  tx: Tx,
  action: QuestionAction,
  { organizationId, requestId, userId }: ByUser,
): Promise<RequestRow> {
  const request = await lockRequest(tx, organizationId, requestId);
  if (request === undefined) throw notFound("request");
  const [person] = await lockUsersForShare(tx, organizationId, [userId]);
  const refusal = refusalToQuestion(action, request, person);
  if (refusal !== undefined) throw refusal;
  return request;
}

/** Sends the locked request back: it keeps its status, version, and approvals, and cannot be approved. */
export async function sendBack(
  service: Service,
  tx: Tx,
  {
    organizationId,
    request,
    questionId,
    userId,
  }: {
    readonly organizationId: OrganizationId;
    readonly request: RequestRow;
    readonly questionId: QuestionId;
    readonly userId: UserId;
  },
): Promise<void> {
  assert(request.question_id === null, "a request has one question at a time");
  assert(request.requester_user_id !== userId, "the requester does not ask about their own request");
  await setQuestion(tx, organizationId, request.request_id, { questionId, askedBy: userId, at: service.clock.now() });
}

/** Returns the locked request to its approvers. */
export async function returnToApprovers(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<void> {
  assert(request.question_id !== null, "only a request with a question returns");
  await clearQuestion(tx, organizationId, request.request_id);
  const subject = { type: "approvalRequest", id: request.request_id } as const;
  // A decision about the request settles it, too (decisions/notify-decided.ts).
  await settleNotifications(service, tx, { organizationId, subject, kinds: ["questionAsked"] });
}
