import type { Api } from "#kernel/http/api.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { requireStepUpForAmount } from "#records/people";
import { checkTransfer, createTransfer, TransferBodySchema, TransferSchema } from "./create-transfer.ts";

/** Transfers inside the organization: no recipient, no bank, no allowlist (decision S3). */
export function transferRoutes(app: Api, service: Service): void {
  app.post(
    "/transfer",
    {
      config: {
        scope: "sendMoney",
        refusals: [
          "stepUpNeeded",
          "paymentLimitExceeded",
          "accountNotAllowed",
          "insufficientFunds",
          "ledgerInDoubt",
          "tokenDayLimitExceeded",
          "tokenMonthLimitExceeded",
          "tokenPaymentsPerDayExceeded",
        ],
      },
      schema: {
        operationId: "createInternalTransfer",
        summary: "Transfer between accounts",
        description:
          "Moves money immediately: two transactions, both `sent`, created together or not at all. At or above the amount set by the organization (`approvalStepUpFrom`), a user must reauthenticate (POST /session/step-up). `treasuryTransfer` if a treasury account is involved.",
        tags: ["Transfers"],
        body: {
          ...TransferBodySchema,
          examples: [
            {
              sourceAccountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
              destinationAccountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11",
              amount: 5000,
              idempotencyKey: "sweep-2026-11-20",
            },
          ],
        },
        response: { 200: TransferSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      // Before the key is looked up, so that a replay needs the same proof as a first call (decision P6).
      await requireStepUpForAmount(service, caller, checkTransfer(request.body));
      const answer = await createTransfer(service, {
        caller,
        body: request.body,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}
