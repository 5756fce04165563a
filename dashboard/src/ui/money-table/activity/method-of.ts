import type { Transaction } from "#api/generated/types.gen.ts";
import { allMethods, type PaymentMethod, shownMethods } from "../../money/payment-methods.ts";

export const shortMethodName = (method: PaymentMethod | null): string =>
  method === null ? "Transfer" : shownMethods[method].shortName;

const kinds: Readonly<Record<string, string>> = {
  internalTransfer: "Transfer",
  treasuryTransfer: "Transfer",
  externalTransfer: "Deposit",
  wireFee: "Fee",
};

/** The method of a payment, or what else moved the money. */
export function methodLabel({ kind, bankDescription }: Pick<Transaction, "kind" | "bankDescription">): string {
  const found = allMethods.find((method) => bankDescription?.startsWith(shownMethods[method].descriptionPrefix));
  return kind === "outgoingPayment" && found ? shownMethods[found].shortName : (kinds[kind] ?? "");
}
