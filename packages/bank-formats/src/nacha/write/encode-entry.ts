import type { Report } from "../errors.ts";
import { encodeRecord, type Layout, type Values } from "../fields/layout.ts";
import { checkDigitOf } from "../identifiers/routing-number.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import {
  type Addenda,
  type AddendaInput,
  type AddendaKind,
  addendaLayouts,
  type EntryInput,
  entryCategoryOf,
  type NachaEntry,
} from "../records/model.ts";

type NumberedInput = EntryInput & { readonly traceNumber: string };

/** The addenda record with its sequence and trace numbers. */
function numbered(given: AddendaInput, traceNumber: string, addendaSequenceNumber: number): Addenda {
  const layout: Layout = addendaLayouts[given.kind];
  const all: Values = { traceNumber, addendaSequenceNumber, entryDetailSequenceNumber: traceNumber.slice(8) };
  const computed = Object.fromEntries(Object.entries(all).filter(([key]) => Object.hasOwn(layout.fields, key)));
  // The layout names which computed fields complete the input to a record of its kind.
  return { ...given, ...computed } as Addenda;
}

function numberedAddenda({ addenda = [], traceNumber }: NumberedInput): readonly Addenda[] {
  const numbers = new Map<AddendaKind, number>();
  return addenda.map((given) => {
    const number = (numbers.get(given.kind) ?? 0) + 1;
    numbers.set(given.kind, number);
    return numbered(given, traceNumber, number);
  });
}

/** The entry with what is computed, and its records: the entry and its addenda. Reports values that do not fit. */
export function encodeEntry(
  { layout }: BatchKind,
  input: NumberedInput,
  { line, report }: { readonly line: number; readonly report: Report },
): { readonly entry: NachaEntry; readonly records: readonly string[] } {
  const addenda = numberedAddenda(input);
  const isForward = entryCategoryOf({ addenda }) === "forward";
  const given = isForward ? undefined : input.numberOfAddendaRecords;
  const isCounted = Object.hasOwn(layout.fields, "numberOfAddendaRecords");
  const { receivingDfiIdentification } = input;
  const checkDigit = /^[0-9]{8}$/.test(receivingDfiIdentification) ? checkDigitOf(receivingDfiIdentification) : "0";
  const entry: NachaEntry = {
    ...input,
    checkDigit: input.checkDigit ?? checkDigit,
    numberOfAddendaRecords: isCounted ? (given ?? addenda.length) : undefined,
    addendaRecordIndicator: addenda.length > 0 ? "1" : "0",
    addenda,
  };
  const { addenda: _, ...fields } = entry;
  const values: Values = fields;
  const records = [encodeRecord(layout, values, { line, report })];
  for (const [at, each] of addenda.entries()) {
    const addendaLayout: Layout = addendaLayouts[each.kind];
    const addendaValues: Values = { ...each };
    records.push(encodeRecord(addendaLayout, addendaValues, { line: line + 1 + at, report }));
  }
  return { entry, records };
}
