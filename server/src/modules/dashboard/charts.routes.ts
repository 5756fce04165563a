import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { Day, object, Usd, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import { callerOf } from "../identity/index.ts";
import { balanceHistory, cashFlow } from "./charts.ts";

const tags = ["Dashboard"];
const ofAccount = Type.Optional(Uuid("Only of this account; all accounts together without it."));

/** Figures over time. They cost as much as there are days, however many transactions there are. */
export function chartRoutes(app: Api, service: Service): void {
  app.get(
    "/cash-flow",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getCashFlow",
        summary: "Money in and out by month",
        description:
          "By calendar month in New York, the present month last. Payments count from when they were sent; one that came back counts as in. Of all accounts together, transfers between them are neither; of one account they are.",
        tags,
        querystring: object({
          months: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: "How many; 12 by default." })),
          accountId: ofAccount,
        }),
        response: {
          200: object({
            months: Type.Array(
              object({
                month: Type.String({ description: "YYYY-MM.", examples: ["2026-11"] }),
                in: Usd("What came in."),
                out: Usd("What went out, as a positive number."),
              }),
              { description: "Every month asked for, oldest first." },
            ),
          }),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { months = 12, accountId } = request.query;
      return { months: [...(await cashFlow(service, { organizationId, accountId, months }))] };
    },
  );

  app.get(
    "/balance-history",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getBalanceHistory",
        summary: "Balance at the end of each day",
        description:
          "Current balance (with what is held for payments not sent yet) at the end of each day in New York; of today, as it is now.",
        tags,
        querystring: object({
          days: Type.Optional(Type.Integer({ minimum: 2, maximum: 1100, description: "How many; 90 by default." })),
          accountId: ofAccount,
        }),
        response: {
          200: object({
            days: Type.Array(object({ day: Day("The day."), balance: Usd("At its end.") }), {
              description: "Every day asked for, oldest first, today last.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { days = 90, accountId } = request.query;
      return { days: [...(await balanceHistory(service, { organizationId, accountId, days }))] };
    },
  );
}
