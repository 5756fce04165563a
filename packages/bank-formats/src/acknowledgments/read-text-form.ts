import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type AcknowledgedStatus,
  type Acknowledgment,
  AcknowledgmentError,
  type AcknowledgmentProblem,
  acknowledgmentProblem,
  type RejectedItem,
} from "./acknowledgment.ts";
import type { AcknowledgmentField, TextAcknowledgmentTemplate } from "./acknowledgment-template.ts";
import { type Collected, collectFields, statusIn } from "./collect-fields.ts";
import { findWords, inCapitals, occurrences, wordList } from "./words.ts";

const titles = new WeakMap<TextAcknowledgmentTemplate, readonly string[]>();

/** Each template's titles are prepared once, not for each line. */
function titlesOf(template: TextAcknowledgmentTemplate): readonly string[] {
  const list = titles.get(template) ?? template.titles.map(inCapitals);
  titles.set(template, list);
  return list;
}

function beginsWith(text: string, template: TextAcknowledgmentTemplate): boolean {
  if (text === "") return false;
  const line = inCapitals(text);
  return titlesOf(template).some((title) => occurrences(line, title).length > 0);
}

/** A title further down is not that of the file. */
const TITLE_LINES_MAX = 100;
/** What is read in one turn of the event loop: a few milliseconds of work. */
export const LINES_PER_TURN = 200;

export const isTextForm = (lines: readonly string[], template: TextAcknowledgmentTemplate): boolean =>
  lines.slice(0, TITLE_LINES_MAX).some((line) => beginsWith(line, template));

interface Section {
  /** Of its title. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Each title begins a section, unless nothing but blank lines is between it and the title before. */
async function sectionsOf(lines: readonly string[], template: TextAcknowledgmentTemplate): Promise<readonly Section[]> {
  const starts: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn();
    if (!beginsWith(line, template)) continue;
    const last = starts.at(-1);
    if (last === undefined || lines.slice(last + 1, at).some((between) => between !== "")) starts.push(at);
  }
  return starts.map((start, index) => ({ line: start + 1, lines: lines.slice(start, starts[index + 1]) }));
}

export async function readTextForm(
  lines: readonly string[],
  template: TextAcknowledgmentTemplate,
): Promise<readonly Acknowledgment[]> {
  const read: Acknowledgment[] = [];
  for (const section of await sectionsOf(lines, template)) read.push(await readSection(section, template));
  return read;
}

/** Fields that are about an entry where its trace number is on the same line. */
const ITEM_FIELDS: ReadonlySet<AcknowledgmentField> = new Set([
  "traceNumber",
  "batchNumber",
  "amount",
  "code",
  "reason",
]);

async function readSection(
  { line: start, lines }: Section,
  template: TextAcknowledgmentTemplate,
): Promise<Acknowledgment> {
  const fields = collectFields(template);
  const rejects: RejectedItem[] = [];
  const problems: AcknowledgmentProblem[] = [];
  const loose: { readonly line: number; readonly text: string }[] = [];
  let table: readonly (AcknowledgmentField | undefined)[] | undefined;
  let rows = 0;
  for (const [at, text] of lines.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn();
    const line = start + at;
    const isBlank = text.trim() === "";
    // A blank line ends a table, but may be between its titles and its first row.
    if (table !== undefined && isBlank && rows === 0) continue;
    if (isBlank) {
      table = undefined;
      continue;
    }
    if (table !== undefined) {
      rows += 1;
      const item = rowOf(text, table, template);
      if (item === undefined)
        problems.push(acknowledgmentProblem(line, "", { value: text, rule: "is not a row of its table" }));
      else if (item !== "rule") rejects.push({ line, ...item });
      continue;
    }
    table = tableIn(text, template);
    rows = 0;
    if (table !== undefined) continue;
    const found = labelsIn(text, template);
    if (found.length === 0) loose.push({ line, text });
    else if (found.some(({ field }) => field === "traceNumber")) {
      const item = collectFields(template);
      for (const { field, value } of found) (ITEM_FIELDS.has(field) ? item : fields).add(field, value, line);
      rejects.push({ line, ...item.collected().item });
      problems.push(...item.problems);
    } else for (const { field, value } of found) fields.add(field, value, line);
  }
  const collected = fields.collected();
  const contradictions = fields.problems.filter(({ rule }) => /different values|contradicts/.test(rule));
  if (contradictions.length > 0) throw new AcknowledgmentError(contradictions);
  const status = collected.status ?? looseStatus(loose, template);
  if (status === undefined)
    throw new AcknowledgmentError([
      ...fields.problems.filter(({ field }) => field === "status"),
      acknowledgmentProblem(start, "", { rule: "It does not say whether the file was accepted." }),
    ]);
  return acknowledgmentOf({ line: start, collected, status, rejects, problems: [...problems, ...fields.problems] });
}

/** With rejected entries, an accepted file is partly accepted. */
export function acknowledgmentOf({
  line,
  collected,
  status,
  rejects,
  problems,
}: Pick<Acknowledgment, "line" | "status" | "rejects" | "problems"> & {
  readonly collected: Collected;
}): Acknowledgment {
  const { file, item, rejectedCount } = collected;
  const hasRejects = rejects.length > 0 || (rejectedCount ?? 0) > 0;
  return {
    line,
    file,
    status: status === "accepted" && hasRejects ? "partlyAccepted" : status,
    ...(rejectedCount === undefined ? {} : { rejectedCount }),
    ...(item.code === undefined ? {} : { code: item.code }),
    ...(item.reason === undefined ? {} : { reason: item.reason }),
    rejects,
    problems,
  };
}

/** The status in lines without labels, such as `YOUR FILE HAS BEEN ACCEPTED`, if all that state one agree. */
function looseStatus(
  lines: readonly { readonly line: number; readonly text: string }[],
  template: TextAcknowledgmentTemplate,
): AcknowledgedStatus | undefined {
  const words = wordList(template.statusWords);
  const mentions = lines.filter(({ text }) => findWords(inCapitals(text), words).length > 0);
  // A line that says nothing else, or the title, is the bank's verdict; sentences may speak of what would happen.
  const verdicts = mentions.filter(({ text }) => beginsWith(text, template) || isOnlyWords(text, words));
  const stated = verdicts.length > 0 ? verdicts : mentions;
  const statuses = new Set(stated.map(({ text }) => statusIn(text, template)));
  if (statuses.size > 1 || statuses.has(undefined))
    throw new AcknowledgmentError(
      stated.map(({ line, text }) => acknowledgmentProblem(line, "", { value: text, rule: "contradicts itself" })),
    );
  const [only] = statuses;
  return only;
}

function isOnlyWords(text: string, words: ReturnType<typeof wordList>): boolean {
  const line = inCapitals(text.replaceAll(/[^\p{L}\p{N}\s]/gu, " "));
  const lengthOfWords = findWords(line, words).reduce((length, { at, end }) => length + end - at, 0);
  return lengthOfWords >= line.replace(/^(?:NOT|FILE|FILE NOT) /, "").length;
}

interface FoundLabel {
  readonly field: AcknowledgmentField;
  readonly value: string;
}

/** A label ends with a colon or the like, or with a blank if it begins the line or follows two blanks. */
function labelsIn(text: string, template: TextAcknowledgmentTemplate): readonly FoundLabel[] {
  // Two blanks end a value; a line break, which no line contains, marks them.
  const original = text.trim().replaceAll(/\s{2,}|\t/g, "\n");
  const line = Array.from(original, capitalOf).join("");
  const found = findWords(line, wordList(template.labels)).filter(({ at, end }) => {
    const before = at === 0 ? "\n" : line.charAt(at - 1);
    const after = line.charAt(end);
    return /[:=#.\n]/u.test(after) || ((before === "\n" || before === "*") && (after === " " || after === ""));
  });
  return found.map(({ meaning, end }, index) => {
    const value = original.slice(end, found[index + 1]?.at).replace(/^[\s:=#.\n]+/u, "");
    return { field: meaning, value: (value.split("\n")[0] ?? "").replace(/[\s*]+$/, "") };
  });
}

/** Of the same length, so that places in the line remain. */
function capitalOf(character: string): string {
  const capital = character.toUpperCase();
  return capital.length === character.length ? capital : character;
}

/** The fields of the columns whose titles are in this line. */
function tableIn(
  text: string,
  { rejectColumns }: TextAcknowledgmentTemplate,
): readonly (AcknowledgmentField | undefined)[] | undefined {
  if (rejectColumns === undefined) return undefined;
  const titles = cellsOf(text).map(inCapitals);
  const isTable =
    titles.length === rejectColumns.length && rejectColumns.every(({ title }, at) => inCapitals(title) === titles[at]);
  return isTable ? rejectColumns.map(({ field }) => field) : undefined;
}

const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s{2,}|\t|\s*\|\s*/)
    .filter((cell) => cell !== "");

/** `rule` is a line of hyphens. Undefined if it has other columns than its table, or a value that cannot be read. */
function rowOf(
  text: string,
  fields: readonly (AcknowledgmentField | undefined)[],
  template: TextAcknowledgmentTemplate,
): Omit<RejectedItem, "line"> | "rule" | undefined {
  if (/^[\s=*_|-]+$/.test(text)) return "rule";
  const cells = cellsOf(text);
  if (cells.length !== fields.length) return undefined;
  const row = collectFields(template);
  for (const [at, field] of fields.entries()) if (field !== undefined) row.add(field, cells[at] ?? "", 0);
  return row.problems.length === 0 ? row.collected().item : undefined;
}
