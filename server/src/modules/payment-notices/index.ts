/**
 * News about payments: notifications to users when one fails or is returned, and emails to recipients when one was sent.
 *
 * Guarantees: each change is reported once, in the transaction that takes the change from the outbox;
 * settling payments never waits for it. It contains no bank details.
 */
export { paymentNoticesJob } from "./run-notices.ts";
