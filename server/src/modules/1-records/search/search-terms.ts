import { searchedWords } from "./words.ts";

/** What one line of text may mean. */
export interface SearchTerms {
  /** Beginnings of words; none if the text can only be an amount. */
  readonly words: readonly string[];
  /** Cents, either direction, from the one to the other: "4210" is also the beginning of 4,210.50. */
  readonly amount: { readonly leastMinor: bigint; readonly mostMinor: bigint } | undefined;
  /** The first and the last id with this beginning. */
  readonly ids: { readonly first: string; readonly last: string } | undefined;
  /** The last four digits of an account. */
  readonly lastFour: string | undefined;
}

/** Eight digits are 65 seconds of ids. */
const ID_DIGITS_MIN = 8;
const ID_DIGITS = 32;
const AMOUNT = /^[+\u2212-]?\s?\$?\s?(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:[.,](\d{1,2}))?$/;
const LAST_FOUR = /^(?:[\u2022*.\u2026xX]{1,12}\s?)?(\d{4})$/;

export function searchTerms(text: string): SearchTerms {
  const trimmed = text.trim();
  const amount = amountOf(trimmed);
  return {
    // "4,210.50" has the words 4, 210, and 50, which half of all memos begin with.
    words: amount !== undefined && /\D/.test(trimmed) ? [] : (searchedWords(trimmed) ?? []),
    amount,
    ids: idsOf(trimmed),
    lastFour: LAST_FOUR.exec(trimmed)?.[1],
  };
}

function amountOf(text: string): SearchTerms["amount"] {
  const found = AMOUNT.exec(text);
  const [dollars, cents] = [found?.[1], found?.[2]];
  if (dollars === undefined) return undefined;
  const minor = BigInt(dollars.replaceAll(",", "")) * 100n;
  if (cents === undefined) return minor === 0n ? undefined : { leastMinor: minor, mostMinor: minor + 99n };
  const exact = minor + BigInt(cents.padEnd(2, "0"));
  return exact === 0n ? undefined : { leastMinor: exact, mostMinor: exact };
}

function idsOf(text: string): SearchTerms["ids"] {
  if (!/^[\da-f-]{8,36}$/i.test(text)) return undefined;
  const digits = text.replaceAll("-", "").toLowerCase();
  if (digits.length < ID_DIGITS_MIN || digits.length > ID_DIGITS) return undefined;
  return { first: uuidOf(digits.padEnd(ID_DIGITS, "0")), last: uuidOf(digits.padEnd(ID_DIGITS, "f")) };
}

const uuidOf = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
