import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** An invoice, from its creation to its payment. The names of the states are the API's. */
export const invoiceStates = stateTable({
  title: "Invoices",
  table: "invoices",
  column: "status",
  states: {
    Unpaid: "something is left to pay",
    Processing: "an ACH debit for the rest is on its way",
    Paid: "the matched payments cover the amount",
    Cancelled: "canceled; nothing is due",
  },
  initial: ["Unpaid"],
  columns: {
    canceled_at: { set: ["Cancelled"] },
    paid_at: { set: ["Paid"] },
  },
  moves: {
    change: { from: ["Unpaid"], to: "Unpaid", when: "It is edited", refusal: "invoiceNotChangeable" },
    collect: {
      from: ["Unpaid"],
      to: "Processing",
      when: "The customer authorizes an ACH debit",
      refusal: "debitUnavailable",
    },
    payPart: {
      from: ["Unpaid", "Processing"],
      to: "Unpaid",
      when: "A payment covers a part of it, or its ACH debit arrives after a match was undone",
      refusal: "invoiceNotOpen",
    },
    pay: { from: ["Unpaid", "Processing"], to: "Paid", when: "Matched payments cover it", refusal: "invoiceNotOpen" },
    release: { from: ["Processing"], to: "Unpaid", when: "The ACH debit is returned" },
    reopen: { from: ["Unpaid", "Paid"], to: "Unpaid", when: "A match is undone, or its payment is returned" },
    lessen: {
      from: ["Processing"],
      to: "Processing",
      when: "A match is undone, or its payment is returned, while its ACH debit is on its way",
    },
    cancel: { from: ["Unpaid"], to: "Cancelled", when: "A caller cancels it", refusal: "invoiceNotCancellable" },
  },
});
export type InvoiceStatus = StatesOf<typeof invoiceStates>;
export type InvoiceTrigger = TriggersOf<typeof invoiceStates>;
