import type { SimpleType } from "./element-types.ts";
import {
  base64Problem,
  dateProblem,
  dateTimeProblem,
  decimalProblem,
  timeProblem,
  yearMonthProblem,
} from "./lexical.ts";

/** Simple types of ISO 20022, each a check of its text. Lengths count characters (Unicode code points), not bytes. */

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly isSensitive?: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Free text with a length. */
export const text = (name: string, limits: TextLimits): SimpleType<string> => {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, isSensitive = false } = limits;
  return {
    kind: "simple",
    name,
    isSensitive,
    collapses: false,
    problem: (value) => {
      if (value.length < min) return "must not be empty";
      if (value.length > max && isLongerThan(value, max)) return `may have at most ${max} characters`;
      return pattern === undefined || pattern.test(value) ? undefined : `must have the form of ${name}`;
    },
    parse: (value) => value,
    format: textOf,
  };
};

/** Text with a form. The pattern is anchored and takes linear time. */
export const pattern = (name: string, form: RegExp, options: { isSensitive?: boolean } = {}): SimpleType<string> =>
  text(name, { pattern: form, ...options });

/** The words of a text: `"CRDT DBIT"` is `"CRDT" | "DBIT"`. */
type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

/** A code of a closed list, given as one text with blanks in between. */
export const codes = <List extends string>(name: string, list: List): SimpleType<Words<List>> => {
  const values: ReadonlySet<string> = new Set(list.split(" "));
  const isKnown = (value: string): value is Words<List> => values.has(value);
  return {
    kind: "simple",
    name,
    isSensitive: false,
    collapses: false,
    problem: (value) => (isKnown(value) ? undefined : `must be one of ${[...values].join(", ")}`),
    parse: (value) => {
      if (!isKnown(value)) throw new TypeError(`${name} has no such code`);
      return value;
    },
    format: textOf,
  };
};

const collapsed = (name: string, problem: SimpleType<string>["problem"]): SimpleType<string> => ({
  kind: "simple",
  name,
  isSensitive: false,
  collapses: true,
  problem,
  parse: (value) => value,
  format: textOf,
});

/** `true` or `false`; `1` and `0` are read as well. */
export const indicator = (name: string): SimpleType<boolean> => ({
  kind: "simple",
  name,
  isSensitive: false,
  collapses: true,
  problem: (value) => (/^(true|false|1|0)$/.test(value) ? undefined : "must be true or false"),
  parse: (value) => value === "true" || value === "1",
  format: (value) => (typeof value === "boolean" ? String(value) : undefined),
});

/** A decimal number, kept as text: it never becomes floating point. */
export const decimal = (
  name: string,
  limits: { readonly digits: number; readonly fraction: number; readonly isNegativeAllowed?: boolean },
): SimpleType<string> => collapsed(name, (value) => decimalProblem(value, limits));

/** `2026-11-20`, a day that exists; a time zone may follow, as in XML Schema. */
export const date = (name: string): SimpleType<string> => collapsed(name, dateProblem);

/** `2026-11-20T15:00:00`, with optional fraction of a second and offset. */
export const dateTime = (name: string): SimpleType<string> => collapsed(name, dateTimeProblem);

export const time = (name: string): SimpleType<string> => collapsed(name, timeProblem);

export const yearMonth = (name: string): SimpleType<string> => collapsed(name, yearMonthProblem);

/** Base64 text of at most `octetsMax` bytes. */
export const binary = (name: string, octetsMax: number): SimpleType<string> =>
  collapsed(name, (value) => base64Problem(value, octetsMax));

function isLongerThan(value: string, max: number): boolean {
  // A code point has one or two UTF-16 units.
  if (value.length > max * 2) return true;
  return Array.from(value).length > max;
}
