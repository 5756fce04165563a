import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/** Why a request is not decided as somebody wanted. */
export const approvalRefusals = {
  approvalRequired: {
    status: 403,
    title: "An approval rule that binds direct send would decide this payment",
    message:
      "The rule {rule} has this payment approved by people: ask for it with POST /account/{accountId}/request-send-money",
  },
  requesterUnknown: {
    status: 403,
    title: "The token was created without a person behind it",
    message:
      "Nobody counts as the requester of what this token requests, so whoever holds it could approve it. Create a token in the dashboard, or with bursar token create --creator <email>, and request the payment with that one",
  },
  requestAlreadyDecided: {
    status: 409,
    title: "The request was decided before",
    message: "This request is {status} already: nothing was done",
  },
  requestChanged: {
    status: 409,
    title: "The request, its approval rule or the bank details it pays to changed since it was read",
    message: "This request changed: read version {version} of it and decide again; earlier approvals do not count",
  },
  mayNotDecide: {
    status: 403,
    title: "The user is not there any more, is locked, or has no send-money permission",
    message: "Only a user with send-money permission who is not locked decides about requests",
  },
  ownRequest: {
    status: 403,
    title: "The user made the request, or the token that made it",
    message: "The person behind a request does not decide about it: somebody else does",
  },
  recipientEditor: {
    status: 403,
    title: "The user made the last change of the recipient's name or bank details",
    message:
      "You made the last change of this recipient's name or bank details (yourself, through a token you created, or through an invite you sent). Another person has to approve payments that use it",
  },
  notAmongApprovers: {
    status: 403,
    title: "The approval rule asks for somebody else now",
    message: "The rule {rule} asks for the approval of somebody else at this step",
  },
  approverLimitExceeded: {
    status: 403,
    title: "The approval would exceed one of the user's approval limits",
    message:
      "This user may approve at most {limit} USD per {per}: {used} USD is approved, {remaining} USD remains. Another approver can approve this request",
  },
  alreadyReviewed: {
    status: 409,
    title: "The user has reviewed the request before",
    message: "This user has reviewed the request already: each approval is another person's",
  },
  mayNotWithdraw: {
    status: 403,
    title: "Only the person behind a request or an administrator withdraws it",
    message: "A request is withdrawn by the person who made it or by an administrator",
  },
} as const satisfies RefusalTable;

export const refuseApproval = refuser(approvalRefusals);
