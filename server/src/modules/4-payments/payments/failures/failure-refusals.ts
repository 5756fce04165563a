import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a payment cannot be marked as handled. */
export const failureRefusals = {
  paymentNotFailed: {
    status: 400,
    title: "Only a failed, blocked, or returned payment can be marked as handled",
    message: "Only payments that failed, were blocked, or were returned can be marked as handled.",
  },
  failureHandled: {
    status: 400,
    title: "The failed payment is already marked as handled, with another note or by another user",
    message: "This payment is already marked as handled. Read the note before you do anything else.",
  },
} as const satisfies RefusalTable;

export const refuseFailure = refuser(failureRefusals);
