import type { Transaction } from "../../../api/generated/types.gen.ts";
import type { PaymentMethod } from "../../money/payment-methods.ts";

/** Short enough for a column. */
const shortNames: Readonly<Record<PaymentMethod, string>> = {
  ach: "ACH",
  realTimePayment: "Real-time",
  domesticWire: "Wire",
  check: "Check",
  internationalWire: "Intl. wire",
};

export const shortMethodName = (method: PaymentMethod | null): string =>
  method === null ? "Transfer" : shortNames[method];

/** How descriptions of the payments of a method begin. Lists of transactions do not name the method itself. */
const beginnings: readonly (readonly [string, PaymentMethod])[] = [
  ["ACH payment to ", "ach"],
  ["Real-time payment to ", "realTimePayment"],
  ["Wire to ", "domesticWire"],
  ["Check to ", "check"],
  ["International wire to ", "internationalWire"],
];

const kinds: Readonly<Record<string, string>> = {
  internalTransfer: "Transfer",
  treasuryTransfer: "Transfer",
  externalTransfer: "Deposit",
  wireFee: "Fee",
};

/** The method of a payment, or what else moved the money. */
export function methodLabel({ kind, bankDescription }: Pick<Transaction, "kind" | "bankDescription">): string {
  const found = beginnings.find(([beginning]) => bankDescription?.startsWith(beginning));
  return kind === "outgoingPayment" && found ? shortNames[found[1]] : (kinds[kind] ?? "");
}
