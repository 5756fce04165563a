import type { CheckProblemLog } from "../check-file-error.ts";
import type { CheckFileTolerance, ParsedParts } from "../fields/parse-field.ts";
import type { CheckFileTemplate } from "../template/check-template.ts";
import type { CheckLineReader, ReadCheck } from "./check-line-reader.ts";

/** What a header or trailer says about the whole file. */
export interface CheckFileEnvelope {
  readonly fileDate: string | undefined;
  /** What the bank assigned to its customer, by the template's names. */
  readonly settings: Readonly<Record<string, string>>;
  readonly records: number;
  /** The sum of all amounts, in cents. */
  readonly totalMinor: bigint;
}

/** The lines of a file in their order: titles, header, checks, trailer. */
export interface CheckLineSequence {
  /** The check on the line or, because the last line may be a trailer, on the line before. */
  readonly accept: (text: string) => ReadCheck | undefined;
  /** Checks the trailer and compares its sums. */
  readonly finish: () => void;
  readonly envelope: () => CheckFileEnvelope;
  readonly lines: () => number;
}

const NOT_PRINTABLE = /[^ -~\t]/;
/** The end of a file as old systems write it. */
const END_OF_FILE = "\u001a";

export function checkLineSequence(
  template: CheckFileTemplate,
  tolerant: CheckFileTolerance,
  reader: CheckLineReader,
  log: CheckProblemLog,
): CheckLineSequence {
  const sums = { records: 0, totalMinor: 0n, checkNumberSum: 0n };
  const stated: ParsedParts[] = [];
  const before: string[] = [
    ...(titlesOf(template) === undefined ? [] : ["titles"]),
    ...(template.header ? ["header"] : []),
  ];
  let line = 0;
  let held: string | undefined;

  const addCheck = (text: string, at: number): ReadCheck | undefined => {
    const check = reader.check(text, at);
    sums.records += 1;
    sums.totalMinor += check?.amountMinor ?? 0n;
    sums.checkNumberSum += BigInt(check?.checkNumber ?? 0);
    return check;
  };
  const addEnvelope = (fields: CheckFileTemplate["header"], text: string): void => {
    const parts = reader.envelope(fields ?? [], text, line);
    if (parts) stated.push(parts);
  };
  const accept = (text: string): ReadCheck | undefined => {
    line += 1;
    if (text === END_OF_FILE || (tolerant.blankLines === true && text.trim() === "")) return undefined;
    if (!isPrintable(text, line, log)) return undefined;
    const part = before.shift();
    if (part === "titles") {
      const titles = titlesOf(template);
      if (text !== titles) log.add(line, "", text, `the first line must be the titles ${titles}`);
    } else if (part === "header") addEnvelope(template.header, text);
    else if (!template.trailer) return addCheck(text, line);
    else {
      const previous = held;
      held = text;
      return previous === undefined ? undefined : addCheck(previous, line - 1);
    }
    return undefined;
  };
  const finish = (): void => {
    if (held !== undefined) addEnvelope(template.trailer, held);
    const [missing = template.trailer && held === undefined ? "trailer" : undefined] = before;
    if (missing !== undefined) log.add(0, "", "", `the file has no ${missing}`);
    if (log.count() === 0 && tolerant.wrongTotals !== true) compare(stated, sums, log);
    log.finish();
  };
  const envelope = (): CheckFileEnvelope => ({
    fileDate: stated.find(({ fileDate }) => fileDate !== undefined)?.fileDate,
    settings: Object.assign({}, ...stated.map(({ settings }) => settings)) satisfies Record<string, string>,
    records: sums.records,
    totalMinor: sums.totalMinor,
  });
  return { accept, finish, envelope, lines: () => line };
}

const titlesOf = ({ layout, detail }: CheckFileTemplate): string | undefined =>
  layout.kind === "delimited" && layout.titles ? detail.map(({ name }) => name).join(layout.delimiter) : undefined;

function isPrintable(text: string, line: number, log: CheckProblemLog): boolean {
  const character = NOT_PRINTABLE.exec(text)?.[0];
  if (character === undefined) return true;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  log.add(line, "", "", `contains the character U+${code}, which is not allowed`);
  return false;
}

function compare(
  stated: readonly ParsedParts[],
  sums: { readonly records: number; readonly totalMinor: bigint; readonly checkNumberSum: bigint },
  log: CheckProblemLog,
): void {
  const report = (what: string, stated: bigint | undefined, found: bigint): void => {
    if (stated !== undefined && stated !== found)
      log.add(0, what, String(stated), `does not match the file, which has ${found}`, "number");
  };
  for (const { records, totalMinor, checkNumberSum } of stated) {
    report("number of checks", records, BigInt(sums.records));
    report("total amount", totalMinor, sums.totalMinor);
    report("sum of check numbers", checkNumberSum, sums.checkNumberSum);
  }
}
