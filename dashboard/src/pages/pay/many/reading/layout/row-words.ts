import { plainName } from "../recipients/name-form.ts";

/** English, German, French, Spanish, Italian, Dutch, and Portuguese. */
const totalWords: ReadonlySet<string> = new Set([
  "total",
  "totals",
  "grand total",
  "report total",
  "report totals",
  "subtotal",
  "sub total",
  "sum",
  "total amount",
  "total payments",
  "total due",
  "summe",
  "gesamt",
  "gesamtsumme",
  "gesamtbetrag",
  "zwischensumme",
  "endsumme",
  "saldo",
  "somme",
  "sous total",
  "total general",
  "montant total",
  "suma",
  "importe total",
  "totale",
  "totale generale",
  "somma",
  "subtotale",
  "totaal",
  "subtotaal",
  "eindtotaal",
  "soma",
  "valor total",
  "total geral",
]);

/** The first or last words of a label with a name. */
const labelWords: ReadonlySet<string> = new Set([
  "total",
  "totals",
  "subtotal",
  "sub total",
  "grand total",
  "summe",
  "zwischensumme",
  "gesamt",
  "somme",
  "suma",
  "somma",
  "totale",
  "totaal",
  "soma",
]);
const connectors: ReadonlySet<string> = new Set("for of vendor supplier fur pour para per voor".split(" "));

/** What a label of a total says: what it is the total of, and whether it can be anything but a total. */
export interface TotalLabel {
  /** Undefined: of everything, or of the rows before it. */
  readonly of: string | undefined;
  /** "Total for Acme"; "Total Energies" may be a name. */
  readonly isClear: boolean;
}

/** Everything that a label can be the total of: "Total Energies Total" names "Energies Total" or "Total Energies". */
export function totalLabels(text: string): readonly TotalLabel[] {
  const label = text.trim().slice(0, 200);
  if (totalWords.has(plainName(label))) return [{ of: undefined, isClear: true }];
  const words = label.split(" ").filter((word) => word !== "");
  const isWord = (some: readonly string[]) => labelWords.has(plainName(some.join(" ")));
  const named = (some: readonly string[], isClear: boolean): readonly TotalLabel[] => {
    const of = some.filter((word) => plainName(word) !== "").join(" ");
    return of === "" ? [] : [{ of, isClear }];
  };
  // "Sub total" and "Grand total" are two words.
  const first = [2, 1].find((count) => isWord(words.slice(0, count)));
  const last = [2, 1].find((count) => isWord(words.slice(-count)));
  if (first === undefined) return last === undefined ? [] : named(words.slice(0, -last), false);
  const rest = words.slice(first);
  const isSign = rest[0] !== undefined && plainName(rest[0]) === "";
  const isClear = isSign || words[first - 1]?.endsWith(":") === true || connectors.has(plainName(rest[0] ?? ""));
  const of = connectors.has(plainName(rest[0] ?? "")) ? rest.slice(1) : rest;
  return [...named(of, isClear), ...(last === undefined ? [] : named(words.slice(0, -last), false))];
}

export const isClearTotal = (text: string): boolean => totalLabels(text).some(({ isClear }) => isClear);

/** The type of a transaction that reduces what a vendor is owed. */
export const isCreditType = (type: string): boolean =>
  /\b(credits?|credit memo|credit note|refund|gutschrift|avoir|abono)\b/i.test(type) ||
  /^(cm|cn|vc|pc)$/i.test(type.trim());

/** The type of a transaction by which money has already left. */
export const isPaidType = (type: string): boolean =>
  /\b(payments?|pmt|che(?:ck|que)s?|expenses?|credit card|transfers?|deposits?)\b/i.test(type);

/** The type of a transaction that is owed: a column with such types has types, not payment methods. */
export const isBillType = (type: string): boolean =>
  /\b(bills?|invoices?|journal|rechnung|facture|factura|fattura|factuur)\b/i.test(type) ||
  /^(pi|inv)$/i.test(type.trim());

/** A status after which nothing is owed. */
export const isDoneStatus = (status: string): boolean =>
  /^(paid|paid in full|void|voided|deleted|cancelled|canceled|reimbursed|closed|archived|rejected|declined)$/i.test(
    status.trim(),
  );

/** A heading without the phone number that reports print after a vendor's name. */
export function withoutPhone(text: string): string {
  const plain = text.trim();
  // Ten digits in the usual groups, with the signs between them.
  for (let length = 18; length >= 12; length -= 1) {
    const name = plain.slice(0, -length);
    if (/[ ,]$/.test(name) && PHONE.test(plain.slice(-length))) return name.replace(/[ ,]{1,5}$/, "");
  }
  return plain;
}

const PHONE = /^(?:\+?1[-. ])?\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}$/;
