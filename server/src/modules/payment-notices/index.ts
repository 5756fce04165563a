/**
 * E-mails about payments: to users when one fails or is returned, and to recipients when one was sent.
 *
 * Guarantees: an e-mail is queued once for each change, in the transaction that takes the change from the outbox;
 * settling payments never waits for it. It contains no bank details.
 */
export { paymentNoticesJob } from "./run-notices.ts";
