/**
 * Documents of a payment to print or send: the payment confirmation and the remittance advice for the recipient. Owns no
 * table.
 *
 * Guarantees: a payment that the bank has not confirmed, or that came back, is never called a confirmation; account
 * numbers are masked for every reader; internal notes are in no document; the same state gives the same bytes.
 */
export { paymentDocumentRefusals } from "./payment-document-refusals.ts";
export { paymentDocumentRoutes } from "./payment-documents.routes.ts";
