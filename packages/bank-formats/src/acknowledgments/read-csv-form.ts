import { setImmediate as nextTurn } from "node:timers/promises";
import { splitDelimited } from "../text/delimited-line.ts";
import {
  type Acknowledgment,
  AcknowledgmentError,
  type AcknowledgmentProblem,
  acknowledgmentProblem,
  type RejectedItem,
} from "./acknowledgment.ts";
import type { AcknowledgmentField, CsvAcknowledgmentTemplate } from "./acknowledgment-template.ts";
import { type Collected, collectFields } from "./collect-fields.ts";
import { acknowledgmentOf, LINES_PER_TURN } from "./read-text-form.ts";
import { inCapitals, wordList } from "./words.ts";

type Columns = readonly (AcknowledgmentField | undefined)[];

const splitCells = (line: string, delimiter: string): readonly string[] | undefined =>
  splitDelimited(line, { delimiter, quotes: "whenNeeded" });

/** The fields of the columns, if the first line that is not blank has the titles that must be there. */
function columnsOf(
  lines: readonly string[],
  template: CsvAcknowledgmentTemplate,
): { readonly columns: Columns; readonly at: number } | undefined {
  const at = lines.findIndex((line) => line !== "");
  const titles = splitCells(lines[at] ?? "", template.delimiter);
  if (titles === undefined || titles.length < 2) return undefined;
  const words = wordList(template.columns);
  const columns = titles.map((title) => words.find(([, word]) => word === inCapitals(title))?.[0]);
  const fieldsOfTemplate = columns.filter((field) => field !== undefined);
  const isForm =
    template.required.every((field) => columns.includes(field)) &&
    new Set(fieldsOfTemplate).size === fieldsOfTemplate.length;
  return isForm ? { columns, at } : undefined;
}

export const isCsvForm = (lines: readonly string[], template: CsvAcknowledgmentTemplate): boolean =>
  columnsOf(lines, template) !== undefined;

interface OpenFile {
  readonly line: number;
  /** Of the row about the file itself; undefined if there are only rows about entries. */
  own: Collected | undefined;
  readonly first: Collected;
  accepted: number;
  readonly rejects: RejectedItem[];
  readonly problems: AcknowledgmentProblem[];
}

interface OpenFiles {
  readonly list: OpenFile[];
  readonly latest: Map<string, OpenFile>;
}

/** One acknowledgment for each file: rows with the same file belong together. */
export async function readCsvForm(
  lines: readonly string[],
  template: CsvAcknowledgmentTemplate,
): Promise<readonly Acknowledgment[]> {
  const form = columnsOf(lines, template);
  if (form === undefined) return [];
  const files: OpenFiles = { list: [], latest: new Map() };
  for (const [at, text] of lines.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn();
    if (at <= form.at || text === "") continue;
    readRow(files, { line: at + 1, cells: splitCells(text, template.delimiter) }, { columns: form.columns, template });
  }
  return files.list.map(acknowledgmentOfFile);
}

function readRow(
  files: OpenFiles,
  { line, cells }: { readonly line: number; readonly cells: readonly string[] | undefined },
  { columns, template }: { readonly columns: Columns; readonly template: CsvAcknowledgmentTemplate },
): void {
  const row = collectFields(template);
  if (cells === undefined || cells.length > columns.length)
    throw new AcknowledgmentError([acknowledgmentProblem(line, "", { rule: "has other columns than the first line" })]);
  for (const [at, cell] of cells.entries()) {
    const field = columns[at];
    if (field !== undefined) row.add(field, cell, line);
  }
  const collected = row.collected();
  const { file, item, status } = collected;
  const key = [file.fileName, file.bankReference, file.creationDate, file.creationTime, file.fileIdModifier].join("|");
  const isEntry = item.traceNumber !== undefined;
  let open = files.latest.get(key);
  // Another row about the file itself begins another acknowledgment.
  if (open === undefined || (!isEntry && open.own !== undefined)) {
    open = { line, own: undefined, first: collected, accepted: 0, rejects: [], problems: [] };
    files.list.push(open);
    files.latest.set(key, open);
  }
  open.problems.push(...row.problems);
  if (!isEntry) open.own = collected;
  else if (status === "rejected") open.rejects.push({ line, ...item });
  else if (status === "accepted" || status === "received") open.accepted += 1;
  else open.problems.push(acknowledgmentProblem(line, "status", { rule: "must say whether the entry was accepted" }));
}

function acknowledgmentOfFile({ line, own, first, accepted, rejects, problems }: OpenFile): Acknowledgment {
  const collected = own ?? { ...first, item: {} };
  // Banks list single entries of a file that they accepted as a whole.
  const status = own === undefined ? (rejects.length > 0 ? "partlyAccepted" : "accepted") : own.status;
  if (status === undefined || (own === undefined && rejects.length + accepted === 0))
    throw new AcknowledgmentError([
      ...problems,
      acknowledgmentProblem(line, "", { rule: "It does not say whether the file was accepted." }),
    ]);
  return acknowledgmentOf({ line, collected, status, rejects, problems });
}
