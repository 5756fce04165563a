import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** An email about an invoice, before it is handed to the mailer. */
export const invoiceLetterStates = stateTable({
  title: "Emails about invoices",
  table: "invoice_letters",
  column: "status",
  states: {
    waiting: "written with its PDF and handed to the mailer in the next pass",
    sent: "handed to the mailer",
    dropped: "pointless since the invoice was paid or canceled",
  },
  initial: ["waiting"],
  columns: { sent_at: { set: ["sent"] } },
  moves: {
    send: { from: ["waiting"], to: "sent", when: "Its emails are queued" },
    drop: { from: ["waiting"], to: "dropped", when: "The invoice was paid or canceled first" },
  },
});
export type InvoiceLetterStatus = StatesOf<typeof invoiceLetterStates>;
