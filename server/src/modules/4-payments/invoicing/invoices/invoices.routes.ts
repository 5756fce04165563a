import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, OneOf, object, PageSchema, Uuid } from "#kernel/http/schemas.ts";
import { KeyBodySchema } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember } from "#kernel/updates/updates.ts";
import { type Caller, callerOf } from "#records/identity";
import { answerOnce, NullSchema, planRefusals, sendNull } from "../invoicing-route.ts";
import { CreateInvoiceSchema, InvoiceSchema, InvoiceSummarySchema, UpdateInvoiceSchema } from "./invoice-schemas.ts";
import { invoiceStates } from "./invoice-states.ts";
import { findInvoice, invoiceKey, listInvoiceRows } from "./invoices.queries.ts";
import { renderInvoice, renderSummary } from "./render-invoice.ts";
import { cancelInvoice, createInvoice, updateInvoice } from "./save-invoice.ts";

const tags = ["Invoicing"];
const params = idParams("invoiceId", "The invoice.");
const example = {
  invoiceDate: "2026-11-20",
  dueDate: "2026-12-20",
  ccEmails: [],
  achDebitEnabled: true,
  creditCardEnabled: false,
  useRealAccountNumber: true,
  lineItems: [
    { name: "Espresso blend, 5 lb", quantity: 12, unitPrice: 84.5 },
    { name: "Grinder service, hours", quantity: 1.5, unitPrice: 120, salesTaxRate: 8.875 },
  ],
};
const ids = {
  customerId: "018f3c1e-0000-7000-8000-000000000001",
  destinationAccountId: "018f3c1e-0000-7000-8000-000000000002",
};

export const InvoiceListSchema = object(
  { invoices: Type.Array(InvoiceSummarySchema, { description: "The invoices of this page." }), page: PageSchema },
  { title: "InvoiceList", description: "A page of invoices." },
);

/** Invoices (wire contract §4.15). */
export function invoiceRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  createRoute(app, service);
  getRoute(app, service);
  updateRoute(app, service);
  cancelRoute(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/ar/invoices",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("unknownCursor", "conflictingCursors") },
      schema: {
        operationId: "listInvoices",
        summary: "List invoices",
        description: "In order of creation.",
        tags,
        querystring: object({
          ...cursorParameters,
          status: Type.Optional(OneOf(invoiceStates.states, "Only invoices with this status.", "InvoiceStatus")),
          customerId: Type.Optional(Uuid("Only invoices of this customer.")),
        }),
        response: { 200: InvoiceListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database } = service;
      const { status, customerId, ...cursors } = request.query;
      const keyset = await keysetOf(cursors, {
        column: invoiceKey,
        exists: async (id) => (await findInvoice(database, organizationId, id)) !== undefined,
      });
      const found = await listInvoiceRows(database, organizationId, { filter: { status, customerId }, keyset });
      const { rows, page } = keyset.finish(found, (row) => row.invoice_id);
      return { invoices: rows.map((row) => renderSummary(service, organizationId, row)), page };
    },
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/ar/invoices",
    {
      config: { scope: "modifyInvoices", refusals: planRefusals("creditCardsUnavailable", "tooManyInvoiceMails") },
      schema: {
        operationId: "createInvoice",
        summary: "Create an invoice",
        description:
          "Creates an invoice and emails it to the customer, with its PDF and a link to the page where it can be paid. Without `invoiceNumber`, it gets the next number of the series, which has no gaps.",
        tags,
        body: { ...CreateInvoiceSchema, examples: [{ ...ids, ...example }] },
        response: { 200: InvoiceSchema },
      },
    },
    (request, reply) =>
      answerOnce(service, { request, reply, operation: "createInvoice" }, async (tx, caller) => {
        const row = await createInvoice(service, tx, { caller, input: request.body });
        return renderInvoice(service, tx, { organizationId: caller.organizationId, row });
      }),
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/ar/invoices/:invoiceId",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "getInvoice",
        summary: "Get an invoice",
        description: "An invoice with its lines.",
        tags,
        params,
        response: { 200: InvoiceSchema },
      },
    },
    (request) => getInvoice(service, callerOf(request), request.params.invoiceId),
  );
}

async function getInvoice(service: Service, { organizationId }: Caller, invoiceId: string) {
  const row = await findInvoice(service.database, organizationId, invoiceId);
  if (row === undefined) throw notFound("invoice");
  return renderInvoice(service, service.database, { organizationId, row });
}

function updateRoute(app: Api, service: Service): void {
  app.post(
    "/ar/invoices/:invoiceId",
    {
      config: {
        scope: "modifyInvoices",
        refusals: planRefusals("resourceNotFound", "invoiceNotChangeable", "creditCardsUnavailable"),
        updates: {
          schema: InvoiceSchema,
          operation: "updateInvoice",
          patch: "patchInvoice",
          replaces: true,
          read: (request) => getInvoice(service, callerOf(request), pathMember(request, "invoiceId")),
        },
      },
      schema: {
        operationId: "updateInvoice",
        summary: "Replace an invoice",
        description:
          "Replaces every member that can change, while the invoice is unpaid and no payment is matched with it. It is not emailed again. PATCH keeps what is omitted.",
        tags,
        params,
        body: { ...UpdateInvoiceSchema, examples: [{ ...example, invoiceNumber: "INV-0007" }] },
        response: { 200: InvoiceSchema },
      },
    },
    (request, reply) => {
      const { invoiceId } = request.params;
      const call = { request, reply, operation: "updateInvoice", target: { invoiceId } };
      return answerOnce(service, call, async (tx, caller) => {
        const keeps = request.method === "PATCH";
        const row = await updateInvoice(service, tx, { caller, invoiceId, input: request.body, keeps });
        return renderInvoice(service, tx, { organizationId: caller.organizationId, row });
      });
    },
  );
}

function cancelRoute(app: Api, service: Service): void {
  app.post(
    "/ar/invoices/:invoiceId/cancel",
    {
      config: { scope: "modifyInvoices", refusals: planRefusals("resourceNotFound", "invoiceNotCancellable") },
      schema: {
        operationId: "cancelInvoice",
        summary: "Cancel an invoice",
        description:
          "Nothing is due on a canceled invoice; it keeps its number. Canceling it again changes nothing. An invoice with matched payments cannot be canceled until they are undone.",
        tags,
        params,
        body: KeyBodySchema,
        response: { 200: NullSchema },
      },
    },
    async (request, reply) => {
      const { invoiceId } = request.params;
      const call = { request, reply, operation: "cancelInvoice", target: { invoiceId } };
      await answerOnce(service, call, async (tx, caller) => {
        await cancelInvoice(service, tx, { caller, invoiceId });
        return null;
      });
      return sendNull(reply);
    },
  );
}
