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
  notAmongApprovers: {
    status: 403,
    title: "The approval rule asks for somebody else now",
    message: "The rule {rule} asks for the approval of somebody else at this step",
  },
  approverLimitExceeded: {
    status: 403,
    title: "The amount is above what the user may approve",
    message: "This user may approve at most {limit} USD from this account",
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
  ownRuleChange: {
    status: 403,
    title: "The person who proposed a change of a rule does not confirm it",
    message: "Another person with the permission manageRules confirms this change",
  },
  ruleChangeDecided: {
    status: 409,
    title: "The change of a rule was decided before",
    message: "This change is {status} already: nothing was done",
  },
} as const satisfies RefusalTable;

export const refuseApproval = refuser(approvalRefusals);
