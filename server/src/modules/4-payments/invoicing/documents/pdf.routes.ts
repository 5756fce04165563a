import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { paperBrand } from "#records/brand";
import { callerOf } from "#records/identity";
import { readSlug } from "../invoices/invoice-slug.ts";
import { findInvoice } from "../invoices/invoices.queries.ts";
import { planRefusals } from "../invoicing-route.ts";
import { readInvoiceFacts } from "./invoice-facts.ts";
import { type InvoiceFile, invoiceFile } from "./invoice-file.ts";

export const PdfFileSchema = Type.Unsafe<Buffer>({
  type: "string",
  format: "binary",
  contentMediaType: "application/pdf",
  description: "The PDF.",
});

/** The invoice's PDF (wire contract §4.15). */
export function pdfRoute(app: Api, service: Service): void {
  app.get(
    "/ar/invoices/:invoiceId/pdf",
    {
      config: { scope: "fetchInvoices", refusals: planRefusals("resourceNotFound") },
      schema: {
        operationId: "getInvoicePdf",
        summary: "Get an invoice as a PDF",
        description: "By the invoice's id or slug.",
        tags: ["Invoicing"],
        produces: ["application/pdf"],
        params: object({ invoiceId: Type.String({ maxLength: 68, description: "The invoice's id or slug." }) }),
        response: { 200: PdfFileSchema },
      },
    },
    async (request, reply) => {
      const { organizationId } = callerOf(request);
      const { invoiceId: text } = request.params;
      const target = isUuid(text) ? undefined : readSlug(service, text);
      const isOwn = target === undefined ? isUuid(text) : target.organizationId === organizationId;
      const row = isOwn ? await findInvoice(service.database, organizationId, target?.invoiceId ?? text) : undefined;
      if (row === undefined || (target && target.link !== row.pay_link)) throw notFound("invoice");
      const facts = await readInvoiceFacts(service, service.database, { organizationId, row });
      return sendFile(reply, await invoiceFile(facts, await paperBrand(service, organizationId)));
    },
  );
}

/** The file's name has no characters that a header would interpret. */
export const sendFile = (reply: FastifyReply, { fileName, contentType, content }: InvoiceFile): FastifyReply =>
  reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type(contentType)
    .serializer((payload: unknown) => payload as string)
    .send(content);
