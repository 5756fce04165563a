/**
 * Invoices to customers and the payments that settle them.
 *
 * Guarantees: an invoice's amount is the sum of its rounded lines and taxes; numbers of the series have no gaps; an
 * invoice is paid exactly when the payments matched with it cover it, and no part of a payment counts twice; an
 * organization without a plan reaches no route.
 */
import type { Api } from "../../kernel/http/api.ts";
import type { Service } from "../../kernel/process/service.ts";
import { customerRoutes } from "./customers/customers.routes.ts";
import { invoiceRoutes } from "./invoices/invoices.routes.ts";
import { guardPlan } from "./plan-gate.ts";

export { invoiceStates } from "./invoices/invoice-states.ts";
export { invoicingRefusals } from "./invoicing-refusals.ts";
export { invoiceLetterStates } from "./letters/invoice-letter-states.ts";
export { incomingPaymentStates, invoiceMatchStates } from "./matching/incoming-payment-states.ts";
export { invoiceDebitStates } from "./pay-page/invoice-debit-states.ts";

/** Routes for customers, invoices, and their payments. */
export function invoicingRoutes(app: Api, service: Service): void {
  guardPlan(app, service);
  customerRoutes(app, service);
  invoiceRoutes(app, service);
}
