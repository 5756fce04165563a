import type { Tolerances } from "../bai2-options.ts";
import type { ProblemLog } from "../problem-log.ts";
import { type CursorText, type FieldCursor, fieldCursor, type LogicalRecord } from "./field-cursor.ts";

const DIGITS_MAX = 18;
const AMOUNT = new RegExp(`^[+-]?[0-9]{1,${DIGITS_MAX}}$`);
const COUNT = /^[0-9]{1,9}$/;

/** Digits without a decimal point, perhaps with a sign, in the smallest unit of the currency. */
export const amountIn = (text: string): bigint | undefined =>
  AMOUNT.test(text) ? BigInt(text.startsWith("+") ? text.slice(1) : text) : undefined;

export const countIn = (text: string): number | undefined => (COUNT.test(text) ? Number(text) : undefined);

/** YYMMDD as `YYYY-MM-DD`. The format is from 1987, and its years have two digits: 70 to 99 are in the 20th century. */
export function dateIn(text: string): string | undefined {
  if (!/^[0-9]{6}$/.test(text)) return undefined;
  const year = `${Number(text.slice(0, 2)) < 70 ? "20" : "19"}${text.slice(0, 2)}`;
  const date = `${year}-${text.slice(2, 4)}-${text.slice(4)}`;
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== date ? undefined : date;
}

/** 0000 to 2400 as `HH:MM`. 9999 is the end of the day, too: some banks use it (BAI2 manual, "As-of-Time"). */
export function timeIn(text: string): string | undefined {
  if (text === "9999" || text === "2400") return "24:00";
  return /^([01][0-9]|2[0-3])[0-5][0-9]$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : undefined;
}

/**
 * The fields of one record in their order. Each method reads the next field and reports it if it is wrong; then it
 * returns a neutral value, so that one reading finds all problems of the record.
 */
export interface RecordFields {
  readonly line: number;
  readonly tolerances: Tolerances;
  readonly hasMore: () => boolean;
  /** Text of 1 character or more. */
  readonly required: (field: string) => string;
  readonly optional: (field: string, kind?: "text" | "account") => string | undefined;
  readonly account: (field: string) => string;
  readonly date: (field: string) => string;
  readonly time: (field: string) => string | undefined;
  readonly amount: (field: string) => bigint | undefined;
  readonly count: (field: string) => number | undefined;
  readonly oneOf: <T>(field: string, values: Readonly<Record<string, T>>, missing: T) => T;
  readonly rest: () => readonly CursorText[];
  /** The physical record that the last field was in. */
  readonly lineHere: () => number;
  readonly problem: (field: string, value: string, rule: string) => void;
  /** Reports fields behind the last one that the record has. */
  readonly end: () => void;
}

export function recordFields(record: LogicalRecord, log: ProblemLog, tolerances: Tolerances): RecordFields {
  const code = record.code;
  const cursor: FieldCursor = fieldCursor(record, tolerances, (line, rule) => log.add({ line, record: code }, rule));
  const report = (field: string, value: string, rule: string, kind: "number" | "text" | "account" = "text"): void =>
    log.add({ line: cursor.line(), record: code, field, value, kind }, rule);
  const next = (field: string): string => {
    const text = cursor.next();
    if (text === undefined && !tolerances.accepts("missingFields", cursor.line()))
      report(field, "", "is missing: an empty field needs its comma");
    return text ?? "";
  };
  const optional = (field: string): string | undefined => {
    const text = next(field);
    return text === "" ? undefined : text;
  };
  const required = (field: string, kind?: "account"): string => {
    const text = next(field);
    if (text === "") report(field, "", "is required");
    else if (text.includes("/")) report(field, text, "must not contain a slash", kind);
    return text;
  };
  /** A field that is empty or has the given form. */
  const formed = <T>(field: string, read: (text: string) => T | undefined, rule: string): T | undefined => {
    const text = next(field);
    if (text === "") return undefined;
    const value = read(text);
    if (value === undefined) report(field, text, rule, "number");
    return value;
  };
  const date = (field: string): string => {
    const text = next(field);
    const value = dateIn(text);
    if (value === undefined) report(field, text, "must be a date, YYMMDD", "number");
    return value ?? "";
  };
  const oneOf = <T>(field: string, values: Readonly<Record<string, T>>, missing: T): T => {
    const given = next(field);
    const capitals = given.toUpperCase();
    const isLower = given !== capitals && Object.hasOwn(values, capitals);
    const text = isLower && tolerances.accepts("lowerCaseCodes", cursor.line()) ? capitals : given;
    const value = Object.hasOwn(values, text) ? values[text] : undefined;
    if (value === undefined) report(field, text, `must be one of ${Object.keys(values).filter(Boolean).join(", ")}`);
    return value ?? missing;
  };
  return {
    line: record.parts[0]?.line ?? 0,
    tolerances,
    hasMore: cursor.hasMore,
    required,
    optional,
    account: (field) => required(field, "account"),
    date,
    time: (field) => formed(field, timeIn, "must be a time, 0000 to 2400 or 9999"),
    amount: (field) => formed(field, amountIn, "must be up to 18 digits without a decimal point"),
    count: (field) => formed(field, countIn, "must be a whole number of up to 9 digits"),
    oneOf,
    rest: cursor.rest,
    lineHere: cursor.line,
    problem: (field, value, rule) => report(field, value, rule),
    end: () => {
      if (cursor.hasMore()) report("", "", "has more fields than this record may have");
    },
  };
}
