import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { bankReasons } from "bursar-banking/codes/bank-reasons";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";

const outcomes = ["rejected", "blocked", "returned"] as const satisfies readonly AnswerOutcome[];

const ReasonsSchema = object(
  {
    reasons: Type.Array(
      object(
        {
          code: Type.String({ description: "The bank's code, such as `R03`." }),
          title: Type.String({ description: "What it means." }),
        },
        { title: "SandboxReason" },
      ),
      { description: "In the order of the standard." },
    ),
  },
  { title: "SandboxReasons" },
);

/** The codes that the routes of a payment's outcome take. */
export function sandboxReasonRoutes(app: Api, scope: "sendMoney"): void {
  app.get(
    "/sandbox/reasons",
    {
      config: { scope },
      schema: {
        operationId: "listSandboxReasons",
        summary: "List reason codes",
        description: "The reasons that the simulated bank can give with an outcome of a payment.",
        tags: ["Sandbox"],
        querystring: object({
          paymentMethod: Type.Optional(
            OneOf(paymentMethods, "The payment's method; `ach` by default.", "PaymentMethod"),
          ),
          outcome: Type.Optional(OneOf(outcomes, "The outcome; `rejected` by default.")),
        }),
        response: { 200: ReasonsSchema },
      },
    },
    async (request) => {
      const { paymentMethod = "ach", outcome = "rejected" } = request.query;
      return { reasons: bankReasons(paymentMethod, outcome).map(({ code, title }) => ({ code, title })) };
    },
  );
}
