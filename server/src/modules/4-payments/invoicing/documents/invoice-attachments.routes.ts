import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { attachmentRoutes, findAttachment, InvoiceAttachmentSchema, renderForInvoice } from "#records/attachments";
import { callerOf } from "#records/identity";
import type { InvoiceRow } from "../invoices/invoice.ts";
import { findInvoice, lockInvoice } from "../invoices/invoices.queries.ts";
import { planRefusals } from "../invoicing-route.ts";

/** Files of invoices (wire contract §4.15). Customers do not see them. */
export function invoiceAttachmentRoutes(app: Api, service: Service): void {
  attachmentRoutes(app, service, {
    kind: "invoice",
    path: "ar/invoices",
    param: "invoiceId",
    noun: "invoice",
    tag: "Invoicing",
    scopes: { read: "fetchInvoices", write: "modifyInvoices" },
    states: "attachmentType",
    description: "For contracts, timesheets, and other documents of the invoice. The customer does not see them.",
    refusals: planRefusals(),
    requireOne: async (db, organizationId, id) => requireInvoice(await findInvoice(db, organizationId, id)),
    admit: async (tx, organizationId, id) => requireInvoice(await lockInvoice(tx, organizationId, id)),
    admitDeletion: async (tx, organizationId, id) => requireInvoice(await lockInvoice(tx, organizationId, id)),
  });
  getRoute(app, service);
}

function requireInvoice(row: InvoiceRow | undefined): void {
  if (row === undefined) throw notFound("invoice");
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/ar/attachments/:attachmentId",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "getAttachment",
        summary: "Get a file of an invoice",
        description: "With a new link that downloads it.",
        tags: ["Invoicing"],
        params: idParams("attachmentId", "The attachment."),
        response: { 200: InvoiceAttachmentSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const row = await findAttachment(service.database, organizationId, request.params.attachmentId);
      if (row?.owner_kind !== "invoice") throw notFound("attachment");
      return renderForInvoice(service, organizationId, row);
    },
  );
}
