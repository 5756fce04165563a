import { newYorkDay } from "bursar-banking/calendar/new-york";
import { Type } from "typebox";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, OneOf, object, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { callerOf } from "#records/identity";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { findInvoice } from "../invoices/invoices.queries.ts";
import { planRefusals } from "../invoicing-route.ts";
import { readActivity } from "./invoice-activity.ts";
import { agingBuckets, agingRows, customerSums, overviewSums } from "./invoice-days.queries.ts";
import { dueDateKey, invoiceListKey, listForDashboard } from "./overview.queries.ts";
import {
  CustomerFiguresListSchema,
  InvoiceActivitySchema,
  InvoiceRowListSchema,
  InvoicingOverviewSchema,
} from "./overview-schemas.ts";
import { renderRow } from "./render-payment.ts";

const tags = ["Invoicing"];

/** What the dashboard's pages show beyond the API's customers and invoices. */
export function invoicingOverviewRoutes(app: Api, service: Service): void {
  overviewRoute(app, service);
  figuresRoute(app, service);
  rowsRoute(app, service);
  activityRoute(app, service);
}

function overviewRoute(app: Api, service: Service): void {
  app.get(
    "/ar/overview",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals() },
      schema: {
        operationId: "getInvoicingOverview",
        summary: "Get what customers owe",
        description: "What is due by age, and what was paid.",
        tags,
        querystring: object({ customerId: Type.Optional(Uuid("Only this customer.")) }),
        response: { 200: InvoicingOverviewSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database, clock } = service;
      const { customerId } = request.query;
      const now = clock.now();
      const rows = await agingRows(database, organizationId, { today: newYorkDay(now), customerId });
      const sums = await overviewSums(database, organizationId, {
        since: newYorkDay(plusMs(now, -30 * DAY_MS)),
        customerId,
      });
      const aging = agingBuckets.map((bucket) => {
        const row = rows.find((row) => row.bucket === bucket);
        return { bucket, invoices: Number(row?.invoices ?? 0n), dueMinor: row?.due_minor ?? 0n };
      });
      const total = (some: typeof aging) => dollarsFromMinor(some.reduce((sum, { dueMinor }) => sum + dueMinor, 0n));
      return {
        aging: aging.map(({ bucket, invoices, dueMinor }) => ({
          bucket,
          invoices,
          amountDue: dollarsFromMinor(dueMinor),
        })),
        amountDue: total(aging),
        overdue: total(aging.filter(({ bucket }) => bucket !== "current")),
        paidLast30Days: dollarsFromMinor(sums.paid_minor),
        credit: dollarsFromMinor(sums.credit_minor),
        openPayments: Number(sums.open_payments),
      };
    },
  );
}

function figuresRoute(app: Api, service: Service): void {
  app.get(
    "/ar/customer-figures",
    {
      config: { scope: "person", permission: "fetchInvoices", refusals: planRefusals() },
      schema: {
        operationId: "getCustomerFigures",
        summary: "Get what customers owe, one by one",
        description: "For the customers of a page.",
        tags,
        querystring: object({
          customerId: Type.Optional(
            Type.Array(Uuid("A customer."), { maxItems: 100, description: "The customers; none if omitted." }),
          ),
        }),
        response: { 200: CustomerFiguresListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const customerIds = [...new Set(request.query.customerId ?? [])];
      const rows = await customerSums(service.database, organizationId, {
        customerIds,
        today: newYorkDay(service.clock.now()),
      });
      const byCustomer = new Map(rows.map((row) => [row.customer_id, row]));
      return {
        customers: customerIds.map((customerId) => {
          const row = byCustomer.get(customerId);
          return {
            customerId,
            openInvoices: Number(row?.invoices ?? 0n),
            amountDue: dollarsFromMinor(row?.due_minor ?? 0n),
            overdue: dollarsFromMinor(row?.overdue_minor ?? 0n),
            credit: dollarsFromMinor(row?.credit_minor ?? 0n),
          };
        }),
      };
    },
  );
}

function rowsRoute(app: Api, service: Service): void {
  app.get(
    "/ar/invoice-rows",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("unknownCursor", "conflictingCursors") },
      schema: {
        operationId: "listInvoiceRows",
        summary: "List invoices for the dashboard",
        description: "With the customers' names and what is due; newest first.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation; `desc` by default.")),
          status: Type.Optional(
            OneOf(
              [...invoiceStates.states, "overdue"],
              "Only this status; `overdue`: unpaid after the due date, in the order of due dates.",
            ),
          ),
          age: Type.Optional(
            OneOf(agingBuckets, "Only unpaid invoices of this age, in the order of due dates.", "InvoiceAge"),
          ),
          customerId: Type.Optional(Uuid("Only this customer.")),
          search: Type.Optional(
            Type.String({
              maxLength: 200,
              description: "Beginnings of words in the number or the customer's name or email address.",
            }),
          ),
        }),
        response: { 200: InvoiceRowListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database, clock } = service;
      const { status, age, customerId, search, ...cursors } = request.query;
      const today = newYorkDay(clock.now());
      const isByDueDate = status === "overdue" || age !== undefined;
      const keyset = await keysetOf(cursors, {
        column: invoiceListKey,
        defaultOrder: "desc",
        exists: async (id) => (await findInvoice(database, organizationId, id)) !== undefined,
        ...(isByDueDate ? { leading: dueDateKey(database, organizationId) } : {}),
      });
      const filter = {
        status: status === "overdue" ? undefined : status,
        overdueOn: status === "overdue" ? today : undefined,
        age: age && { bucket: age, today },
        customerId,
      };
      const found = await listForDashboard(database, organizationId, {
        filter,
        keyset,
        search: search?.trim() || undefined,
      });
      const { rows, page } = keyset.finish(found, (row) => row.invoice_id);
      return { invoices: rows.map((row) => renderRow(row, today)), page };
    },
  );
}

function activityRoute(app: Api, service: Service): void {
  app.get(
    "/ar/invoices/:invoiceId/activity",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "getInvoiceActivity",
        summary: "Get an invoice's payments and timeline",
        description: "What is paid and due, the matched payments, what happened, and what the caller may do.",
        tags,
        params: idParams("invoiceId", "The invoice."),
        response: { 200: InvoiceActivitySchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await findInvoice(service.database, caller.organizationId, request.params.invoiceId);
      if (row === undefined) throw notFound("invoice");
      return readActivity(service, service.database, { caller, row });
    },
  );
}
