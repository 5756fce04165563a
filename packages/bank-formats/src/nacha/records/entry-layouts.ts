import { type EntryClass, type EntryShape, entryClassOf, unknownEntryClass } from "../codes/entry-classes.ts";
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

/**
 * A batch of a class that this library does not know, to find its entries' figures, which are in the same positions in
 * all classes. Nothing else of its entries can be trusted.
 */
export const unknownClass = (header: AnyBatchHeader): BatchKind => ({
  header,
  entryClass: unknownEntryClass(header.standardEntryClassCode),
  isIat: false,
  layout: companyEntryLayout,
});

/** Undefined if the standard entry class is unknown or not supported. */
export function batchKindOf(header: AnyBatchHeader): BatchKind | undefined {
  const entryClass = entryClassOf(header.standardEntryClassCode);
  if (entryClass === undefined) return undefined;
  const isIat = isIatHeader(header);
  return { header, entryClass, isIat, layout: layouts[isIat ? "iat" : entryClass.shape] };
}
