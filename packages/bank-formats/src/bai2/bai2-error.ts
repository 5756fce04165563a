/** One thing that is wrong in a BAI2 file. */
export interface Bai2Problem {
  /** The physical record, counted from 1. */
  readonly line: number;
  /** The code of the logical record, such as `16`. */
  readonly record: string;
  /** The field's name in the BAI2 manual; empty if the whole record is meant. */
  readonly field: string;
  /** What the field contains, shortened; of account numbers and other long numbers, only the last four characters. */
  readonly value: string;
  /** What must hold. */
  readonly rule: string;
}

const SHOWN_MAX = 40;
const LONG_NUMBER = /[0-9]{5,}/g;
/** `*` and the last four characters. */
const hidden = (text: string): string => `****${text.slice(-4)}`;

/** A value as it may appear in an error. Amounts and counts are shown; all other long numbers may identify an account. */
export function shownBai2Value(value: string, kind: "number" | "text" | "account"): string {
  const start = value.slice(0, SHOWN_MAX);
  const printable = Array.from(start, (character) => (/[ -~]/.test(character) ? character : "?")).join("");
  if (kind === "account") return value === "" ? "" : hidden(value.length > SHOWN_MAX ? value.slice(-8) : printable);
  const shown = kind === "number" ? printable : printable.replace(LONG_NUMBER, hidden);
  return value.length > SHOWN_MAX ? `${shown}…` : shown;
}

const sentenceOf = ({ line, record, field, value, rule }: Bai2Problem): string => {
  const where = record === "" ? `line ${line}` : `line ${line}, record ${record}`;
  const what = field === "" ? "" : `, ${field}`;
  return `${where}${what}${value === "" ? "" : ` "${value}"`}: ${rule}`;
};

/** Thrown when a file is not a correct BAI2 file; nothing that was read from the file may be used. */
export class Bai2Error extends Error {
  /** In the order of the file; never empty. */
  readonly problems: readonly Bai2Problem[];

  constructor(problems: readonly Bai2Problem[]) {
    const [first, ...others] = problems;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    super(first === undefined ? "This is not a BAI2 file" : `${sentenceOf(first)}${more}`);
    this.name = "Bai2Error";
    this.problems = problems;
  }
}
