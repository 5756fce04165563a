import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams } from "#kernel/http/schemas.ts";
import type { PdfDocument } from "#kernel/pdf/pdf-document.ts";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import type { Service } from "#kernel/process/service.ts";
import { contentDisposition } from "#records/attachments";
import { callerOf } from "#records/identity";
import { type DocumentFacts, readDocumentFacts } from "./document-facts.ts";
import { paymentConfirmation } from "./payment-confirmation.ts";
import { remittanceAdvice } from "./remittance-advice.ts";

const tags = ["Transactions"];
const scope = "fetchTransactions";
const params = idParams("transactionId", "The transaction.");
const response = { 200: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "The PDF." }) };
const produces = ["application/pdf"];
const STABLE =
  "A tagged PDF with account numbers masked and without the internal note. The same payment in the same state gives the same bytes, unless the organization's name or address or the layout changes.";

/** `GET /transaction/{id}/confirmation` and `GET /transaction/{id}/remittance-advice`. */
export function paymentDocumentRoutes(app: Api, service: Service): void {
  app.get(
    "/transaction/:transactionId/confirmation",
    {
      config: { scope, refusals: ["resourceNotFound", "noPaymentDocument", "serviceUnavailable"] },
      schema: {
        operationId: "getPaymentConfirmation",
        summary: "Download a payment confirmation as PDF",
        description: `Amount, recipient, method, references, dates, and status history of a payment. Only a payment that the bank confirmed gets a confirmation: of any other, the document is titled "Payment record" and says first that it failed, was returned, or is not confirmed. ${STABLE}`,
        tags,
        params,
        produces,
        response,
      },
    },
    async (request, reply) => {
      const facts = await readDocumentFacts(service, callerOf(request), request.params.transactionId);
      return send(reply, facts, paymentConfirmation(facts));
    },
  );
  app.get(
    "/transaction/:transactionId/remittance-advice",
    {
      config: { scope, refusals: ["resourceNotFound", "noPaymentDocument", "paymentNotMade", "serviceUnavailable"] },
      schema: {
        operationId: "getRemittanceAdvice",
        summary: "Download a remittance advice as PDF",
        description: `Tells the recipient who pays what, when, and for which memo or invoice, with the names of the attached files; of a pending or sent payment. ${STABLE}`,
        tags,
        params,
        produces,
        response,
      },
    },
    async (request, reply) => {
      const facts = await readDocumentFacts(service, callerOf(request), request.params.transactionId);
      return send(reply, facts, remittanceAdvice(facts));
    },
  );
}

/** Long names would not fit into file systems. */
const NAME_LENGTH_MAX = 80;

async function send(reply: FastifyReply, { row, asOf }: DocumentFacts, document: PdfDocument): Promise<Buffer> {
  const file = await renderPdf(document);
  const recipient = Array.from(row.counterparty_name.replaceAll(/[^\p{L}\p{N} .,&-]/gu, " "))
    .slice(0, NAME_LENGTH_MAX)
    .join("");
  const name = `${document.title} ${newYorkDay(asOf)} ${recipient.trim().replaceAll(/\s+/g, " ")}.pdf`;
  reply
    .header("content-disposition", contentDisposition(name))
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type("application/pdf");
  return file;
}
