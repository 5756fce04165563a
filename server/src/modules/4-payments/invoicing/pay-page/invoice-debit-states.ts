import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** An ACH debit that a customer authorized to pay an invoice. */
export const invoiceDebitStates = stateTable({
  title: "ACH debits for invoices",
  table: "invoice_debits",
  column: "status",
  states: {
    waiting: "authorized; the bank has not collected the money",
    collected: "the money arrived and is available",
    returned: "the payer's bank returned it before the money was available",
    reversed: "the payer's bank took the money back afterward",
  },
  initial: ["waiting"],
  columns: {
    collected_at: { set: ["collected", "reversed"] },
    transaction_id: { set: ["collected", "reversed"] },
    return_transaction_id: { set: ["reversed"] },
    returned_at: { set: ["returned", "reversed"] },
    return_reason: { set: ["returned", "reversed"] },
  },
  moves: {
    collect: { from: ["waiting"], to: "collected", when: "The return period is over and the money is available" },
    return: { from: ["waiting"], to: "returned", when: "The payer's bank returns it" },
    reverse: {
      from: ["collected"],
      to: "reversed",
      when: "The payer's bank returns it late, such as an unauthorized debit within 60 days",
    },
  },
});
export type InvoiceDebitStatus = StatesOf<typeof invoiceDebitStates>;
