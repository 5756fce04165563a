import type { Refusal } from "#kernel/refusal.ts";
import { mayApprovePayments, mayRequestPayments, type Person } from "#records/people";
import { refuseApproval } from "../approvals-refusals.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { publicStatusOf, requestStates } from "../requests/request-states.ts";

/**
 * Sending a request back with a question, as pure functions of what was read. The status of the request stays
 * pendingApproval (ADR 0078): the question is stored in addition, and prevents approvals until it is settled.
 */

/** What can be done about a question. */
export const questionActions = ["ask", "answer", "withdrawQuestion"] as const;
export type QuestionAction = (typeof questionActions)[number];
export const isQuestionAction = (action: string): action is QuestionAction =>
  questionActions.some((questionAction) => questionAction === action);

type Asked = Pick<RequestRow, "status" | "question_id" | "asked_by" | "requester_user_id">;

const waitsForApproval = ({ status }: Pick<Asked, "status">): boolean =>
  requestStates.next(status, "approve") !== undefined;

/**
 * Whether the request waits for an answer. A process of the previous version closes requests without clearing the
 * question, so the status counts, too.
 */
export const isSentBack = (request: Pick<Asked, "status" | "question_id">): boolean =>
  request.question_id !== null && waitsForApproval(request);

/** Why the user may not do it; undefined if they may. */
export function refusalToQuestion(
  action: QuestionAction,
  request: Asked,
  person: Person | undefined,
): Refusal | undefined {
  if (action === "ask") return refusalToAsk(request, person);
  if (!isSentBack(request)) return refuseApproval("noOpenQuestion");
  if (action === "answer") return mayRequestPayments(person) ? undefined : refuseApproval("mayNotAnswer");
  const isAsker = person !== undefined && request.asked_by === person.user_id;
  return person !== undefined && person.locked_at === null && (isAsker || person.role === "administrator")
    ? undefined
    : refuseApproval("mayNotWithdrawQuestion");
}

/** Any approver but the requester, also one who could not approve it now: asking moves no money. */
function refusalToAsk(request: Asked, person: Person | undefined): Refusal | undefined {
  if (!mayApprovePayments(person)) return refuseApproval("mayNotDecide");
  if (!waitsForApproval(request))
    return refuseApproval("requestAlreadyDecided", { details: { status: publicStatusOf(request.status) } });
  if (request.requester_user_id === person.user_id) return refuseApproval("ownRequest");
  return isSentBack(request) ? refuseApproval("requestSentBack") : undefined;
}
