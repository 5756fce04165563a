import { isRefusedChangeCode } from "../codes/change-codes.ts";
import { isContestedReturnCode, isDishonoredReturnCode } from "../codes/return-reasons.ts";
import type { Report } from "../errors.ts";
import { decodeRecord, type Layout, type Leniency, type Values } from "../fields/layout.ts";
import { type AnyBatchHeader, batchHeaderLayout, iatBatchHeaderLayout } from "../records/batch-records.ts";
import type { BatchKind } from "../records/entry-layouts.ts";
import { type Addenda, type AddendaKind, addendaLayouts, type NachaEntry } from "../records/model.ts";

/** Where a record is read, and where its errors go. */
export interface Reading {
  readonly line: number;
  readonly report: Report;
  readonly leniency: Leniency;
}

/** An IAT header has the class IAT, or the indicator IATCOR where other headers have the company's name. */
export const parseBatchHeader = (text: string, reading: Reading): AnyBatchHeader | undefined =>
  text.slice(50, 53).toUpperCase() === "IAT" || text.slice(4, 20).trimEnd().toUpperCase() === "IATCOR"
    ? decodeRecord(iatBatchHeaderLayout, text, reading)
    : decodeRecord(batchHeaderLayout, text, reading);

/** The entry without its addenda; undefined if a field is wrong. */
export function parseEntryRecord(
  { layout }: BatchKind,
  text: string,
  reading: Reading,
): Omit<NachaEntry, "addenda"> | undefined {
  const values: Values | undefined = decodeRecord(layout, text, reading);
  // Every entry layout has Entry's fields under Entry's keys (layouts.test.ts).
  return values as Omit<NachaEntry, "addenda"> | undefined;
}

const kindsByType: Readonly<Record<string, AddendaKind>> = {
  "02": "terminal",
  "05": "paymentRelated",
  "10": "iatReceiverName",
  "11": "iatOriginator",
  "12": "iatOriginatorPlace",
  "13": "iatOriginatingBank",
  "14": "iatReceivingBank",
  "15": "iatReceiverAddress",
  "16": "iatReceiverPlace",
  "17": "iatRemittance",
  "18": "iatCorrespondent",
};

function kindOf(text: string, isIat: boolean): AddendaKind | undefined {
  const type = text.slice(1, 3);
  const code = text.slice(3, 6).toUpperCase();
  if (type === "98") {
    if (isRefusedChangeCode(code)) return "refusedChange";
    return isIat ? "iatChange" : "change";
  }
  if (type === "99") {
    if (isDishonoredReturnCode(code)) return "dishonoredReturn";
    if (isContestedReturnCode(code)) return "contestedReturn";
    return isIat ? "iatReturn" : "return";
  }
  return Object.hasOwn(kindsByType, type) ? kindsByType[type] : undefined;
}

/** The addenda record; undefined if its type or a field is wrong. */
export function parseAddenda(isIat: boolean, text: string, reading: Reading): Addenda | undefined {
  const kind = kindOf(text, isIat);
  if (kind === undefined) {
    const field = addendaLayouts.paymentRelated.fields.addendaTypeCode;
    reading.report({
      rule: "fieldValue",
      line: reading.line,
      record: "Addenda Record",
      field,
      value: text.slice(1, 3),
    });
    return undefined;
  }
  const layout: Layout = addendaLayouts[kind];
  const values: Values | undefined = decodeRecord(layout, text, reading);
  // The layout is the kind's, so the values are the kind's.
  return values === undefined ? undefined : ({ kind, ...values } as Addenda);
}
