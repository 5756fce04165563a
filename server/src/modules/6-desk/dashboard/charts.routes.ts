import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Day, object, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { balanceHistory, cashFlow } from "./charts.ts";

const tags = ["Accounts"];
const ofAccount = Type.Optional(Uuid("Only this account; all accounts together if omitted."));

/** Figures over time. Their cost grows with the number of days, not of transactions. */
export function chartRoutes(app: Api, service: Service): void {
  cashFlowRoute(app, service);
  balanceHistoryRoute(app, service);
}

function cashFlowRoute(app: Api, service: Service): void {
  app.get(
    "/cash-flow",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getCashFlow",
        summary: "Get cash flow by month",
        description:
          "By calendar month in New York, current month last. Payments count when they are sent; returned payments count as inflow. Transfers between accounts count for a single account, but not for all accounts together.",
        tags,
        querystring: object({
          months: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 60, description: "Number of months; 12 by default." }),
          ),
          accountId: ofAccount,
        }),
        response: {
          200: object(
            {
              months: Type.Array(
                object(
                  {
                    month: Type.String({ description: "A month in New York, YYYY-MM.", examples: ["2026-11"] }),
                    in: Usd("Inflow."),
                    out: Usd("Outflow, as a positive number."),
                  },
                  { title: "CashFlowMonth" },
                ),
                { description: "All requested months, oldest first." },
              ),
            },
            { title: "CashFlow" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { months = 12, accountId } = request.query;
      return { months: [...(await cashFlow(service, { organizationId, accountId, months }))] };
    },
  );
}

function balanceHistoryRoute(app: Api, service: Service): void {
  app.get(
    "/balance-history",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getBalanceHistory",
        summary: "Get end-of-day balances",
        description:
          "The current balance (including holds for payments not sent yet) at the end of each day in New York; for today, the balance now.",
        tags,
        querystring: object({
          days: Type.Optional(
            Type.Integer({ minimum: 2, maximum: 1100, description: "Number of days; 90 by default." }),
          ),
          accountId: ofAccount,
        }),
        response: {
          200: object(
            {
              days: Type.Array(
                object(
                  { day: Day("The day."), balance: Usd("The balance at the end of the day.") },
                  { title: "BalanceDay" },
                ),
                {
                  description: "All requested days, oldest first, today last.",
                },
              ),
            },
            { title: "BalanceHistory" },
          ),
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
