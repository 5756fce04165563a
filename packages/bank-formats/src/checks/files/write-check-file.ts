import { joinDelimited } from "../../text/delimited-line.ts";
import { type CheckProblemLog, checkProblemLog } from "./check-file-error.ts";
import { CHECK_NUMBER_DIGITS_MAX, type CheckRecord } from "./check-record.ts";
import { isCheckDate } from "./fields/check-dates.ts";
import { type CheckFileFacts, formatField, layOut } from "./fields/format-field.ts";
import { type CheckField, type CheckFileTemplate, shownKindOf } from "./template/check-template.ts";

export interface WriteCheckFileOptions {
  /** The day on which the file is made, `YYYY-MM-DD`. */
  readonly fileDate: string;
  /** What the bank assigned, by the names of the template's setting fields. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A text that is written differently from how it was given: accents, or a name cut to the bank's length. */
export interface CheckTextChange {
  readonly checkNumber: number;
  readonly field: string;
  readonly written: string;
}

export interface WrittenCheckFile {
  readonly text: string;
  readonly records: number;
  /** The sum of all amounts, in cents. */
  readonly totalMinor: bigint;
  /** To be shown to the issuer: payee positive pay compares the name in the file with the name on the check. */
  readonly changes: readonly CheckTextChange[];
}

/**
 * Writes checks into a bank's file. Throws `CheckFileError` with all problems, and writes nothing, if a check breaks a rule
 * of the template: a name too long, a number twice, a status for which the bank has no code.
 */
export function writeCheckFile(
  template: CheckFileTemplate,
  checks: readonly CheckRecord[],
  { fileDate, settings = {} }: WriteCheckFileOptions,
): WrittenCheckFile {
  const log = checkProblemLog();
  if (!isCheckDate(fileDate)) log.add(0, "fileDate", fileDate, "must be a date, YYYY-MM-DD");
  const ordered = inOrder(template, checks);
  const facts = factsOf(ordered, fileDate, settings);
  rejectUnfit(template, ordered, log);
  const lines: string[] = [];
  const changes: CheckTextChange[] = [];
  const addLine = (fields: readonly CheckField[], check?: CheckRecord): void => {
    lines.push(lineOf({ template, fields, facts, check, line: lines.length + 1, log, changes }));
  };
  if (template.layout.kind === "delimited" && template.layout.titles)
    lines.push(template.detail.map(({ name }) => name).join(template.layout.delimiter));
  if (template.header) addLine(template.header);
  for (const check of ordered) addLine(template.detail, check);
  if (template.trailer) addLine(template.trailer);
  log.finish();
  const lineEnd = template.lineEnd === "crlf" ? "\r\n" : "\n";
  const text = lines.map((line) => `${line}${lineEnd}`).join("");
  return { text, records: ordered.length, totalMinor: facts.totalMinor, changes };
}

function inOrder({ order }: CheckFileTemplate, checks: readonly CheckRecord[]): readonly CheckRecord[] {
  return order === "asGiven" ? checks : checks.toSorted((a, b) => a.checkNumber - b.checkNumber);
}

function factsOf(
  checks: readonly CheckRecord[],
  fileDate: string,
  settings: Readonly<Record<string, string>>,
): CheckFileFacts {
  let [totalMinor, checkNumberSum] = [0n, 0n];
  for (const { amountMinor, checkNumber } of checks) {
    totalMinor += amountMinor;
    checkNumberSum += BigInt(Number.isSafeInteger(checkNumber) ? checkNumber : 0);
  }
  const { accountNumber, routingNumber } = checks[0] ?? {};
  return { fileDate, settings, accountNumber, routingNumber, records: checks.length, totalMinor, checkNumberSum };
}

/** Rules that no single field can check. `line` is the position in the file's order. */
function rejectUnfit(template: CheckFileTemplate, checks: readonly CheckRecord[], log: CheckProblemLog): void {
  const first = checks[0];
  if (first === undefined) log.add(0, "", "", "a file must contain at least one check");
  const headerLines = firstDetailLine(template) - 1;
  const seen = new Set<string>();
  for (const [index, check] of checks.entries()) {
    const line = headerLines + index + 1;
    const { accountNumber = "", checkNumber, status, amountMinor } = check;
    if (!isCheckNumber(checkNumber))
      log.add(line, "check number", String(checkNumber), "must be a whole number from 1 on");
    if (amountMinor === 0n && status === "issued") log.add(line, "amount", "0", "of an issued check must not be zero");
    if (template.oneAccount && accountNumber !== first?.accountNumber)
      log.add(line, "account number", accountNumber, "must be the same for all checks of the file", "account");
    const key = `${accountNumber} ${checkNumber} ${status}`;
    if (seen.has(key)) log.add(line, "check number", String(checkNumber), `appears twice as ${status}`);
    seen.add(key);
    rejectStatus(template, check, { first, line, log });
  }
}

export const firstDetailLine = ({ layout, header }: CheckFileTemplate): number =>
  1 + (layout.kind === "delimited" && layout.titles ? 1 : 0) + (header ? 1 : 0);

const isCheckNumber = (checkNumber: number): boolean =>
  Number.isSafeInteger(checkNumber) && checkNumber >= 1 && String(checkNumber).length <= CHECK_NUMBER_DIGITS_MAX;

interface StatusPlace {
  readonly first: CheckRecord | undefined;
  readonly line: number;
  readonly log: CheckProblemLog;
}

/** Without a code, a file says one thing about all its checks. */
function rejectStatus({ statusesWithoutCode }: CheckFileTemplate, check: CheckRecord, place: StatusPlace): void {
  if (statusesWithoutCode === undefined) return;
  const { first, line, log } = place;
  if (!statusesWithoutCode.includes(check.status))
    log.add(
      line,
      "status",
      check.status,
      `this file may contain only checks that are ${statusesWithoutCode.join(" or ")}`,
    );
  else if (check.status !== first?.status)
    log.add(line, "status", check.status, "must be the same for all checks: this bank wants a file per status");
}

interface LineContext {
  readonly template: CheckFileTemplate;
  readonly fields: readonly CheckField[];
  readonly facts: CheckFileFacts;
  readonly check: CheckRecord | undefined;
  readonly line: number;
  readonly log: CheckProblemLog;
  readonly changes: CheckTextChange[];
}

function lineOf({ template: { layout }, fields, facts, check, line, log, changes }: LineContext): string {
  const cells = fields.map((field) => {
    const formatted = formatField(field, facts, check);
    if ("rule" in formatted) {
      log.add(line, field.name, formatted.value, formatted.rule, shownKindOf(field));
      return "";
    }
    if (formatted.change !== undefined && check)
      changes.push({ checkNumber: check.checkNumber, field: field.name, written: formatted.change });
    const cell = layOut(field, formatted.text, layout);
    if (cell === undefined)
      log.add(line, field.name, formatted.text, `must have at most ${field.width} characters`, shownKindOf(field));
    return cell ?? "";
  });
  if (layout.kind === "fixed") return cells.join("");
  const joined = joinDelimited(cells, layout);
  if (joined === undefined)
    log.add(line, "", "", `no field may contain a quote or "${layout.delimiter}": the bank's file has no quotes`);
  return joined ?? "";
}
