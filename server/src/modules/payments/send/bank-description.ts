import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";

/** The fixed prefixes of bank descriptions; a name follows. Writing and searching descriptions both use them. */
export const bankDescriptionPrefixes = {
  // The recipient sees this on their statement if the payer wrote no memo.
  ach: "ACH payment to ",
  check: "Check to ",
  domesticWire: "Wire to ",
  realTimePayment: "Real-time payment to ",
  internationalWire: "International wire to ",
  transferOut: "Transfer to ",
  transferIn: "Transfer from ",
  deposit: "Deposit from ",
  returnedDeposit: "Returned deposit from ",
  returnedTransferOut: "Returned transfer to ",
  returnedTransferIn: "Returned transfer from ",
  failedTransferOut: "Failed transfer to ",
  failedTransferIn: "Failed transfer from ",
  wireFee: "Fee of the international wire to ",
} as const satisfies Readonly<
  Record<
    | PaymentMethod
    | `${"t" | "returnedT" | "failedT"}ransfer${"Out" | "In"}`
    | "deposit"
    | "returnedDeposit"
    | "wireFee",
    string
  >
>;

/** The description of a transaction on the statement of the account. */
export const bankDescriptionOf = (what: keyof typeof bankDescriptionPrefixes, name: string): string =>
  bankDescriptionPrefixes[what] + name;

/** True if a match may involve a description's fixed prefix, and not only a counterparty's name. */
export function isAllowedInDescription(term: string): boolean {
  const wanted = term.toLowerCase();
  return Object.values(bankDescriptionPrefixes).some((written) => {
    const prefix = written.toLowerCase();
    if (prefix.includes(wanted)) return true;
    for (let length = 1; length < wanted.length; length += 1) if (prefix.endsWith(wanted.slice(0, length))) return true;
    return false;
  });
}
