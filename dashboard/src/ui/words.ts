import type { Transaction } from "../api/generated/types.gen.ts";

/** What people call the ways to pay. */
export const methodNames: Readonly<Record<string, string>> = {
  ach: "ACH",
  check: "Check",
  domesticWire: "Wire",
  internationalWire: "International wire",
  realTimePayment: "Real-time payment",
};

/** What people call what moves money. */
export const kindNames: Readonly<Record<string, string>> = {
  outgoingPayment: "Payment",
  internalTransfer: "Transfer",
  treasuryTransfer: "Treasury transfer",
  externalTransfer: "Deposit",
  wireFee: "Wire fee",
};

export const statusNames: Readonly<Record<Transaction["status"], string>> = {
  pending: "Pending",
  sent: "Sent",
  cancelled: "Cancelled",
  failed: "Failed",
  reversed: "Returned",
  blocked: "Blocked",
};

/** Choices of a select, in the order of the words. */
export const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
