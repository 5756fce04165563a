import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const recurringRefusals = {
  recurringPaymentChanged: {
    status: 409,
    title: "The recurring payment changed after it was read",
    message: "This recurring payment has changed. Read version {version} and try again.",
  },
  recurringPaymentClosed: {
    status: 409,
    title: "The recurring payment has ended or was stopped",
    message: "This recurring payment is {state}, so it can no longer be changed. Create a new one.",
  },
  occurrenceNotChangeable: {
    status: 409,
    title: "The occurrence was already requested or refused, or is in another state than the call needs",
    message: "The payment of {day} is {state}, so this cannot be done.",
  },
  recurringRequesterLeft: {
    status: 409,
    title: "The user who last edited the recurring payment may no longer request payments",
    message:
      "The user who last edited this recurring payment may no longer request payments. Another user can edit and save it, and then request this payment.",
  },
  tooManyRecurringPayments: {
    status: 400,
    title: "The organization has as many active recurring payments as it may have",
    message: "Your organization has {limit} active recurring payments, which is the limit. Stop one first.",
  },
} as const satisfies RefusalTable;

export const refuseRecurring = refuser(recurringRefusals);
