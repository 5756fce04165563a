import { changeCodeOf, isRefusedChangeCode } from "../codes/change-codes.ts";
import { correctionsOf } from "../codes/corrected-data.ts";
import { isContestedReturnCode, isDishonoredReturnCode, returnReasonOf } from "../codes/return-reasons.ts";
import type { Finding, Report } from "../errors.ts";
import type { Layout } from "../fields/layout.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import { type Addenda, type AddendaKind, addendaLayouts, categoryOfAddenda } from "../records/model.ts";
import type { NachaRule } from "../rules.ts";
import type { PlacedEntry } from "./entry-checks.ts";

/** The seven addenda records that each IAT entry has, in order; then up to five 17 and five 18. */
const iatMandatory: readonly AddendaKind[] = [
  "iatReceiverName",
  "iatOriginator",
  "iatOriginatorPlace",
  "iatOriginatingBank",
  "iatReceivingBank",
  "iatReceiverAddress",
  "iatReceiverPlace",
];
const iatOrder: readonly AddendaKind[] = [...iatMandatory, "iatRemittance", "iatCorrespondent"];
const IAT_REMITTANCES_MAX = 2;
const IAT_CORRESPONDENTS_MAX = 5;

type AddendaProblem = (at: number, rule: NachaRule, key?: string, expected?: string) => void;

/** Reports what is wrong with the addenda records of an entry: kinds, number, order, references, and codes. */
export function checkAddenda(batch: BatchKind, placed: PlacedEntry, report: Report): void {
  const { entry, line, category } = placed;
  const problem: AddendaProblem = (at, rule, key, expected) => {
    const addenda = entry.addenda[at];
    const layout: Layout | undefined = addenda === undefined ? batch.layout : addendaLayouts[addenda.kind];
    const value = Object.entries(addenda ?? entry).find(([name]) => name === key)?.[1];
    const finding: Finding = {
      rule,
      expected,
      record: layout.record,
      line: addenda === undefined ? line : line + at + 1,
      field: key === undefined ? undefined : layout.fields[key],
    };
    report(value === undefined ? finding : { ...finding, value: String(value) });
  };
  checkIndicator(placed, problem);
  checkReferences(placed, problem);
  if (category === "forward") checkForwardAddenda(batch, placed, problem);
  else checkAnswerAddenda(batch, placed, problem);
  for (const [at, addenda] of entry.addenda.entries()) checkCodes(batch, { at, addenda }, problem);
}

function checkIndicator({ entry, category }: PlacedEntry, problem: AddendaProblem): void {
  const { length } = entry.addenda;
  if (entry.addendaRecordIndicator !== (length > 0 ? "1" : "0"))
    problem(-1, "entryAddendaIndicator", "addendaRecordIndicator", length > 0 ? "1" : "0");
  // Banks return CTX entries with the original's count, although the original's addenda records are not part of them.
  if (category === "forward" && entry.numberOfAddendaRecords !== undefined && entry.numberOfAddendaRecords !== length)
    problem(-1, "entryAddendaCount", "numberOfAddendaRecords", String(length).padStart(4, "0"));
}

/** Each addenda record repeats the entry's trace number or its end, and records of a kind are numbered. */
function checkReferences({ entry }: PlacedEntry, problem: AddendaProblem): void {
  const sequence = entry.traceNumber.slice(8);
  const numbers = new Map<AddendaKind, number>();
  for (const [at, addenda] of entry.addenda.entries()) {
    if ("traceNumber" in addenda && addenda.traceNumber !== entry.traceNumber)
      problem(at, "addendaTrace", "traceNumber", entry.traceNumber);
    if ("entryDetailSequenceNumber" in addenda && addenda.entryDetailSequenceNumber !== sequence)
      problem(at, "addendaEntrySequence", "entryDetailSequenceNumber", sequence);
    if (!("addendaSequenceNumber" in addenda)) continue;
    const number = (numbers.get(addenda.kind) ?? 0) + 1;
    numbers.set(addenda.kind, number);
    if (addenda.addendaSequenceNumber !== number)
      problem(at, "addendaSequence", "addendaSequenceNumber", String(number).padStart(4, "0"));
  }
}

const typeOf = (kind: AddendaKind): "02" | "05" | "iat" => {
  if (kind === "terminal") return "02";
  return kind === "paymentRelated" ? "05" : "iat";
};

function checkForwardAddenda({ entryClass }: BatchKind, { entry }: PlacedEntry, problem: AddendaProblem): void {
  const { addenda } = entry;
  const allowed = entryClass.addenda;
  const stranger = addenda.findIndex(({ kind }) => typeOf(kind) !== allowed?.type);
  if (entryClass.code === "COR") problem(-1, "changeClass");
  else if (stranger >= 0) problem(stranger, "entryAddendaType", "addendaTypeCode");
  else if (allowed?.type === "iat") checkIatAddenda(addenda, problem);
  else if (addenda.length < (allowed?.min ?? 0)) problem(-1, "entryAddendaMissing");
  // The first record too many.
  else if (addenda.length > (allowed?.max ?? 0)) problem(allowed?.max ?? 0, "entryAddendaMax");
}

function checkIatAddenda(addenda: readonly Addenda[], problem: AddendaProblem): void {
  for (const kind of iatMandatory)
    if (!addenda.some((each) => each.kind === kind))
      problem(-1, "entryAddendaMissing", undefined, addendaLayouts[kind].record);
  let last = -1;
  for (const [at, { kind }] of addenda.entries()) {
    const position = iatOrder.indexOf(kind);
    const mayRepeat = !iatMandatory.includes(kind);
    if (position < last || (position === last && !mayRepeat)) {
      problem(at, "entryAddendaOrder");
      break;
    }
    last = position;
  }
  const excess = (kind: AddendaKind, max: number): void => {
    const places = [...addenda.entries()].filter(([, each]) => each.kind === kind).map(([at]) => at);
    const first = places[max];
    if (first !== undefined) problem(first, "entryAddendaMax");
  };
  excess("iatRemittance", IAT_REMITTANCES_MAX);
  excess("iatCorrespondent", IAT_CORRESPONDENTS_MAX);
}

/** Returns and notifications of change have one addenda record; returns of IAT entries repeat the seven before it. */
function checkAnswerAddenda({ entryClass, isIat }: BatchKind, placed: PlacedEntry, problem: AddendaProblem): void {
  const { addenda } = placed.entry;
  const isChange = placed.category === "change" || placed.category === "refusedChange";
  const answer = addenda.findIndex(({ kind }) => categoryOfAddenda(kind) !== "forward");
  const second = addenda.findIndex(({ kind }, at) => at > answer && categoryOfAddenda(kind) !== "forward");
  if (second >= 0) problem(second, "returnAddendaTwice");
  if (isChange !== (entryClass.code === "COR")) problem(answer, "changeClass");
  const repeats = isIat && placed.category !== "change" ? iatMandatory : [];
  const others = addenda.filter((_, at) => at !== answer).map(({ kind }) => kind);
  const isAsExpected =
    answer === addenda.length - 1 &&
    (others.length === 0 || (others.length === repeats.length && others.every((kind, at) => kind === repeats[at])));
  const isIatReturn = isIat && placed.category === "return";
  if (second >= 0) return;
  if (!isAsExpected || (others.length === 0 && isIatReturn)) problem(answer, "returnAddenda");
}

function checkCodes(
  { isIat }: BatchKind,
  { at, addenda }: { readonly at: number; readonly addenda: Addenda },
  problem: AddendaProblem,
): void {
  switch (addenda.kind) {
    case "return":
    case "iatReturn":
      if (returnReasonOf(addenda.returnReasonCode) === undefined) problem(at, "returnCode", "returnReasonCode");
      if (addenda.dateOfDeath !== undefined && !/^R1[45]$/.test(addenda.returnReasonCode))
        problem(at, "returnDateOfDeath", "dateOfDeath");
      break;
    case "dishonoredReturn":
      if (!isDishonoredReturnCode(addenda.returnReasonCode)) problem(at, "returnCode", "returnReasonCode");
      checkReturnedCode(at, addenda, problem);
      break;
    case "contestedReturn":
      if (!isContestedReturnCode(addenda.returnReasonCode)) problem(at, "returnCode", "returnReasonCode");
      checkReturnedCode(at, addenda, problem);
      if (!isDishonoredReturnCode(`R${addenda.dishonoredReturnReasonDigits}`))
        problem(at, "returnCode", "dishonoredReturnReasonDigits");
      break;
    case "change":
    case "iatChange":
      if (changeCodeOf(addenda.changeCode) === undefined || isRefusedChangeCode(addenda.changeCode))
        problem(at, "changeCode", "changeCode");
      else if (correctionsOf(addenda, { isIat }) === undefined) problem(at, "changeData", "correctedData");
      break;
    case "refusedChange":
      if (!isRefusedChangeCode(addenda.refusedChangeCode)) problem(at, "changeCode", "refusedChangeCode");
      if (changeCodeOf(addenda.changeCode) === undefined || isRefusedChangeCode(addenda.changeCode))
        problem(at, "changeCode", "changeCode");
      break;
    default:
  }
}

/** The code of the disputed return, which is written without its R. */
function checkReturnedCode(
  at: number,
  { returnReasonDigits }: { readonly returnReasonDigits: string },
  problem: AddendaProblem,
): void {
  if (returnReasonOf(`R${returnReasonDigits}`) === undefined) problem(at, "returnCode", "returnReasonDigits");
}
