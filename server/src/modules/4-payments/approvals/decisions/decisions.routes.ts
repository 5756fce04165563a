import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import { personOf, requireStepUp } from "#records/people";
import { refusalsToApprove } from "../approvals-refusals.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { getRequest } from "../requests/approval-requests.queries.ts";
import { renderRequest } from "../requests/render-request.ts";
import { PaymentRequestSchema, TransferRequestSchema } from "../requests/request-schemas.ts";
import { decideRequest, type RequestDecision } from "./decide-request.ts";
import { needsStepUp } from "./step-up.ts";

const Version = Type.Integer({
  minimum: 1,
  description: "The `version` of the request that the user has read, so that later changes are not decided unseen.",
});
/** As many files as a request can have. */
const SeenAttachmentIds = Type.Array(Uuid("An attachment of the request."), {
  maxItems: 100,
  description: "The files that the user has seen: the audit log records them. They are not terms of the payment.",
});
const Reason = Type.String({ minLength: 1, maxLength: 500, description: "The reason, which the requester can read." });

/** Only the last approval moves money, so only an approval can be refused for these reasons. */
export const moneyRefusals = [
  "sameDayUnavailable",
  "sameDayLimitExceeded",
  "sameDayCutOffPassed",
  "recipientAddressMissing",
  "accountCannotPay",
  "ledgerInDoubt",
  "recipientNotFound",
  "recipientCannotReceive",
  "recipientNameUnwritable",
  "bankDetailsUnverified",
  "insufficientFunds",
];

/** One route per decision, for payments and for transfers. */
const verbs = [
  {
    verb: "approve",
    summary: "Approve a request",
    description:
      "For users with the permission `approvePayments`; not for the requester unless the rule allows it, nor for the user who last changed the recipient's name or bank details. The last required approval makes the payment immediately; " +
      "if it cannot be made, nothing changes, the request stays open with the `problem`, and the refusal says why. Not while it is sent back with a question. At or above the organization's limit, the user must reauthenticate (POST /session/step-up).",
    permission: "approvePayments",
    body: object(
      { version: Version, seenAttachmentIds: Type.Optional(SeenAttachmentIds) },
      { title: "ApproveRequest" },
    ),
    example: { version: 1 },
    refusals: ["requestSentBack", ...refusalsToApprove, ...moneyRefusals],
  },
  {
    verb: "reject",
    summary: "Reject a request",
    description: "One rejection ends the request. For users with the permission `approvePayments`.",
    permission: "approvePayments",
    body: object({ version: Version, reason: Reason }, { title: "RejectRequest" }),
    example: { version: 1, reason: "Not on the purchase order" },
    refusals: ["alreadyReviewed", "mayNotDecide", "ownRequest"],
  },
  {
    verb: "withdraw",
    summary: "Withdraw a request",
    description: "Ends a request that is open, or approved for a later date. For the requester and for administrators.",
    permission: undefined,
    body: object({ version: Version, reason: Type.Optional(Reason) }, { title: "WithdrawRequest" }),
    example: { version: 1 },
    refusals: ["mayNotWithdraw"],
  },
] as const;

/** The two queues of the API; both are one table. */
const queues = [
  { kind: "payment", path: "/request-send-money", operation: "SendMoneyRequest", schema: PaymentRequestSchema },
  { kind: "transfer", path: "/request-transfer", operation: "TransferRequest", schema: TransferRequestSchema },
] as const;

/** Decisions of signed-in users: tokens cannot call these routes (decision S6). */
export function decisionRoutes(app: Api, service: Service): void {
  for (const queue of queues) for (const act of verbs) decisionRoute(app, service, queue, act);
}

function decisionRoute(
  app: Api,
  service: Service,
  { kind, path, operation, schema }: (typeof queues)[number],
  { verb, summary, description, permission, body, example, refusals }: (typeof verbs)[number],
): void {
  app.post(
    `${path}/:requestId/${verb}`,
    {
      config: {
        scope: "person",
        ...(permission === undefined ? {} : { permission }),
        refusals: ["resourceNotFound", "requestAlreadyDecided", "requestChanged", ...refusals],
      },
      schema: {
        operationId: `${verb}${operation}`,
        summary,
        description,
        tags: ["Approvals"],
        params: object({ requestId: Uuid("The approval request.") }),
        body: { ...body, examples: [example] },
        response: { 200: schema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { requestId } = request.params;
      // The kind is part of the address: a transfer under the path of payments is not found.
      const found = await getRequest(service.database, caller.organizationId, { requestId, kind });
      if (verb === "approve") await checkStepUp(service, caller, found);
      const row = await decideRequest(
        service,
        decisionOf(caller, { requestId: found.request_id, decision: verb, ...request.body }),
      );
      return renderRequest(service, service.database, { organizationId: caller.organizationId, row });
    },
  );
}

/** The decision of the signed-in user (decision S6). */
const decisionOf = (
  caller: Caller,
  decision: Pick<RequestDecision, "requestId" | "decision" | "version" | "reason" | "seenAttachmentIds">,
): RequestDecision => {
  const { organizationId, userId } = personOf(caller);
  return { ...decision, organizationId, userId, actor: actorOf(caller) };
};

/** Approving a large amount requires the user, not just an open session. */
async function checkStepUp(service: Service, caller: Caller, request: RequestRow): Promise<void> {
  if (await needsStepUp(service.database, caller.organizationId, request)) requireStepUp(caller);
}
