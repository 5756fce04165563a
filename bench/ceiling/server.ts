import { type Api, createApi } from "../../server/src/kernel/http/api.ts";
import { object, Uuid } from "../../server/src/kernel/http/schemas.ts";
import { readConfig } from "../../server/src/kernel/process/config.ts";
import { DirectSendBodySchema } from "../../server/src/modules/4-payments/payments/send/payment-instruction.ts";
import { TransactionSchema } from "../../server/src/modules/4-payments/payments/transactions/transaction.ts";
import { transactionAnswer } from "./transaction-answer.ts";

/**
 * The ceiling: the same framework with the same options, route, parsing, validation, and response, but without token,
 * idempotency key, duplicate guard, and database. The difference to the service is the cost of durability and its
 * rules.
 */
function ceilingRoutes(app: Api): void {
  app.post(
    "/account/:accountId/transactions",
    {
      config: { scope: "public" },
      schema: {
        params: object({ accountId: Uuid("The account that pays.") }),
        body: DirectSendBodySchema,
        response: { 200: TransactionSchema },
      },
    },
    async (request) => transactionAnswer(request.params.accountId, request.body),
  );
  app.get("/readyz", { config: { scope: "public" } }, async () => ({ status: "ready" }));
}

const config = readConfig({ PORT: process.env["PORT"] });
const app = createApi(config, false);
ceilingRoutes(app);
await app.listen({ host: config.host, port: config.port });
process.once("SIGTERM", () => process.exit(0));
