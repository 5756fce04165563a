import { plainName } from "./recipients/name-form.ts";

/** English, German, French, Spanish, Italian, Dutch, and Portuguese. */
const totalWords: ReadonlySet<string> = new Set([
  "total",
  "totals",
  "grand total",
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

interface TotalCandidate {
  readonly number: number;
  /** Whether the recipient is one of the organization's. */
  readonly isKnown: boolean;
  readonly recipient: string;
  /** All texts of the row. */
  readonly texts: readonly string[];
  readonly cents: bigint | undefined;
}

export interface TotalRow {
  readonly word: string | undefined;
  /** How many rows before it add up to its amount. */
  readonly sumOf: number | undefined;
}

/** Rows that are sums of others, by their words or by their amounts. */
export function findTotalRows(rows: readonly TotalCandidate[]): ReadonlyMap<number, TotalRow> {
  const found = new Map<number, TotalRow>();
  const all = { cents: 0n, rows: 0 };
  let since = { cents: 0n, rows: 0 };
  for (const { number, isKnown, recipient, texts, cents } of rows) {
    const named = recipient.trim() === "" ? texts : [recipient];
    const word = isKnown ? undefined : named.find((text) => totalWords.has(plainName(text)));
    const sum = [since, all].find((part) => part.rows > 1 && cents === part.cents);
    if (word !== undefined || (sum !== undefined && recipient.trim() === "")) {
      found.set(number, { word, sumOf: sum?.rows });
      since = { cents: 0n, rows: 0 };
      continue;
    }
    if (cents === undefined) continue;
    all.cents += cents;
    all.rows += 1;
    since = { cents: since.cents + cents, rows: since.rows + 1 };
  }
  return found;
}

/** Why a row looks like a total, for a sentence about it. */
export const totalReason = ({ word, sumOf }: TotalRow): string =>
  [
    ...(word === undefined ? [] : [`says “${word.slice(0, 40)}”`]),
    ...(sumOf === undefined ? [] : [`is the sum of ${sumOf} rows before it`]),
  ].join(" and ");
