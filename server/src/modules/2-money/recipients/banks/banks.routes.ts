import { routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, object } from "#kernel/http/schemas.ts";
import type { FindBank } from "./bank-directory.ts";

const text = (description: string) => Nullable(Type.String({ description }));

/** Names of banks, for users and payees who enter a routing number. */
export function bankRoutes(app: Api, findBank: FindBank): void {
  app.get(
    "/banks/:routingNumber",
    {
      config: { scope: "public", refusals: ["serviceUnavailable"] },
      schema: {
        operationId: "getBank",
        summary: "Get the bank of a routing number",
        description:
          "From the Federal Reserve's directory, if the operator has provided it (BURSAR_BANK_DIRECTORY). A number without a name may still be right.",
        tags: ["Recipients"],
        params: object({
          routingNumber: Type.String({ minLength: 1, maxLength: 20, description: "ABA routing number, nine digits." }),
        }),
        response: {
          200: object(
            {
              routingNumber: Type.String({ description: "As given." }),
              name: text("The bank's name; null if it is not known."),
              city: text("Its city; null if it is not known."),
              state: text("Its state, two letters; null if it is not known."),
              problem: text("Why it cannot be a routing number; null if it can."),
            },
            { title: "Bank" },
          ),
        },
      },
    },
    async (request) => {
      const { routingNumber } = request.params;
      const problem = routingNumberProblem(routingNumber) ?? null;
      const bank = problem === null ? await findBank(routingNumber) : undefined;
      return {
        routingNumber,
        name: bank?.name ?? null,
        city: bank?.city || null,
        state: bank?.state || null,
        problem,
      };
    },
  );
}
