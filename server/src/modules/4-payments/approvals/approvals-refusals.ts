import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/**
 * Why a request or a decision about it is refused. 403: this caller may not do it. 409: the request is no longer as the
 * caller has read it.
 */
export const approvalRefusals = {
  approvalRequired: {
    status: 403,
    title: "An approval rule that applies to direct send requires approval of this payment",
    message:
      "The rule {rule} requires approval of this payment. Submit it with POST /account/{accountId}/request-send-money.",
  },
  requesterUnknown: {
    status: 403,
    title: "The token has no creator",
    message:
      "This token has no creator who counts as the requester, so its holder could approve its own requests. Create a token in the dashboard, or with bursar token create --creator <email>, and request the payment with it.",
  },
  requestAlreadyDecided: {
    status: 409,
    title: "The request was already decided",
    message: "This request is already {status}. Reload it to see who decided.",
  },
  requestChanged: {
    status: 409,
    title: "The request, its approval rule, or the bank details changed after it was read",
    message: "This request has changed. Read version {version} and decide again; earlier approvals do not count.",
  },
  mayNotDecide: {
    status: 403,
    title: "The user does not exist, is locked, or has no send-money permission",
    message: "Only an unlocked user with send-money permission can decide about requests. Ask one to decide.",
  },
  ownRequest: {
    status: 403,
    title: "The user is the requester, or created the token that made the request",
    message: "The requester cannot decide about their own request. Ask another user.",
  },
  recipientEditor: {
    status: 403,
    title: "The user last changed the recipient's name or bank details",
    message:
      "You last changed this recipient's name or bank details (yourself, through a token you created, or through an invite you sent). Another user must approve payments that use them.",
  },
  notAmongApprovers: {
    status: 403,
    title: "The approval rule requires another approver at this step",
    message: "The rule {rule} requires approval by another user at this step. Ask one of its approvers.",
  },
  approverLimitExceeded: {
    status: 403,
    title: "The approval would exceed one of the user's approval limits",
    message:
      "This user may approve at most {limit} USD per {per}: {used} USD is approved, {remaining} USD remains. Ask an approver with a higher limit.",
  },
  alreadyReviewed: {
    status: 409,
    title: "The user already reviewed the request",
    message: "This user has already reviewed the request. Each approval must come from another user.",
  },
  requestSentBack: {
    status: 409,
    title: "The request was sent back with a question that is not settled",
    message:
      "This request was sent back with a question. It can be approved when the question is answered or withdrawn.",
  },
  noOpenQuestion: {
    status: 409,
    title: "The request has no question to answer or withdraw",
    message: "This request has no open question: it was settled, or the request was decided.",
  },
  mayNotAnswer: {
    status: 403,
    title: "The user may not request payments, so they cannot answer for the requester",
    message: "Only the requester or another user who may request payments can answer this question. Ask one of them.",
  },
  mayNotWithdrawQuestion: {
    status: 403,
    title: "Only the user who asked the question or an administrator can withdraw it",
    message: "Only the user who asked this question or an administrator can withdraw it. Answer it instead.",
  },
  mayNotWithdraw: {
    status: 403,
    title: "Only the requester or an administrator can withdraw a request",
    message: "Only the requester or an administrator can withdraw this request. Ask one of them.",
  },
} as const satisfies RefusalTable;

export const refuseApproval = refuser(approvalRefusals);

/** Why a user may not approve a request, alone or in a batch. */
export const refusalsToApprove = [
  "alreadyReviewed",
  "mayNotDecide",
  "ownRequest",
  "recipientEditor",
  "notAmongApprovers",
  "approverLimitExceeded",
  "stepUpNeeded",
] as const;
