import type { Transaction } from "../../api/generated/types.gen.ts";

/** What people call what moves money. */
export const kindNames: Readonly<Record<string, string>> = {
  outgoingPayment: "Payment",
  internalTransfer: "Transfer",
  treasuryTransfer: "Treasury transfer",
  externalTransfer: "Deposit",
  wireFee: "Wire fee",
};

/** What people call the states of what moves money. */
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
