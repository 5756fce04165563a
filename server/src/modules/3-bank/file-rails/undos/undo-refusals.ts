import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a payment cannot be undone at the bank. */
export const undoRefusals = {
  undoNotAPayment: {
    status: 400,
    title: "The transaction is not a payment to a recipient",
    message: "Only payments that were sent to a bank can be reversed or recalled.",
  },
  undoIsCheck: {
    status: 400,
    title: "The payment is a check",
    message: "A check cannot be reversed. Stop it instead, as long as the bank has not paid it.",
  },
  undoNotSent: {
    status: 409,
    title: "The bank does not have the payment yet",
    message: "The bank does not have this payment yet. Cancel it instead.",
  },
  undoNotSettled: {
    status: 409,
    title: "The payment has not settled",
    message: "This payment has not settled yet. It can be reversed once it has, which is expected on {settlesOn}.",
  },
  undoNotPaid: {
    status: 409,
    title: "The payment was not made",
    message: "This payment is {status}, so there is nothing to undo.",
  },
  undoAlreadyReturned: {
    status: 409,
    title: "The money is back",
    message: "The money of this payment has come back already.",
  },
  undoTooLate: {
    status: 409,
    title: "It is too late to reverse the payment",
    message:
      "This payment could be reversed until {until}, because a reversal must leave within five banking days of settlement. Ask the recipient to send the money back.",
  },
  undoAlreadyOpen: {
    status: 409,
    title: "The payment is being undone",
    message: "This payment is already being undone. Wait for the answer, or withdraw that request first.",
  },
  undoRefusedBefore: {
    status: 409,
    title: "The bank was asked before",
    message: "The bank was already asked to undo this payment, and that can be done once. Contact the bank.",
  },
  undoWithoutConnection: {
    status: 409,
    title: "The bank connection is gone",
    message: "The bank connection over which this payment was sent is no longer in use. Contact the bank.",
  },
  undoReasonNotAllowed: {
    status: 400,
    title: "The reason does not allow it",
    message: "This payment can be undone for one of these reasons: {reasons}.",
  },
  undoDecided: {
    status: 409,
    title: "The request was decided",
    message: "This request is already {state}. Reload it to see its current state.",
  },
  undoOnItsWay: {
    status: 409,
    title: "The bank has the request",
    message: "This request is {state}, so it can no longer be withdrawn.",
  },
} as const satisfies RefusalTable;

export const refuseUndo = refuser(undoRefusals);
export type UndoRefusal = keyof typeof undoRefusals;
