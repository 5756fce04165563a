import { toLatinText } from "bursar-bank-formats/iso20022";

/**
 * The codes of ISO 20022 (External Code Sets, ExternalPurpose1Code) for the categories of a payment's purpose (wire
 * contract §2.5). Categories without a code of the same meaning go as text.
 */
const codes: ReadonlyMap<string, string> = new Map([
  ["employee", "SALA"],
  ["landlord", "RENT"],
  ["vendor", "SUPP"],
  ["contractor", "SCVE"],
  ["subsidiary", "INTC"],
  ["familyMemberOrFriend", "FAMI"],
  ["forGoodsOrServices", "GDSV"],
  ["angelInvestment", "INVS"],
  ["savingsOrInvestments", "SAVG"],
  ["expenses", "BEXP"],
  ["travel", "TRPT"],
]);

/** `Purp/Prtry` has at most 35 characters. */
const TEXT_MAX = 35;

/** What a message says about the purpose: a code, or the beginning of the text. */
export type MessagePurpose = { readonly code: string } | { readonly text: string };

/**
 * The purpose as stored with the payment: text, or `category: details`. Undefined if there is none, or if its text
 * cannot be written in Latin letters.
 */
export function messagePurpose(purpose: string | null): MessagePurpose | undefined {
  if (purpose === null) return undefined;
  const colon = purpose.indexOf(":");
  const code = codes.get(colon === -1 ? purpose : purpose.slice(0, colon));
  if (code !== undefined) return { code };
  const { text, replacements } = toLatinText(purpose.slice(0, 4 * TEXT_MAX), "text");
  const written = text.slice(0, TEXT_MAX).trim();
  return written === "" || replacements.some(({ isLost }) => isLost) ? undefined : { text: written };
}
