/**
 * Emails to users.
 *
 * Guarantees: an email is sent if and only if the transaction that queued it commits, at least once, always with the
 * same Message-ID; its content is stored sealed, and erased after sending in production; its values become text, never
 * markup or a header; only emails wait for the mail server.
 */
export { enqueueMail, enqueueMessage, type MailToSend, mailsOfLastHour } from "./enqueue-mail.ts";
export type { Letter } from "./letter.ts";
export type { MailKind } from "./mail.ts";
export { mailStates } from "./mail-states.ts";
export { type ChatTransport, createMailTransport, type MailOutcome, type MailTransport } from "./mail-transport.ts";
export { mailJobs } from "./mailer.ts";
export { findNewestMail, type MailProgress, mailsTo } from "./mails.queries.ts";
export { getMail, listMails, type WrittenMail } from "./read-mails.ts";
