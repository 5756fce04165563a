import type { Transaction } from "../../api/generated/types.gen.ts";

export const kindNames: Readonly<Record<string, string>> = {
  outgoingPayment: "Payment",
  internalTransfer: "Transfer",
  treasuryTransfer: "Treasury transfer",
  externalTransfer: "Deposit",
  incomingDomesticWire: "Incoming wire",
  incomingInternationalWire: "Incoming international wire",
  checkDeposit: "Check deposit",
  wireFee: "Wire fee",
  interestPayment: "Interest",
  other: "Other",
};

export const statusNames: Readonly<Record<Transaction["status"], string>> = {
  pending: "Pending",
  sent: "Sent",
  cancelled: "Canceled",
  failed: "Failed",
  reversed: "Returned",
  blocked: "Blocked",
};

/** Options for a select. */
export const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
