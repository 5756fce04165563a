import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { planRefusals } from "../invoicing-route.ts";
import { emailInvoice } from "./email-invoice.ts";
import { renewPayLink } from "./renew-pay-link.ts";

export const EmailInvoiceSchema = object(
  { kind: OneOf(["invoice", "reminder"], "What to email.") },
  { title: "EmailInvoiceRequest", description: "An email about an invoice." },
);

/** Emails that people send about invoices. */
export function letterRoutes(app: Api, service: Service): void {
  renewRoute(app, service);
  app.post(
    "/ar/invoices/:invoiceId/email",
    {
      config: {
        scope: "person",
        permission: "modifyInvoices",
        refusals: planRefusals("resourceNotFound", "invoiceNotOpen", "tooManyInvoiceMails"),
      },
      schema: {
        operationId: "emailInvoice",
        summary: "Email an invoice or a reminder",
        description: "To the customer and everyone who gets copies, with the PDF. A reminder only while it is unpaid.",
        tags: ["Invoicing"],
        params: idParams("invoiceId", "The invoice."),
        body: { ...EmailInvoiceSchema, examples: [{ kind: "reminder" }] },
        response: { 204: Type.Null({ description: "The email is on its way." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { invoiceId } = request.params;
      const { kind } = request.body;
      await service.database.transaction((tx) => emailInvoice(service, tx, { caller, invoiceId, kind }));
      return reply.code(204).send(null);
    },
  );
}

function renewRoute(app: Api, service: Service): void {
  app.post(
    "/ar/invoices/:invoiceId/renew-link",
    {
      config: {
        scope: "person",
        permission: "modifyInvoices",
        refusals: planRefusals("resourceNotFound", "invoiceNotOpen", "tooManyInvoiceMails"),
      },
      schema: {
        operationId: "renewPayLink",
        summary: "Renew the link of an invoice's pay page",
        description:
          "The link from before stops working at once, and the new one is emailed to the customer and everyone who gets copies. A link works until 90 days after the due date or its renewal.",
        tags: ["Invoicing"],
        params: idParams("invoiceId", "The invoice."),
        response: { 204: Type.Null({ description: "The email with the new link is on its way." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { invoiceId } = request.params;
      await service.database.transaction((tx) => renewPayLink(service, tx, { caller, invoiceId }));
      return reply.code(204).send(null);
    },
  );
}
