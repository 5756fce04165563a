import { type EntryClass, type EntryShape, entryClassOf } from "../codes/entry-classes.ts";
import type { Layout } from "../fields/layout.ts";
import { type AnyBatchHeader, isIatHeader } from "./batch-records.ts";
import {
  cardEntryLayout,
  companyEntryLayout,
  corporateEntryLayout,
  iatEntryLayout,
  individualEntryLayout,
  itemEntryLayout,
  nameFirstEntryLayout,
} from "./entry-records.ts";

/** The layouts by shape. Their fields differ, so code that handles any of them looks fields up by key. */
const layouts: Readonly<Record<EntryShape, Layout>> = {
  individual: individualEntryLayout,
  company: companyEntryLayout,
  corporate: corporateEntryLayout,
  item: itemEntryLayout,
  nameFirst: nameFirstEntryLayout,
  card: cardEntryLayout,
  iat: iatEntryLayout,
};

/** What the entries of a batch have in common. */
export interface BatchKind {
  readonly header: AnyBatchHeader;
  readonly entryClass: EntryClass;
  readonly isIat: boolean;
  readonly layout: Layout;
}

/** Undefined if the standard entry class is unknown or not supported. */
export function batchKindOf(header: AnyBatchHeader): BatchKind | undefined {
  const entryClass = entryClassOf(header.standardEntryClassCode);
  if (entryClass === undefined) return undefined;
  const isIat = isIatHeader(header);
  return { header, entryClass, isIat, layout: layouts[isIat ? "iat" : entryClass.shape] };
}
