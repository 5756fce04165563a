import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { followPennyTest, pennyOutcomes, pennySteps } from "./penny-test.ts";

const PennyTestSchema = object(
  {
    transactionId: Nullable(Uuid("The payment; null: none was made yet.")),
    fileId: Nullable(Uuid("The bank file that contains it.")),
    passed: Type.Boolean({ description: "Whether the bank's statement shows it." }),
    steps: Type.Array(
      object(
        {
          step: OneOf(pennySteps, "The step.", "PennyTestStepName"),
          outcome: OneOf(pennyOutcomes, "How far it is."),
          detail: Type.String({ description: "What happened, or what to do." }),
        },
        { title: "PennyTestStep" },
      ),
      { description: "In order, up to the first that failed." },
    ),
  },
  { title: "PennyTest", description: "The latest payment of $0.01 over a connection, followed to the statement." },
);

/** The penny test of a bank connection. */
export function pennyTestRoutes(app: Api, service: Service): void {
  app.get(
    "/bank-connections/:bankConnectionId/penny-test",
    {
      config: { scope: "bankFiles", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getPennyTest",
        summary: "Follow a penny test",
        description: "Pay $0.01 like any other payment, to an account of your own at another bank.",
        tags: ["Bank connections"],
        params: object({ bankConnectionId: Uuid("The connection.") }),
        response: { 200: PennyTestSchema },
      },
    },
    async (request) => {
      const { steps, ...test } = await followPennyTest(
        service,
        callerOf(request).organizationId,
        request.params.bankConnectionId,
      );
      return { ...test, steps: [...steps] };
    },
  );
}
