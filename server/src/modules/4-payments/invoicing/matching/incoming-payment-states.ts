import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** Money that arrived from outside, and whether it pays invoices. */
export const incomingPaymentStates = stateTable({
  title: "Incoming payments",
  table: "incoming_payments",
  column: "status",
  states: {
    open: "not matched with an invoice",
    matched: "pays one or more invoices; what is left is the customer's credit",
    ignored: "a user marked it as having nothing to do with invoices",
    returned: "the payer's bank returned it",
  },
  initial: ["open"],
  columns: { customer_id: { set: ["matched"] }, returned_at: { set: ["returned"] } },
  moves: {
    match: {
      from: ["open", "matched"],
      to: "matched",
      when: "It is matched with an invoice, automatically or by a user",
      refusal: "paymentNotOpen",
    },
    undoPart: { from: ["matched"], to: "matched", when: "One of its matches is undone" },
    undo: { from: ["matched"], to: "open", when: "Its last match is undone" },
    ignore: { from: ["open"], to: "ignored", when: "A user ignores it", refusal: "paymentNotOpen" },
    restore: { from: ["ignored"], to: "open", when: "A user restores it", refusal: "paymentNotOpen" },
    return: { from: ["open", "matched", "ignored"], to: "returned", when: "The payer's bank returns it" },
  },
});
export type IncomingPaymentStatus = StatesOf<typeof incomingPaymentStates>;

/** A part of an incoming payment that pays an invoice. */
export const invoiceMatchStates = stateTable({
  title: "Matches of payments with invoices",
  table: "invoice_matches",
  column: "status",
  states: { active: "counts toward the invoice", undone: "undone by a user, or because the payment was returned" },
  initial: ["active"],
  columns: { undone_at: { set: ["undone"] } },
  moves: { undo: { from: ["active"], to: "undone", when: "It is undone", refusal: "matchNotActive" } },
});
