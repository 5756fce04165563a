import type { Bai2Level, CodeRow } from "./code-row.ts";
import { creditCodes } from "./credit-codes.ts";
import { debitCodes } from "./debit-codes.ts";
import { statusCodes } from "./status-codes.ts";

/** Whether a code adds to the account or takes from it; status codes and code 890 (information) do neither. */
export type Bai2Direction = "credit" | "debit" | "none";

/** What a three-digit type code means. */
export interface Bai2TypeCode {
  readonly code: string;
  readonly level: Bai2Level;
  readonly direction: Bai2Direction;
  /** From Appendix A of the manual; undefined for the bank's own codes and for codes that the appendix does not have. */
  readonly meaning: string | undefined;
}

/** A detail code without an amount, whose text is a message of the bank. */
export const INFORMATION_CODE = "890";

const table = new Map<string, Bai2TypeCode>();
const add = (rows: readonly CodeRow[], direction: Bai2Direction): void => {
  for (const [code, level, meaning] of rows) table.set(code, Object.freeze({ code, level, direction, meaning }));
};
add(statusCodes, "none");
add(creditCodes, "credit");
add(debitCodes, "debit");
add([[INFORMATION_CODE, "detail", "Contains non-monetary information"]], "none");

interface Range {
  readonly from: number;
  readonly to: number;
  readonly direction: Bai2Direction;
  readonly isStatus?: true;
}

/**
 * BAI2 manual, "Type Code Ranges" and "Customized Type Codes". Its list of loan codes (700–799) mixes directions, so only
 * codes of that range that are in the list are known.
 */
const RANGES: readonly Range[] = [
  { from: 1, to: 99, direction: "none", isStatus: true },
  { from: 100, to: 399, direction: "credit" },
  { from: 400, to: 699, direction: "debit" },
  { from: 900, to: 919, direction: "none", isStatus: true },
  { from: 920, to: 959, direction: "credit" },
  { from: 960, to: 999, direction: "debit" },
];

/**
 * The meaning of a type code in an 03 record ("balances") or a 16 record ("detail"). Codes that Appendix A lacks get level and direction
 * from their range, because banks assign codes of their own; undefined if the code is in no range of the manual.
 */
export function bai2TypeCode(code: string, place: "balances" | "detail"): Bai2TypeCode | undefined {
  const listed = table.get(code);
  if (listed !== undefined) return listed;
  if (!/^[0-9]{3}$/.test(code)) return undefined;
  const number = Number(code);
  const range = RANGES.find(({ from, to }) => number >= from && number <= to);
  if (range === undefined) return undefined;
  const level = range.isStatus ? "status" : place === "detail" ? "detail" : "summary";
  return { code, level, direction: range.direction, meaning: undefined };
}
