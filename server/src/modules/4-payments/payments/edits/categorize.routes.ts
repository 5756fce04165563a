import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, object, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey, idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { categorizeByHand } from "./categorize.ts";

/** More than a page of the dashboard shows; one database transaction changes all of them. */
const TRANSACTIONS_MAX = 500;

export const CategorizeTransactionsBody = object(
  {
    transactionIds: Type.Array(Uuid("A transaction."), {
      minItems: 1,
      maxItems: TRANSACTIONS_MAX,
      description: "The transactions.",
    }),
    categoryId: Nullable(Uuid("The organization's category; null clears it.")),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CategorizeTransactionsRequest" },
);

export const CategorizedTransactions = object(
  {
    changed: Type.Integer({ description: "Transactions that had another category. Each emits `transaction.updated`." }),
    unchanged: Type.Integer({ description: "Transactions that had this category already." }),
  },
  { title: "CategorizedTransactions" },
);

/** `POST /transactions/categorize`: PATCH /transaction/{transactionId} for many transactions at once. */
export function categorizeRoutes(app: Api, service: Service): void {
  app.post(
    "/transactions/categorize",
    {
      config: { scope: "updateTransactions", refusals: ["resourceNotFound", "categoryNotFound"] },
      schema: {
        operationId: "categorizeTransactions",
        summary: "Set the category of several transactions",
        description:
          "Sets or clears the category of all of them, or of none if one does not exist. Category rules then leave these transactions alone.",
        tags: ["Transactions"],
        body: {
          ...CategorizeTransactionsBody,
          examples: [
            {
              transactionIds: ["01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"],
              categoryId: "01975c2e-9a01-7d3e-8c55-0b1f6a2c4d7e",
            },
          ],
        },
        response: { 200: CategorizedTransactions },
      },
    },
    async (request, reply) => {
      const { idempotencyKey: _, ...body } = request.body;
      const answer = await categorizeByHand(service, {
        caller: callerOf(request),
        body,
        key: idempotencyKeyOf(request, request.body),
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}
