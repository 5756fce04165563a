/**
 * Mails to people.
 *
 * Promises: a mail is sent if and only if the transaction that queued it commits, at least once, always with the same
 * Message-ID; what it says is stored sealed, and erased once sent in production; what is put into a letter becomes text and
 * never markup or a header; nothing waits for the mail server but the mails.
 */
export { enqueueMail, type MailToSend, mailsOfLastHour } from "./enqueue-mail.ts";
export type { Letter } from "./letter.ts";
export { mailStates } from "./mail-states.ts";
export { createMailTransport, type MailTransport } from "./mail-transport.ts";
export { mailJobs } from "./mailer.ts";
export { getMail, listMails, type WrittenMail } from "./read-mails.ts";
export { resealMails } from "./reseal-mails.ts";
