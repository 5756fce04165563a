import type { Api } from "#kernel/http/api.ts";
import { idParams } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { refusalsToApprove } from "../approvals-refusals.ts";
import { ApproveBatchSchema, RejectBatchSchema, StartedDecisionSchema, WithdrawBatchSchema } from "./batch-schemas.ts";
import { startBatchDecision } from "./decide-batch.ts";

const CONTENT = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const verbs = [
  {
    verb: "approve",
    summary: "Approve a batch",
    description:
      "Approves each request of the batch that the user may approve, in its own transaction and with all checks of POST /request-send-money/{requestId}/approve. Before that, the available balances must cover what the approvals would pay, and at or above the organization's limit, as an amount or as the total of the batch, the user must reauthenticate (POST /session/step-up) once.",
    permission: "approvePayments",
    body: ApproveBatchSchema,
    example: { content: CONTENT },
    refusals: [...refusalsToApprove, "batchNotCovered"],
  },
  {
    verb: "reject",
    summary: "Reject a batch",
    description: "Rejects each waiting request of the batch, with one reason.",
    permission: "approvePayments",
    body: RejectBatchSchema,
    example: { content: CONTENT, reason: "Not on the purchase order" },
    refusals: ["alreadyReviewed", "mayNotDecide", "ownRequest"],
  },
  {
    verb: "withdraw",
    summary: "Withdraw a batch",
    description: "Withdraws each waiting request of the batch. For their requester and for administrators.",
    permission: undefined,
    body: WithdrawBatchSchema,
    example: { content: CONTENT },
    refusals: ["mayNotWithdraw"],
  },
] as const;

/** Decisions of signed-in users about a whole batch: tokens cannot call these routes (decision S6). */
export function batchDecisionRoutes(app: Api, service: Service): void {
  for (const act of verbs) decisionRoute(app, service, act);
}

function decisionRoute(
  app: Api,
  service: Service,
  { verb, summary, description, permission, body, example, refusals }: (typeof verbs)[number],
): void {
  app.post(
    `/approval-batches/:batchId/${verb}`,
    {
      config: {
        scope: "person",
        ...(permission === undefined ? {} : { permission }),
        refusals: [
          "resourceNotFound",
          "batchNotSubmitted",
          "batchDecided",
          "batchChanged",
          "batchDecisionRunning",
          ...refusals,
        ],
      },
      schema: {
        operationId: `${verb}ApprovalBatch`,
        summary,
        description,
        tags: ["Approvals"],
        params: idParams("batchId", "The batch."),
        body: { ...body, examples: [example] },
        response: { 202: StartedDecisionSchema },
      },
    },
    async (request, reply) => {
      // The schemas differ in the reason only.
      const sent: { content: string; reason?: string; idempotencyKey?: string | null } = request.body;
      const answer = await startBatchDecision(service, {
        caller: callerOf(request),
        batchId: request.params.batchId,
        verb,
        content: sent.content,
        reason: sent.reason,
        key: idempotencyKeyOf(request, sent),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(202).send(answer.body);
    },
  );
}
