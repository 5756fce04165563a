import {
  type AcknowledgedFile,
  type AcknowledgedStatus,
  type AcknowledgmentProblem,
  acknowledgmentProblem,
  type RejectedItem,
} from "./acknowledgment.ts";
import type { AcknowledgmentField, AcknowledgmentTemplate } from "./acknowledgment-template.ts";
import { amountIn, countIn, dateIn, timeIn } from "./field-values.ts";
import { findWords, inCapitals, wordList } from "./words.ts";

/** What one line, or one acknowledgment, says, by field. */
export interface Collected {
  readonly file: AcknowledgedFile;
  readonly item: Omit<RejectedItem, "line">;
  readonly status: AcknowledgedStatus | undefined;
  readonly rejectedCount: number | undefined;
}

export interface FieldCollector {
  /** Reads a value; the first one of a field counts, and a different one later is a problem. */
  readonly add: (field: AcknowledgmentField, value: string, line: number) => void;
  readonly collected: () => Collected;
  readonly problems: readonly AcknowledgmentProblem[];
}

const TEXT_LENGTH_MAX = 200;

type Values = Partial<Record<keyof AcknowledgedFile | keyof RejectedItem | "rejectedCount", string | number | bigint>>;

/** Collects the fields of an acknowledgment or of a row. */
export function collectFields(template: AcknowledgmentTemplate): FieldCollector {
  const values: Values = {};
  const problems: AcknowledgmentProblem[] = [];
  let status: AcknowledgedStatus | undefined;
  const put = (name: keyof Values, value: string | number | bigint, { line, field }: Place): void => {
    const before = values[name];
    if (before === undefined) values[name] = value;
    else if (before !== value)
      problems.push(acknowledgmentProblem(line, field, { rule: "appears twice with different values" }));
  };
  const add: FieldCollector["add"] = (field, given, line) => {
    const value = given.slice(0, TEXT_LENGTH_MAX).trim();
    if (value === "") return;
    const place = { line, field };
    const wrong = (rule: string): number => problems.push(acknowledgmentProblem(line, field, { value, rule }));
    switch (field) {
      case "creationDate": {
        const found = dateIn(value, template);
        if (found === undefined) {
          wrong("must be a date");
          return;
        }
        put("creationDate", found.date, place);
        const time = timeIn(found.rest);
        if (time !== undefined) put("creationTime", time, place);
        return;
      }
      case "creationTime": {
        const time = timeIn(value);
        if (time === undefined) wrong("must be a time");
        else put("creationTime", time, place);
        return;
      }
      case "totalDebit":
      case "totalCredit":
      case "amount": {
        const amount = amountIn(value, template);
        if (amount === undefined)
          wrong(template.amounts === "cents" ? "must be cents" : "must be an amount of dollars");
        else put(field === "amount" ? "amountMinor" : `${field}Minor`, amount, place);
        return;
      }
      case "batchCount":
      case "entryCount":
      case "rejectedCount": {
        const count = countIn(value);
        if (count === undefined) wrong("must be a number");
        else put(field, count, place);
        return;
      }
      case "status": {
        const found = statusIn(value, template);
        if (found === undefined) wrong("is not one of the template's words for a status");
        else if (status !== undefined && status !== found) wrong("contradicts the status above");
        else status = found;
        return;
      }
      case "fileIdModifier": {
        const modifier = value.toUpperCase();
        // `FILE ID` is the modifier at some banks and the file's number at others.
        if (/^[A-Z0-9]$/.test(modifier)) put("fileIdModifier", modifier, place);
        else put("bankReference", value, place);
        return;
      }
      default:
        put(field, value, place);
    }
  };
  const collected = (): Collected => {
    const { traceNumber, batchNumber, amountMinor, code, reason, rejectedCount, line: _, ...file } = values;
    return {
      // Each value was put under its name with its type.
      file: file as AcknowledgedFile,
      item: { ...defined({ traceNumber, batchNumber, amountMinor, code, reason }) } as Collected["item"],
      status,
      rejectedCount: rejectedCount as number | undefined,
    };
  };
  return { add, collected, problems };
}

interface Place {
  readonly line: number;
  readonly field: string;
}

const defined = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** The status that a text states; undefined if it states none, or more than one. */
export function statusIn(text: string, { statusWords }: AcknowledgmentTemplate): AcknowledgedStatus | undefined {
  const line = inCapitals(text);
  const found = new Set(
    findWords(line, wordList(statusWords)).map(({ meaning, at }) =>
      meaning !== "rejected" && /\b(?:NOT|NO|NEVER) (?:BEEN |YET )?$/.test(line.slice(0, at)) ? "rejected" : meaning,
    ),
  );
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
