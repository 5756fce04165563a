import { textOfCell } from "#ui/files/tables/file-table.ts";
import { countText } from "#ui/page/count-text.ts";
import { HEADINGS, headerForm } from "../columns/field-names.ts";
import { plainName } from "../recipients/name-form.ts";
import { cellOf, type NumberedRecord } from "../understand-table.ts";
import type { ReadAmount } from "../values/amounts.ts";
import type { Heading } from "./headings.ts";
import { type Read, type RowFacts, rowFactsOf } from "./row-facts.ts";
import { isClearTotal, isCreditType, isDoneStatus, isPaidType, type TotalLabel, totalLabels } from "./row-words.ts";

/** What a row of a file is. Only payments are requested. */
export type RowKind = "payment" | "heading" | "subtotal" | "credit" | "zero" | "line" | "other";

export interface LayoutRow {
  readonly kind: RowKind;
  /** Why it is no payment, for a sentence about the row; undefined for payments. */
  readonly reason: string | undefined;
  /** In the row, or in the heading above it. */
  readonly recipient: string;
  /** As the file has it; negative for credits. */
  readonly amount: ReadAmount;
}

/** The total that the file itself states. */
export interface OwnTotal {
  readonly cents: bigint;
  /** Where it is; undefined if it is the sum of the file's subtotals. */
  readonly line: number | undefined;
}

export interface Layout {
  /** By the number of the record. */
  readonly rows: ReadonlyMap<number, LayoutRow>;
  readonly total: OwnTotal | undefined;
  /** What the rows that are no totals add up to. */
  readonly sum: bigint;
}

/**
 * Says of each row of an exported list what it is. Programs group bills by vendor, state subtotals, and list credits
 * between the bills: a row is a payment only if nothing says that it is something else.
 */
export function readLayout(understanding: Read, isKnown: (recipient: string) => boolean): Layout {
  const facts = rowFactsOf(understanding);
  const state: State = {
    understanding,
    isKnown,
    facts,
    isDetailed: facts.some(({ hasAmount, hasDetails }) => hasAmount && hasDetails),
    totals: [],
    all: { cents: 0n, rows: 0 },
    since: { cents: 0n, rows: 0 },
    run: { ...noRun },
    groups: [],
    wasRow: false,
    covered: { cents: 0n, rows: 0 },
  };
  const rows = new Map(facts.map((each, index) => [each.record.number, rowOf(state, each, index)]));
  return { rows, total: ownTotal(state), sum: state.all.cents };
}

/** What adds up since a place in the file. */
interface Sum {
  cents: bigint;
  rows: number;
}

interface Run extends Sum {
  readonly recipient: string;
  readonly hasDetails: boolean;
}

const noRun: Run = { cents: 0n, rows: 0, recipient: "", hasDetails: false };

interface Group extends Heading {
  readonly sum: Sum;
  readonly namesRecipient: boolean;
}

interface Total {
  readonly record: NumberedRecord;
  readonly cents: bigint;
  /** How many rows precede it. */
  readonly after: number;
  /** Of some of the rows before it, by its name or by its amount. */
  readonly isPart: boolean;
}

/** What is known while the file is read from its first row to its last. */
interface State {
  readonly understanding: Read;
  readonly isKnown: (recipient: string) => boolean;
  readonly facts: readonly RowFacts[];
  /** Whether payments have more than recipients and amounts. */
  readonly isDetailed: boolean;
  readonly totals: Total[];
  readonly all: Sum;
  /** Since the last total. */
  readonly since: Sum;
  /** Consecutive rows of one recipient. */
  run: Run;
  /** The headings that are open, outermost first. */
  groups: readonly Group[];
  /** Whether rows followed the last heading or total. */
  wasRow: boolean;
  /** The totals of parts, and how many rows they are of. */
  covered: Sum;
}

function rowOf(state: State, facts: RowFacts, index: number): LayoutRow {
  const { amount, cents, hasAmount, own, partOf } = facts;
  const row = (kind: RowKind, reason: string | undefined, recipient = own): LayoutRow => ({
    kind,
    reason,
    recipient,
    amount,
  });
  if (partOf !== undefined)
    return row("line", `Another line of the invoice that begins on line ${partOf.line}. An invoice is paid once`);
  if (repeatsHeaders(state, facts)) return row("other", "The column names again");
  const label = labelOf(state, facts);
  if (!hasAmount) {
    if (label !== undefined) return row("subtotal", `Says “${short(facts.first)}”`);
    if (isHeading(state, facts, index)) return row("heading", "The rows below belong to it");
    const recipient = recipientOf(state, facts);
    // In lists with groups or totals, titles and remarks are between the bills and below them.
    const isAmong = state.groups.length > 0 || state.totals.length > 0;
    if ((recipient === "" && (isAmong || facts.heading !== undefined)) || (facts.heading !== undefined && isAmong))
      return row("other", "A line without an amount");
    return row("payment", undefined, recipient);
  }
  const total = totalOf(state, facts, label, index);
  if (total !== undefined) return row("subtotal", total);
  const recipient = recipientOf(state, facts);
  const [kind, reason] = kindOf(state, facts);
  // A credit of a positive amount is listed by its type.
  const counted = kind === "credit" && cents !== undefined && cents > 0n ? -cents : cents;
  if (counted !== undefined) add(state, counted, facts, recipient);
  return {
    kind,
    reason,
    recipient,
    amount: counted === undefined || "problem" in amount ? amount : { ...amount, cents: counted },
  };
}

/** Credits, bills without an open amount, and what was paid already. */
function kindOf(state: State, { record, cents }: RowFacts): readonly [RowKind, string | undefined] {
  const { mapping, headers } = state.understanding;
  const [type = "", status = ""] = [mapping.type, mapping.status].map((column) =>
    textOfCell(cellOf(record, column)).trim(),
  );
  if (cents === 0n) return ["zero", "The amount is zero"];
  if (isDoneStatus(status)) return ["other", `The status is “${short(status)}”`];
  const isOpen = /open|due|outstanding|unpaid|remaining/.test(headerForm(headers[mapping.amount ?? -1] ?? ""));
  const isPaid = isPaidType(type);
  if (isPaid && !(isOpen && cents !== undefined && cents < 0n))
    return ["other", `The type is “${short(type)}”: it was paid already`];
  if (isCreditType(type)) return ["credit", `The type is “${short(type)}”`];
  if (cents === undefined || cents > 0n) return ["payment", undefined];
  return ["credit", isPaid ? `“${short(type)}”: paid before, and not used yet` : "The amount is negative"];
}

/** Only a heading that names recipients is passed on, and only to rows that say more than an amount. */
function recipientOf(state: State, { own, hasDetails }: RowFacts): string {
  const group = state.groups.at(-1);
  if (own !== "" || group === undefined || !group.namesRecipient) return own;
  return hasDetails || !state.isDetailed ? group.text : "";
}

function add(state: State, cents: bigint, { hasDetails }: RowFacts, recipient: string): void {
  const name = plainName(recipient);
  if (name !== state.run.recipient || name === "") state.run = { cents: 0n, rows: 0, recipient: name, hasDetails };
  for (const sum of [state.all, state.since, state.run, ...state.groups.map((group) => group.sum)]) {
    sum.cents += cents;
    sum.rows += 1;
  }
  state.wasRow = true;
}

function repeatsHeaders(state: State, { record }: RowFacts): boolean {
  const { headers } = state.understanding;
  const texts = record.cells.map((cell) => headerForm(textOfCell(cell)));
  const named = headers.map(headerForm);
  return (
    texts.filter((text) => text !== "").length > 1 && named.every((name, column) => name === (texts[column] ?? ""))
  );
}

/** What the row's text says it is the total of; undefined if it is no label of a total. */
function labelOf(state: State, { own, first, cents, hasDetails }: RowFacts): TotalLabel | undefined {
  const label = own === "" ? first : own;
  if (state.isKnown(label)) return undefined;
  const found = totalLabels(label);
  // "Total Energies" is a name, unless rows of Energies precede it, or it adds up the rows before it.
  const names = [...state.groups.map(({ text }) => text), state.run.recipient].map(plainName);
  const isBare = own === "" || (!hasDetails && state.isDetailed);
  const isSum = isBare && [state.since, state.run, state.all].some((sum) => sum.rows > 0 && sum.cents === cents);
  return (
    found.find(({ isClear }) => isClear) ??
    found.find(({ of = "" }) => names.includes(plainName(of))) ??
    (isSum ? found[0] : undefined)
  );
}

/** A text alone, or a recipient without an amount, whose rows are below. */
function isHeading(state: State, facts: RowFacts, index: number): boolean {
  const { heading, own, hasDetails } = facts;
  const { mapping } = state.understanding;
  const alone = heading ?? (own !== "" && !hasDetails ? { text: own, column: mapping.recipient ?? 0 } : undefined);
  const next = state.facts[index + 1];
  if (alone === undefined || next === undefined) return false;
  const namesRecipient = mapping.recipient === HEADINGS || alone.column === mapping.recipient;
  const isFollowed = namesRecipient && mapping.recipient !== HEADINGS ? next.own === "" || isHeadingOf(next) : true;
  const hasRows = state.facts.slice(index + 1).some(({ hasAmount, hasDetails: has }) => hasAmount && has);
  const endsAtOnce = next.hasAmount && isClearTotal(next.first);
  if (!isFollowed || !(hasRows || endsAtOnce)) return false;
  open(state, { ...alone, namesRecipient, sum: { cents: 0n, rows: 0 } });
  return true;
}

/** After rows without a subtotal, a heading replaces the one before; directly after another one, it is inside it. */
function open(state: State, group: Group): void {
  state.groups = [...(state.wasRow ? state.groups.slice(0, -1) : state.groups), group];
  state.wasRow = false;
}

/** Why the row is a total; undefined if it is none. Closes its group. */
function totalOf(state: State, facts: RowFacts, label: TotalLabel | undefined, index: number): string | undefined {
  const { cents, own, record } = facts;
  if (label !== undefined) {
    return `Says “${short(own === "" ? facts.first : own)}”${closed(state, record, cents, label.of)}`;
  }
  if (leads(state, facts, index)) return "The sum of the rows below it, which belong to it";
  const sum = sumOf(state, facts);
  if (sum === undefined) return undefined;
  const reason = `The sum of ${sum.rows === 1 ? "the row" : `${sum.rows} rows`} before it`;
  closed(state, record, cents, undefined);
  return reason;
}

/** The rows that an unnamed row adds up. A row with a recipient of its own is a total only where others say more. */
function sumOf(state: State, { own, cents, hasDetails }: RowFacts): Sum | undefined {
  if (cents === undefined) return undefined;
  const group = state.groups.at(-1);
  if (own !== "") {
    const repeats = !hasDetails && state.run.hasDetails && plainName(own) === state.run.recipient;
    return repeats && state.run.cents === cents ? state.run : undefined;
  }
  const inherits = group?.namesRecipient === true && (hasDetails || !state.isDetailed);
  if (inherits && hasDetails) return undefined;
  const least = hasDetails || !state.isDetailed ? 2 : 1;
  const sums = [state.since, ...(group === undefined ? [] : [group.sum]), state.all];
  return sums.find((sum) => sum.rows >= least && sum.cents === cents);
}

/** A group's total that is above its rows: it has the recipient, and they have everything else. */
function leads(state: State, { record, own, first, cents, hasDetails }: RowFacts, index: number): boolean {
  const { mapping } = state.understanding;
  const text = own === "" && mapping.recipient === HEADINGS ? first : own;
  if (hasDetails || !/\p{L}/u.test(text) || cents === undefined) return false;
  let [sum, rows] = [0n, 0];
  for (const below of state.facts.slice(index + 1)) {
    if (below.own !== "" || !below.hasDetails || below.cents === undefined) break;
    sum += below.cents;
    rows += 1;
  }
  if (rows === 0 || sum !== cents) return false;
  open(state, { text, column: mapping.recipient ?? 0, namesRecipient: true, sum: { cents: 0n, rows: 0 } });
  state.totals.push({ record, cents, after: state.all.rows, isPart: true });
  return true;
}

/** Ends the group that the total is of, and says what its rows add up to. */
function closed(state: State, record: NumberedRecord, cents: bigint | undefined, of: string | undefined): string {
  const named = of === undefined ? -1 : groupNamed(state.groups, of);
  const top = state.groups.length - 1;
  const at = named >= 0 ? named : of === undefined && state.groups[top]?.sum.cents === cents ? top : -1;
  const group = state.groups[at];
  const sums = group === undefined ? (of === undefined ? [state.all, state.since] : [state.since]) : [group.sum];
  const sum =
    sums.find((each) => each.rows > 0 && each.cents === cents) ?? (state.since.rows > 0 ? sums.at(-1) : sums[0]);
  if (cents !== undefined) {
    const isPart = of !== undefined || (sum !== state.all && sum?.cents === cents);
    state.totals.push({ record, cents, after: state.all.rows, isPart });
    // Inner groups are in the total of the outer one.
    const covers = group === undefined ? state.since : at === 0 ? group.sum : { rows: 0 };
    if (covers.rows > 0) state.covered = { cents: state.covered.cents + cents, rows: state.covered.rows + covers.rows };
  }
  const adds = addsUp(sum, cents);
  state.groups = group === undefined ? (of === undefined ? [] : state.groups) : state.groups.slice(0, at);
  state.since.cents = 0n;
  state.since.rows = 0;
  state.run = { ...noRun };
  state.wasRow = false;
  return adds;
}

function addsUp(sum: Sum | undefined, cents: bigint | undefined): string {
  if (cents === undefined || sum === undefined || sum.rows === 0) return "";
  if (sum.cents !== cents) return ", but its rows do not add up to it";
  return ` and is the sum of ${countText(sum.rows, "row")}`;
}

/** A total of everything at the end; without one, the sum of the subtotals if every row is in one. */
function ownTotal(state: State): OwnTotal | undefined {
  const end = state.totals.findLast(
    ({ after, isPart, cents }) => after === state.all.rows && (!isPart || cents === state.all.cents),
  );
  if (end !== undefined) return { cents: end.cents, line: end.record.line };
  const isComplete = state.covered.rows > 0 && state.covered.rows === state.all.rows;
  return isComplete ? { cents: state.covered.cents, line: undefined } : undefined;
}

const short = (text: string): string => (text.trim().length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim());

const isHeadingOf = ({ heading, hasAmount }: RowFacts): boolean => heading !== undefined && !hasAmount;

/** A total may shorten the name of its group, or have an ID before it. */
function groupNamed(groups: readonly Group[], of: string): number {
  const name = plainName(of);
  const names = groups.map(({ text }) => plainName(text));
  const exact = names.lastIndexOf(name);
  return exact >= 0 ? exact : names.findLastIndex((each) => name.startsWith(`${each} `) || each.startsWith(`${name} `));
}
