import { splitDelimited } from "../../../text/delimited-line.ts";
import type { CheckProblemLog } from "../check-file-error.ts";
import type { CheckRecord, CheckStatus } from "../check-record.ts";
import { type CheckFileTolerance, type ParsedParts, parseField, withoutZeros } from "../fields/parse-field.ts";
import { type CheckField, type CheckFileTemplate, shownKindOf } from "../template/check-template.ts";

/** A check that was read, with its line. A check number of 0 means that the bank could not read the number. */
export interface ReadCheck extends CheckRecord {
  readonly line: number;
}

export interface LineReaderOptions {
  readonly accounts?: readonly string[] | undefined;
  readonly status?: CheckStatus | undefined;
  readonly tolerant: CheckFileTolerance;
}

/** Reads single lines of a template's file. Results are undefined if the line is wrong, which is in the log. */
export interface CheckLineReader {
  /** A header or trailer. The account that it names is that of the checks that follow. */
  readonly envelope: (fields: readonly CheckField[], text: string, line: number) => ParsedParts | undefined;
  readonly check: (text: string, line: number) => ReadCheck | undefined;
}

export function checkLineReader(
  template: CheckFileTemplate,
  options: LineReaderOptions,
  log: CheckProblemLog,
): CheckLineReader {
  const accounts = options.accounts && new Map(options.accounts.map((account) => [withoutZeros(account), account]));
  let headerAccount: string | undefined;

  /** The account as the caller writes it: zeros before the number may be fill. */
  const accountOf = (digits: string | undefined, line: number): string | undefined => {
    if (digits === undefined) return headerAccount;
    const account = accounts?.get(withoutZeros(digits));
    if (accounts && account === undefined)
      log.add(line, "account number", digits, "is not an account of this connection", "account");
    return account ?? withoutZeros(digits);
  };
  const partsOf = (fields: readonly CheckField[], text: string, line: number): ParsedParts | undefined => {
    const cells = cellsOf(template, fields, text, options.tolerant);
    if (typeof cells !== "string")
      return parsedParts({ template, fields, cells, line, log, tolerant: options.tolerant });
    log.add(line, "", "", cells);
    return undefined;
  };
  const envelope: CheckLineReader["envelope"] = (fields, text, line) => {
    const parts = partsOf(fields, text, line);
    headerAccount = accountOf(parts?.check?.accountNumber, line);
    return parts;
  };
  const check = (text: string, line: number): ReadCheck | undefined => {
    const found = partsOf(template.detail, text, line)?.check;
    if (found === undefined) return undefined;
    const { status = options.status ?? template.statusesWithoutCode?.[0], checkNumber, amountMinor } = found;
    if (status === undefined || checkNumber === undefined || amountMinor === undefined) return undefined;
    if (checkNumber === 0 && template.purpose === "issue") log.add(line, "check number", "0", "must not be zero");
    requireDates(template.detail, { ...found, status }, line, log);
    const accountNumber = accountOf(found.accountNumber, line);
    return { ...withEventDate(template.detail, found, status), status, checkNumber, amountMinor, accountNumber, line };
  };
  return { envelope, check };
}

/** The fields' texts, or the rule that the line breaks. */
function cellsOf(
  { layout }: CheckFileTemplate,
  fields: readonly CheckField[],
  text: string,
  { shortLines }: CheckFileTolerance,
): readonly string[] | string {
  if (layout.kind === "delimited") {
    const cells = splitDelimited(text, layout);
    if (cells === undefined) return "has a quote that is not closed, or text behind a quote";
    return cells.length === fields.length ? cells : `must have ${fields.length} fields and has ${cells.length}`;
  }
  const line = shortLines === true ? text.padEnd(layout.length) : text;
  if (line.length !== layout.length) return `must have ${layout.length} characters and has ${line.length}`;
  let at = 0;
  return fields.map(({ width }) => {
    at += width;
    return line.slice(at - width, at);
  });
}

interface LineCells {
  readonly template: CheckFileTemplate;
  readonly fields: readonly CheckField[];
  readonly cells: readonly string[];
  readonly line: number;
  readonly log: CheckProblemLog;
  readonly tolerant: CheckFileTolerance;
}

function parsedParts({ template, fields, cells, line, log, tolerant }: LineCells): ParsedParts | undefined {
  const before = log.count();
  let all: ParsedParts = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? "";
    const parsed = parseField(field, cell, tolerant, template.layout.kind === "fixed");
    if ("rule" in parsed) log.add(line, field.name, cell.trim(), parsed.rule, shownKindOf(field));
    else
      all = {
        ...all,
        ...parsed,
        check: { ...all.check, ...parsed.check },
        settings: { ...all.settings, ...parsed.settings },
      };
  }
  return log.count() === before ? all : undefined;
}

/** Dates that a check with one status has, and one with another has not. */
function requireDates(
  fields: readonly CheckField[],
  found: Partial<CheckRecord> & { readonly status: CheckStatus },
  line: number,
  log: CheckProblemLog,
): void {
  for (const field of fields) {
    if (field.kind !== "date" || field.onlyFor === undefined) continue;
    if (field.of === "fileDate" || field.of === "eventDate") continue;
    const isPresent = found[field.of] !== undefined;
    if (isPresent !== field.onlyFor.includes(found.status))
      log.add(line, field.name, "", isPresent ? `must be empty for a check that is ${found.status}` : "is required");
  }
}

/** A date that is the void date of a void check was read as the issue date. */
function withEventDate(
  fields: readonly CheckField[],
  found: Partial<CheckRecord>,
  status: CheckStatus,
): Partial<CheckRecord> {
  const hasEventDate = fields.some((field) => field.kind === "date" && field.of === "eventDate");
  if (!hasEventDate || status !== "void") return found;
  const { issueDate, ...others } = found;
  return { ...others, voidDate: issueDate };
}
