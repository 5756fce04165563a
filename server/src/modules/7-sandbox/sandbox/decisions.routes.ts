import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { moneyRefusals, PaymentRequestSchema, renderRequest, TransferRequestSchema } from "#payments/approvals";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { decideOnBehalf } from "./decide-on-behalf.ts";

const DecisionBodySchema = Nullable(
  object(
    {
      userEmail: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 320,
          description: "The user who decides; by default, the first who may approve.",
        }),
      ),
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "The reason for a rejection." })),
    },
    { title: "SandboxDecisionRequest" },
  ),
);

const decisions = [
  { verb: "approve", operationId: "approveRequest", summary: "Approve as a user", example: {} },
  {
    verb: "reject",
    operationId: "rejectRequest",
    summary: "Reject as a user",
    example: { reason: "Not on the purchase order" },
  },
] as const;

/** Users' decisions, for tests without a dashboard. */
export function bankDecisionRoutes(app: Api, service: Service, scope: string): void {
  for (const { verb, operationId, summary, example } of decisions) {
    app.post(
      `/sandbox/request-send-money/:requestId/${verb}`,
      {
        config: {
          scope,
          refusals: [
            "resourceNotFound",
            "noSuchApprover",
            "requestAlreadyDecided",
            "requestChanged",
            "alreadyReviewed",
            "mayNotDecide",
            "ownRequest",
            "notAmongApprovers",
            "approverLimitExceeded",
            ...(verb === "approve" ? ["requestSentBack", ...moneyRefusals] : []),
          ],
        },
        schema: {
          operationId,
          summary,
          description:
            "Decides a request as a user of the organization, with every check of the dashboard. Also accepts requests for transfers.",
          tags: ["Sandbox"],
          params: object({ requestId: Uuid("The approval request.") }),
          body: { ...DecisionBodySchema, examples: [example] },
          response: { 200: Type.Union([PaymentRequestSchema, TransferRequestSchema], { title: "ApprovalRequest" }) },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const { organizationId } = caller;
        const { address, httpRequestId } = actorOf(caller);
        const row = await decideOnBehalf(service, {
          organizationId,
          requestId: request.params.requestId,
          decision: verb,
          userEmail: request.body?.userEmail,
          reason: request.body?.reason,
          actor: {
            ...(address === undefined ? {} : { address }),
            ...(httpRequestId === undefined ? {} : { httpRequestId }),
          },
        });
        return renderRequest(service, service.database, { organizationId, row });
      },
    );
  }
}
