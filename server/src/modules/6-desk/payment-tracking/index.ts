/**
 * Following a payment after it was made: its timeline and what to do after a failure, documents to print or send, and
 * news for users and recipients. Owns no table; makes no decisions.
 *
 * Guarantees: a payment that the bank has not confirmed, or that came back, is never called confirmed; account numbers
 * are masked for every reader; each change is reported once, and settling payments never waits for it.
 */

export { paymentDocumentRefusals } from "./documents/payment-document-refusals.ts";
export { paymentDocumentRoutes } from "./documents/payment-documents.routes.ts";
export { paymentNoticesJob } from "./notices/run-notices.ts";
export { nextStepRoutes } from "./timeline/next-steps.routes.ts";
export { timelineRoutes } from "./timeline/timeline.routes.ts";
