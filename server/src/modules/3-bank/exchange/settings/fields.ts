import { routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { BANK_TEXT } from "bursar-banking/text/bank-text";
import { type Static, type TSchema, Type } from "typebox";
import { Nullable } from "#kernel/http/schemas.ts";

/** Fields of settings. Descriptions are what the command line asks and the reference shows. */

/** Text in characters that every network accepts. */
export const BankText = (lengthMax: number, description: string, fallback?: string) =>
  Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern: BANK_TEXT,
    description,
    ...(fallback === undefined ? {} : { default: fallback }),
  });

/** Nine digits; the check digit is checked by `routingProblems`. */
export const RoutingNumber = (description: string) => Type.String({ pattern: "^[0-9]{9}$", description });

/** A time of day in New York, the time zone of the Federal Reserve's schedules. */
const TIME = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
export const NewYorkTime = (description: string, fallback: string) =>
  Type.String({ pattern: TIME, description: `${description} New York time, HH:MM.`, default: fallback });
export const NewYorkTimes = (
  description: string,
  { min, max, fallback }: { min: number; max: number; fallback: string[] },
) =>
  Type.Array(Type.String({ pattern: TIME }), {
    minItems: min,
    maxItems: max,
    description: `${description} New York time, HH:MM.`,
    default: fallback,
  });

/** One of several values; the first is the default unless another one is named. */
export const Choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
  fallback: Values[number] = values[0],
) => Type.Unsafe<Values[number]>({ type: "string", enum: [...values], description, default: fallback });

/** A field that is empty unless it is entered. */
export const OrNone = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...Nullable(schema), default: null });

/** A limit that a bank sets. Whole cents are checked by `centProblems`. */
export const Limit = (description: string, dollarsMax: number) =>
  Type.Number({ minimum: 0.01, maximum: dollarsMax, description: `${description} US dollars.`, default: dollarsMax });

/** `fileNameProblems` checks the placeholders. */
export const FileName = (fallback: string) =>
  Type.String({
    minLength: 1,
    maxLength: 80,
    pattern: "^[A-Za-z0-9._{}-]+$",
    description:
      "The names of files, as the bank wants them. {date} becomes YYYYMMDD, {time} HHMMSS, and {number} a number that is never used again.",
    default: fallback,
  });

/** After this time without an answer, a person is alerted to call the bank. */
export const AnswerMinutes = (fallback: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 7 * 24 * 60,
    description:
      "After how many minutes without the bank's acknowledgment of a file administrators are alerted; 0 if the bank sends none.",
    default: fallback,
  });

/** A problem with one field of settings. */
export interface SettingProblem {
  readonly path: string;
  readonly message: string;
}

export function routingProblems(path: string, routingNumber: string): readonly SettingProblem[] {
  const message = routingNumberProblem(routingNumber);
  return message === undefined ? [] : [{ path, message }];
}

/** Without `{number}`, a name could be used twice, and the bank would overwrite or reject the second file. */
export function fileNameProblems(path: string, pattern: string): readonly SettingProblem[] {
  if (!pattern.includes("{number}"))
    return [{ path, message: "must contain {number}, so that names are never used twice" }];
  const rest = pattern.replaceAll(/\{(?:date|time|number)\}/g, "");
  if (/[{}]/.test(rest)) return [{ path, message: "may contain {date}, {time}, and {number}, and no other braces" }];
  if (!/^[A-Za-z0-9{]/.test(pattern)) return [{ path, message: "must begin with a letter or a digit" }];
  return [];
}
