/**
 * Invoices to customers and the payments that settle them.
 *
 * Guarantees: an invoice's amount is the sum of its rounded lines and taxes; numbers of the series have no gaps; an
 * invoice is paid exactly when the payments matched with it cover it, and no part of a payment counts twice; an
 * organization without a plan reaches no route.
 */

import type { DebitRail } from "#bank/rails";
import type { Api } from "#kernel/http/api.ts";
import type { PeopleService } from "#records/people";
import { customerRoutes } from "./customers/customers.routes.ts";
import { invoiceAttachmentRoutes } from "./documents/invoice-attachments.routes.ts";
import { pdfRoute } from "./documents/pdf.routes.ts";
import { invoiceRoutes } from "./invoices/invoices.routes.ts";
import { letterRoutes } from "./letters/letters.routes.ts";
import { matchingRoutes } from "./matching/matching.routes.ts";
import { invoicingOverviewRoutes } from "./overview/overview.routes.ts";
import { payableInvoiceRoutes } from "./pay-page/pay-page.routes.ts";
import { guardPlan } from "./plan-gate.ts";
import { invoiceSettingsRoutes } from "./settings/invoice-settings.routes.ts";

export { backfillInvoices, type PastInvoice } from "./invoices/backfill-invoices.ts";
export { invoiceStates } from "./invoices/invoice-states.ts";
export { invoicingRefusals } from "./invoicing-refusals.ts";
export { invoiceLetterStates } from "./letters/invoice-letter-states.ts";
export { findByInvoice } from "./matching/find-by-invoice.ts";
export { incomingPaymentStates, invoiceMatchStates } from "./matching/incoming-payment-states.ts";
export { searchInvoices } from "./overview/search-invoices.queries.ts";
export { authorizeDebit } from "./pay-page/authorize-debit.ts";
export { invoiceDebitStates } from "./pay-page/invoice-debit-states.ts";
export { mayInvoice } from "./plan-gate.ts";
export { invoicingJobs, nextInvoicingAt } from "./work.ts";

/** Routes for customers, invoices, and their payments. Without a rail, customers cannot pay by ACH debit. */
export function invoicingRoutes(app: Api, service: PeopleService, rail: DebitRail | undefined): void {
  guardPlan(app, service);
  customerRoutes(app, service);
  invoiceRoutes(app, service);
  pdfRoute(app, service);
  invoiceAttachmentRoutes(app, service);
  invoicingOverviewRoutes(app, service);
  matchingRoutes(app, service);
  letterRoutes(app, service);
  invoiceSettingsRoutes(app, service);
  payableInvoiceRoutes(app, service, rail);
}
