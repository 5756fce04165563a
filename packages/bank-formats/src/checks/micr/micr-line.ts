import { printError } from "../print/check-print-error.ts";
import { MICR_SYMBOLS } from "./e13b-glyphs.ts";

/** A character and its position, counted from the right edge of the check from 1 to 65. */
export interface MicrCharacter {
  readonly position: number;
  /** A digit, or a letter for a symbol: A transit, B amount, C on-us, D dash. */
  readonly character: string;
}

export interface MicrLine {
  readonly characters: readonly MicrCharacter[];
  /** The line from left to right with Unicode's MICR symbols, for people. */
  readonly text: string;
}

/**
 * How the bank wants its own fields, in the letters of MICR readers: `C` is on-us, `D` is a dash, and a space stays empty.
 * `{account}` and `{check}` stand for the numbers; `{check:6}` is filled with zeros to six digits.
 */
export interface MicrFormat {
  /** Positions 14 to 31. */
  readonly onUs: string;
  /** Positions 45 to 65, on checks longer than six inches; `""` if the bank wants none. */
  readonly auxiliaryOnUs: string;
}

/** Business checks: the check number is in the auxiliary on-us field, the account number in the on-us field. */
export const BUSINESS_MICR: MicrFormat = { onUs: "{account}C", auxiliaryOnUs: "C{check:6}C" };

export interface MicrNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly checkNumber: number;
}

/** Where fields begin (rightmost position) and how many positions they have (ANSI X9.100-160-1). */
const FIELDS = {
  onUs: { first: 14, length: 18 },
  transit: { first: 33, length: 11 },
  auxiliaryOnUs: { first: 45, length: 21 },
} as const;

const UNICODE: Readonly<Record<string, string>> = {
  [MICR_SYMBOLS.transit]: "\u2446",
  [MICR_SYMBOLS.amount]: "\u2447",
  [MICR_SYMBOLS.onUs]: "\u2448",
  [MICR_SYMBOLS.dash]: "\u2449",
};

/**
 * The MICR line of a check. The amount field (positions 1 to 12) stays empty: the bank that takes the check encodes it. Throws
 * `CheckPrintError` if a number does not fit its field.
 */
export function micrLine(numbers: MicrNumbers, format: MicrFormat = BUSINESS_MICR): MicrLine {
  const { routingNumber, checkNumber } = numbers;
  if (!/^[0-9]{9}$/.test(routingNumber) || !hasCheckDigit(routingNumber))
    throw printError(
      { checkNumber, field: "routing number", value: routingNumber, kind: "number" },
      "must be 9 digits with a correct check digit",
    );
  if (!/^[0-9]{1,17}$/.test(numbers.accountNumber))
    throw printError(
      { checkNumber, field: "account number", value: numbers.accountNumber, kind: "account" },
      "must be 1 to 17 digits",
    );
  const characters = [
    ...placed(filledIn(format.onUs, numbers), "onUs", checkNumber),
    ...placed(`${MICR_SYMBOLS.transit}${routingNumber}${MICR_SYMBOLS.transit}`, "transit", checkNumber),
    ...placed(filledIn(format.auxiliaryOnUs, numbers), "auxiliaryOnUs", checkNumber),
  ];
  return { characters, text: textOf(characters) };
}

/** The check digit of a routing number: weights 3, 7, and 1, and a sum that is a multiple of ten (ABA routing number policy). */
function hasCheckDigit(routingNumber: string): boolean {
  const sum = Array.from(routingNumber, Number).reduce(
    (total, digit, index) => total + digit * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return sum > 0 && sum % 10 === 0;
}

function filledIn(pattern: string, { accountNumber, checkNumber }: MicrNumbers): string {
  if (!/^(?:[0-9CD ]|\{account\}|\{check(?::[0-9]{1,2})?\}){0,40}$/.test(pattern))
    throw printError(
      { checkNumber, field: "MICR format", value: pattern },
      "may contain {account}, {check:6}, digits, C, D, and spaces",
    );
  return pattern
    .replace("{account}", accountNumber)
    .replace(/\{check(?::([0-9]{1,2}))?\}/, (_, width?: string) =>
      String(checkNumber).padStart(Number(width ?? 0), "0"),
    );
}

function placed(text: string, field: keyof typeof FIELDS, checkNumber: number): readonly MicrCharacter[] {
  const { first, length } = FIELDS[field];
  if (text.length > length)
    throw printError(
      { checkNumber, field: `MICR field ${field}` },
      `has ${length} positions and would need ${text.length}`,
    );
  const found: MicrCharacter[] = [];
  for (const [index, character] of Array.from(text).entries())
    if (character !== " ") found.push({ position: first + text.length - 1 - index, character });
  return found;
}

function textOf(characters: readonly MicrCharacter[]): string {
  const last = Math.max(...characters.map(({ position }) => position));
  const first = Math.min(...characters.map(({ position }) => position));
  const cells = Array.from({ length: last - first + 1 }, () => " ");
  for (const { position, character } of characters) cells[last - position] = UNICODE[character] ?? character;
  return cells.join("");
}
