import { Readable } from "node:stream";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Caller, callerOf } from "#records/identity";
import { renderTransactions } from "../transactions/transaction-details.ts";
import { filterRefusals } from "../transactions/transaction-parameters.ts";
import {
  ActivityList,
  ActivityTotals,
  activityExportParameters,
  activityParameters,
  allColumns,
  totalsParameters,
} from "./activity-parameters.ts";
import { activityTotals } from "./activity-totals.ts";
import { exportActivity } from "./export-activity.ts";
import { listActivity } from "./list-activity.ts";
import { type FindByInvoice, type FindRequesters, requestersOf } from "./requesters.ts";

const tags = ["Transactions"];
const forPeople = { scope: "person", permission: "fetchTransactions" } as const;

/** The table of transactions of the dashboard: sorted pages, what the matching rows add up to, and files of them. */
export function activityRoutes(app: Api, service: Service, tools: ActivityTools): void {
  listRoute(app, service, tools);
  totalsRoute(app, service, tools);
  exportRoute(app, service, tools);
}

/** What modules above payments know about transactions. */
interface ActivityTools {
  readonly findRequesters: FindRequesters;
  readonly findByInvoice: FindByInvoice;
}

/** The query with what its search finds by invoices, for callers who may read them. */
async function withInvoices<Query extends { readonly search?: string }>(
  { database }: Service,
  { findByInvoice }: ActivityTools,
  { caller, query }: { readonly caller: Caller; readonly query: Query },
): Promise<Query & { readonly alsoFound: readonly TransactionId[] }> {
  const mayRead = caller.scopes.has("fetchInvoices");
  const alsoFound = mayRead ? await findByInvoice(database, caller.organizationId, query.search) : [];
  return { ...query, alsoFound };
}

function listRoute(app: Api, service: Service, tools: ActivityTools): void {
  app.get(
    "/activity",
    {
      config: { ...forPeople, refusals: ["unknownCursor", "conflictingCursors", ...filterRefusals, "tooManyToSort"] },
      schema: {
        operationId: "listActivity",
        summary: "List transactions in the order of a column",
        description:
          "The transactions of `GET /transactions`, with the same filters. Cursor pages; a page begins after the present place of its cursor, so a transaction whose sorted value changes meanwhile may be skipped or repeated.",
        tags,
        querystring: activityParameters,
        response: { 200: ActivityList },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const query = await withInvoices(service, tools, { caller, query: request.query });
      const { rows, page, balances } = await listActivity(service, organizationId, query);
      const transactions = await renderTransactions(service, caller, rows);
      const { findRequesters } = tools;
      const requesters = await requestersOf(service.database, organizationId, { rows, findRequesters });
      return {
        transactions,
        requesters,
        balances: [...(balances ?? [])].map(([transactionId, minor]) => ({
          transactionId,
          balance: dollarsFromMinor(minor),
        })),
        page,
      };
    },
  );
}

function totalsRoute(app: Api, service: Service, tools: ActivityTools): void {
  app.get(
    "/activity/totals",
    {
      config: { ...forPeople, refusals: filterRefusals },
      schema: {
        operationId: "getActivityTotals",
        summary: "Get what the matching transactions add up to",
        description:
          "With the filters of `GET /activity`. Exact for any number of transactions without filters or with filters by account, whole days, payment method, or payments only; otherwise for up to 50,000.",
        tags,
        querystring: totalsParameters,
        response: { 200: ActivityTotals },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const query = await withInvoices(service, tools, { caller, query: request.query });
      const totals = await activityTotals(service, caller.organizationId, query);
      return {
        count: totals.count,
        out: dollarsFromMinor(totals.outMinor),
        in: dollarsFromMinor(totals.inMinor),
        notLeft: dollarsFromMinor(totals.notLeftMinor),
        isExact: totals.isExact,
      };
    },
  );
}

function exportRoute(app: Api, service: Service, tools: ActivityTools): void {
  app.get(
    "/activity/export",
    {
      config: { ...forPeople, refusals: [...filterRefusals, "tooManyToSort"] },
      schema: {
        operationId: "exportActivity",
        summary: "Export the table of transactions",
        description:
          "Every row of `GET /activity`, in its order, with the requested columns. Streamed: a connection that ends before the last chunk means that the file is incomplete. In XLSX, amounts and times are numbers and dates; times are Eastern Time, as in the dashboard; no text is a formula.",
        tags,
        querystring: activityExportParameters,
        produces: [mediaTypes.csv, mediaTypes.xlsx],
        response: {
          200: Type.Unsafe<Readable>({ type: "string", format: "binary", description: "The file, with a header row." }),
        },
      },
    },
    async (request, reply) => {
      const { format = "csv", columns = [], ...asked } = request.query;
      const caller = callerOf(request);
      const file = await exportActivity(service, caller.organizationId, {
        query: await withInvoices(service, tools, { caller, query: asked }),
        format,
        columns: columns.length === 0 ? allColumns : columns,
        findRequesters: tools.findRequesters,
      });
      const day = newYorkDay(service.clock.now());
      // At most one page is read ahead: the receiver sets the pace.
      return reply
        .type(format === "csv" ? `${mediaTypes.csv}; charset=utf-8` : mediaTypes.xlsx)
        .header("content-disposition", `attachment; filename="transactions-${day}.${format}"`)
        .send(Readable.from(file, { highWaterMark: 1 }));
    },
  );
}

const mediaTypes = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
