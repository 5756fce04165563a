import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { csvOf } from "#kernel/values/csv.ts";
import { callerOf } from "#records/identity";
import type { MonthSum } from "./spending.queries.ts";
import {
  overallOf,
  readSpending,
  renderSpending,
  SpendingReport,
  type SpendingSums,
  type SumsOfCategory,
  spendingParameters,
} from "./spending.ts";

const tags = ["Transactions"];
const scope = "fetchTransactions";
const counts =
  "Counts transactions by the month in New York in which they were created: pending and sent ones of all kinds, except transfers between own accounts. A payment that failed, was blocked, was cancelled, or was returned counts for nothing. `GET /transactions` with the parameter `spending` lists the same transactions.";

/** `GET /spending`: money out or in, by month and category. */
export function spendingRoutes(app: Api, service: Service): void {
  app.get(
    "/spending",
    {
      config: { scope },
      schema: {
        operationId: "getSpending",
        summary: "Get spending by month and category",
        description: counts,
        tags,
        querystring: object(spendingParameters),
        response: { 200: SpendingReport },
      },
    },
    async (request) => renderSpending(await readSpending(service, callerOf(request).organizationId, request.query)),
  );
  app.get(
    "/spending/export",
    {
      config: { scope },
      schema: {
        operationId: "exportSpending",
        summary: "Export spending as CSV",
        description: `A line per category with a column per month, and a line with the totals. ${counts}`,
        tags,
        querystring: object(spendingParameters),
        produces: ["text/csv"],
        response: {
          200: Type.Unsafe<string>({ type: "string", description: "CSV in UTF-8, with a header line." }),
        },
      },
    },
    async (request, reply) => {
      const spending = await readSpending(service, callerOf(request).organizationId, request.query);
      const name = `spending-${spending.direction}-${spending.start}-${spending.end}.csv`;
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(csvOfSpending(spending));
    },
  );
}

function csvOfSpending({ months, categories }: SpendingSums): string {
  const nameOf = ({ name, deleted }: SumsOfCategory) =>
    name === null ? "No category" : deleted ? `${name} (deleted)` : name;
  const lineOf = (name: string, sums: readonly MonthSum[]) => [
    name,
    ...sums.map((sum) => sum.total_minor),
    overallOf(sums).total_minor,
  ];
  return csvOf([
    ["Category", ...months.map(({ month }) => month), "Total (USD)"],
    ...categories.map((category) => lineOf(nameOf(category), category.sums)),
    lineOf("Total", months),
  ]);
}
