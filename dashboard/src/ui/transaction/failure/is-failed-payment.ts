import type { Transaction } from "#api/generated/types.gen.ts";

const failed: readonly Transaction["status"][] = ["failed", "blocked", "reversed"];

/** Whether someone has to handle it: a payment that did not reach its recipient, although nobody canceled it. */
export const isFailedPayment = ({ kind, amount, status }: Pick<Transaction, "kind" | "amount" | "status">): boolean =>
  kind === "outgoingPayment" && amount < 0 && failed.includes(status);
