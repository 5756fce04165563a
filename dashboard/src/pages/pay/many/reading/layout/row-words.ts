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

const TOTAL = "sub-?\\s?totals?|grand totals?|totals?|summe|zwischensumme|gesamt|somme|suma|somma|totale|totaal|soma";
const NAMED_FIRST = new RegExp(
  `^(?:${TOTAL})\\s*(for|of|vendor|supplier|für|pour|para|per|voor|[-–—:])?\\s+(\\S.*)$`,
  "i",
);
const NAMED_LAST = new RegExp(`^(\\S.*?)\\s+[-–—]?\\s*(?:${TOTAL})$`, "i");

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
  const first = NAMED_FIRST.exec(label);
  const last = NAMED_LAST.exec(label);
  return [
    ...(first === null ? [] : [{ of: first[2], isClear: first[1] !== undefined }]),
    ...(last === null ? [] : [{ of: last[1], isClear: false }]),
  ];
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
export const withoutPhone = (text: string): string =>
  text.trim().replace(/[\s,]+(?:\+?1[-. ])?\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}$/, "");
