import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a transaction has no such document. */
export const paymentDocumentRefusals = {
  noPaymentDocument: {
    status: 400,
    title: "Only payments to recipients have a confirmation and a remittance advice",
    message: "Only payments to recipients have this document.",
  },
  paymentNotMade: {
    status: 400,
    title: "A payment that failed, was blocked, returned, or canceled has no remittance advice",
    message:
      "This payment {outcome}, so there is nothing to advise. Pay again, and send the advice of the new payment.",
  },
} as const satisfies RefusalTable;

export const refusePaymentDocument = refuser(paymentDocumentRefusals);
