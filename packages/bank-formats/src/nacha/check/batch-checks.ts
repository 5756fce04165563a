import { meaningOfTransactionCode } from "../codes/transaction-codes.ts";
import type { Report } from "../errors.ts";
import type { Layout, NachaField, Values } from "../fields/layout.ts";
import {
  type AnyBatchHeader,
  type BatchControl,
  batchControlLayout,
  batchHeaderLayout,
  iatBatchHeaderLayout,
  isIatHeader,
} from "../records/batch-records.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import type { EntryCategory } from "../records/model.ts";
import type { NachaRule } from "../rules.ts";
import { checkAddenda } from "./addenda-checks.ts";
import { checkEntryFields, type PlacedEntry } from "./entry-checks.ts";
import { addTotals, type ControlTotals, noTotals, totalsOfEntry } from "./totals.ts";

const headerLayoutOf = (header: AnyBatchHeader): Layout =>
  isIatHeader(header) ? iatBatchHeaderLayout : batchHeaderLayout;

/** A field of a batch header, for messages. */
export const headerField = (header: AnyBatchHeader, key: string) => {
  const layout = headerLayoutOf(header);
  return { record: layout.record, field: layout.fields[key] };
};

/** What the company is called in the header of either kind. */
export const companyOf = (header: AnyBatchHeader): string =>
  isIatHeader(header) ? header.originatorIdentification : header.companyIdentification;

/** Reports what is wrong with a batch header. */
export function checkBatchHeader(batch: BatchKind, line: number, report: Report): void {
  const { header, entryClass } = batch;
  const problem = (rule: NachaRule, key: string, value: string, expected?: string): void =>
    report({ rule, line, value, expected, ...headerField(header, key) });
  if (header.originatorStatusCode === "0")
    problem("batchOriginatorStatus", "originatorStatusCode", header.originatorStatusCode);
  const texts: Values = header;
  for (const key of ["companyName", "companyIdentification", "originatorIdentification", "companyEntryDescription"]) {
    const text = texts[key];
    if (typeof text === "string" && /^[0 ]+$/.test(text)) problem("batchZeros", key, text);
  }
  const { description } = entryClass;
  if (description !== undefined && header.companyEntryDescription !== description)
    problem("batchDescription", "companyEntryDescription", header.companyEntryDescription, description);
}

/** The totals of one entry. */
const totalsOf = ({ entry }: PlacedEntry): ControlTotals =>
  totalsOfEntry({
    records: 1 + entry.addenda.length,
    receivingDfiIdentification: entry.receivingDfiIdentification,
    amountMinor: entry.amountMinor,
    direction: meaningOfTransactionCode(entry.transactionCode).direction,
  });

/** Checks the entries of one batch in order, and adds them up. */
export interface BatchCheck {
  /** What is wrong with the entry goes to `report`; its amount counts in any case. */
  add(placed: PlacedEntry, report: Report): void;
  /** Counts an entry that could not be read, but whose figures could. */
  count(figures: ControlTotals): void;
  /** Counts records that could not be read, so that only their own errors are reported. */
  skip(records: number): void;
  totals(): ControlTotals;
  /** Undefined until the first entry. */
  category(): EntryCategory | undefined;
  /** Compares the control record with the header and the entries. */
  finish(control: BatchControl, line: number): void;
}

export function checkBatch(batch: BatchKind, line: number, report: Report): BatchCheck {
  let totals = noTotals;
  let skipped = 0;
  let lastTrace = "";
  let category: EntryCategory | undefined;
  checkBatchHeader(batch, line, report);
  return {
    add(placed, report) {
      const { entry } = placed;
      totals = addTotals(totals, totalsOf(placed));
      if (placed.category === "rejected") return;
      checkEntryFields(batch, placed, report);
      checkAddenda(batch, placed, report);
      const problem = (rule: NachaRule, field: Layout["fields"][string] | undefined, value: string | undefined) =>
        report({ rule, line: placed.line, record: batch.layout.record, field, value });
      if (entry.traceNumber <= lastTrace)
        problem("entryTraceOrder", batch.layout.fields["traceNumber"], entry.traceNumber);
      lastTrace = entry.traceNumber;
      if (category !== undefined && placed.category !== category) problem("batchMixedCategories", undefined, undefined);
      category ??= placed.category;
    },
    count(figures) {
      totals = addTotals(totals, figures);
    },
    skip(records) {
      skipped += records;
    },
    totals: () => totals,
    category: () => category,
    finish(control, controlLine) {
      compareWithHeader(batch.header, control, { line: controlLine, report });
      if (totals.entryAddendaCount + skipped === 0)
        report({ rule: "batchEmpty", line: controlLine, record: batchControlLayout.record });
      else if (skipped === 0) compareTotals(totals, control, { line: controlLine, report });
      if (category === "forward" && batch.header.effectiveEntryDate === undefined)
        report({ rule: "batchEffectiveDate", line, ...headerField(batch.header, "effectiveEntryDate") });
    },
  };
}

interface Place {
  readonly line: number;
  readonly report: Report;
}

function compareWithHeader(header: AnyBatchHeader, control: BatchControl, { line, report }: Place): void {
  const { fields, record } = batchControlLayout;
  const compare = (
    rule: NachaRule,
    field: NachaField<string> | NachaField<number>,
    [value, expected]: readonly [value: string, expected: string],
  ): void => {
    if (value !== expected) report({ rule, line, record, field, value, expected });
  };
  compare("batchServiceClassEqual", fields.serviceClassCode, [control.serviceClassCode, header.serviceClassCode]);
  compare("batchCompanyEqual", fields.companyIdentification, [control.companyIdentification ?? "", companyOf(header)]);
  compare("batchOdfiEqual", fields.odfiIdentification, [control.odfiIdentification, header.odfiIdentification]);
  compare("batchNumberEqual", fields.batchNumber, [String(control.batchNumber), String(header.batchNumber)]);
}

function compareTotals(totals: ControlTotals, control: BatchControl, { line, report }: Place): void {
  const { fields, record } = batchControlLayout;
  const compare = (
    rule: NachaRule,
    key: "entryAddendaCount" | "entryHash" | "totalDebitMinor" | "totalCreditMinor",
  ): void => {
    if (control[key] === totals[key]) return;
    report({ rule, line, record, field: fields[key], value: String(control[key]), expected: String(totals[key]) });
  };
  compare("batchEntryCount", "entryAddendaCount");
  compare("batchEntryHash", "entryHash");
  compare("batchDebits", "totalDebitMinor");
  compare("batchCredits", "totalCreditMinor");
}
