import { type NachaRule, nachaRules } from "./rules.ts";

/** A violation of one rule at one place. Contains no account number in full. */
export interface NachaError {
  readonly rule: NachaRule;
  /** Counted from 1, in records; when writing, the line that the record would have had. */
  readonly line: number;
  /** Nacha's name of the record, such as "Entry Detail Record"; undefined if it is not known. */
  readonly record: string | undefined;
  /** Nacha's name of the field; undefined if the rule is about the whole record. */
  readonly field: string | undefined;
  /** What the field contains, but of account numbers and long numbers only the last four characters; undefined if no single value is at fault. */
  readonly value: string | undefined;
  /** The sentence for a person: place, value, rule, and what was expected. */
  readonly message: string;
  /** Where the rule is written down. */
  readonly source: string;
}

/** What a check found; {@link errorOf} makes it presentable. */
export interface Finding {
  readonly rule: NachaRule;
  readonly line: number;
  readonly record?: string | undefined;
  readonly field?: { readonly name: string; readonly isSensitive: boolean } | undefined;
  readonly value?: string | undefined;
  /** What would have been right, for totals and check digits. Never contains an account number. */
  readonly expected?: string | undefined;
}

export type Report = (finding: Finding) => void;

const VALUE_LENGTH_MAX = 40;
/** Records without account numbers. In others, characters that were lost can move one into any field. */
const HARMLESS_RECORD = /^(File|Company|IAT Company)/;

const withoutLongNumbers = (text: string): string =>
  text.replaceAll(/[0-9]{5,}/g, (digits) => `****${digits.slice(-4)}`);

/** Printable, short, and masked if the field is sensitive. */
function shownValue(value: string, isSensitive: boolean, isHarmless: boolean): string {
  const printable = [...value.trim().slice(0, VALUE_LENGTH_MAX + 54)]
    .map((character) => (/[ -~]/.test(character) ? character : "?"))
    .join("");
  if (!isSensitive) return (isHarmless ? printable : withoutLongNumbers(printable)).slice(0, VALUE_LENGTH_MAX);
  const shown = printable.length > 4 ? printable.slice(-4) : "";
  return `****${shown}`;
}

/** The error of a finding, safe to show and to store. */
export function errorOf({ rule, line, record, field, value, expected }: Finding): NachaError {
  const isHarmless = HARMLESS_RECORD.test(record ?? "");
  const shown = value === undefined ? undefined : shownValue(value, field?.isSensitive ?? false, isHarmless);
  const right = expected === undefined || isHarmless ? expected : withoutLongNumbers(expected);
  const place = [`line ${line}`, record, field?.name].filter((part) => part !== undefined).join(", ");
  const { says, source } = nachaRules[rule];
  const message = [
    place[0]?.toUpperCase() + place.slice(1),
    shown === undefined ? "" : ` "${shown}"`,
    `: ${says}`,
    right === undefined ? "" : ` (expected ${right})`,
    ".",
  ].join("");
  return Object.freeze({ rule, line, record, field: field?.name, value: shown, message, source });
}

/** The file cannot be read or written. Nothing in it may be acted upon. */
export class NachaFileError extends Error {
  override readonly name = "NachaFileError";
  /** By line. */
  readonly errors: readonly NachaError[];
  /** Whether the list ends at the limit, so that the file may have more errors. */
  readonly isTruncated: boolean;

  constructor(errors: readonly NachaError[], isTruncated: boolean) {
    const sorted = errors.toSorted((left, right) => left.line - right.line);
    super(sorted[0]?.message ?? "The file is not valid.");
    this.errors = Object.freeze(sorted);
    this.isTruncated = isTruncated;
  }
}
