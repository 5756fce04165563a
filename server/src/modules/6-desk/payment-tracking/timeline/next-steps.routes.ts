import { remedyKinds } from "bursar-banking/codes/remedies";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, Nullable, OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { HandlingSchema, renderHandling } from "#payments/payments";
import { callerOf } from "#records/identity";
import { nextSteps, readNextSteps } from "./next-steps.ts";

const StepsSchema = object(
  {
    suggested: OneOf(
      remedyKinds,
      "What follows from the reason: `payAgain`, `correctDetails` of the recipient, `askRecipient`, or `review`: find out more first.",
    ),
    why: Type.String({ description: "Why, in one sentence." }),
    steps: Type.Array(OneOf(nextSteps, "A step.", "FailureNextStep"), {
      description: "What the signed-in user may do now.",
    }),
    paymentMethod: OneOf(paymentMethods, "How it was paid.", "PaymentMethod"),
    detailsMethod: OneOf(
      paymentMethods,
      "The method whose bank details it used: a real-time payment may use the ACH details.",
      "PaymentMethod",
    ),
    handled: Nullable(HandlingSchema),
    later: Nullable(
      object(
        {
          kind: OneOf(["transaction", "request"], "A payment, or a request that is open."),
          id: Uuid("The transaction or request."),
        },
        {
          title: "LaterPayment",
          description: "The newest payment of the same amount to the same recipient since this one failed.",
        },
      ),
    ),
  },
  { title: "FailureNextSteps", description: "What helps now; null if the payment did not fail." },
);

/** `GET /transaction/{id}/next-steps`: what can be done about a failed payment, and who has handled it. */
export function nextStepRoutes(app: Api, service: Service): void {
  app.get(
    "/transaction/:transactionId/next-steps",
    {
      config: { scope: "person", permission: "fetchTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getNextSteps",
        summary: "Get what can be done about a failed payment",
        description: "For payments that failed, were blocked, or were returned; null for every other transaction.",
        tags: ["Transactions"],
        params: idParams("transactionId", "The transaction."),
        response: { 200: object({ failure: Nullable(StepsSchema) }, { title: "NextSteps" }) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await readNextSteps(service, caller, request.params.transactionId);
      if (found === undefined) return { failure: null };
      const { remedy, steps, paymentMethod, detailsMethod, handled, later } = found;
      return {
        failure: {
          suggested: remedy.kind,
          why: remedy.why,
          steps: [...steps],
          paymentMethod,
          detailsMethod,
          handled: handled === undefined ? null : await renderHandling(service, caller, handled),
          later: later ?? null,
        },
      };
    },
  );
}
