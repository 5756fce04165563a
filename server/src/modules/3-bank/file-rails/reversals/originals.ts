import { type EntryInput, isIatHeader, isReversalDescription, readNacha, reversalOf } from "bursar-bank-formats/nacha";
import type { BankFileId } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type AchClass, achClasses, sentIdentification } from "../ach/ach-entry.ts";
import type { BankFiles } from "../channels.ts";
import { filedIdentifications } from "../orders/orders.queries.ts";
import type { UndoId, UndoRow } from "../undos/undos.queries.ts";

/** The reversing entry, without its trace number. */
export interface ReversingEntry {
  readonly entryClass: AchClass;
  readonly entry: EntryInput;
}

/**
 * The reversing entries of undos, made from the entries as they were sent: the same receiver, account, and amount, whatever
 * the recipient's details are today. An undo without one has no entry that could be reversed: it was changed in the
 * database, or the receiver's account cannot be debited.
 */
export async function reversingEntries(
  db: Queryable,
  files: Pick<BankFiles, "contentOf">,
  { organizationId, undos }: { readonly organizationId: OrganizationId; readonly undos: readonly UndoRow[] },
): Promise<ReadonlyMap<UndoId, ReversingEntry>> {
  const ids = undos.map((undo) => undo.transaction_id);
  const filed = new Map(
    (await filedIdentifications(db, organizationId, ids)).map((row) => [row.transaction_id, row.identification]),
  );
  const found = new Map<UndoId, ReversingEntry>();
  for (const [fileId, ofFile] of Map.groupBy(undos, (undo) => undo.original_file_id))
    for (const [undoId, entry] of await inFile(files, organizationId, { fileId, undos: ofFile, filed }))
      found.set(undoId, entry);
  return found;
}

async function inFile(
  files: Pick<BankFiles, "contentOf">,
  organizationId: OrganizationId,
  {
    fileId,
    undos,
    filed,
  }: {
    readonly fileId: BankFileId;
    readonly undos: readonly UndoRow[];
    readonly filed: ReadonlyMap<TransactionId, string | null>;
  },
): Promise<readonly (readonly [UndoId, ReversingEntry])[]> {
  const [first] = undos;
  const content = first && (await files.contentOf(organizationId, { connectionId: first.connection_id, fileId }));
  if (content === undefined) return [];
  const undoByReference = new Map(undos.map((undo) => [undo.original_reference, undo]));
  const found: (readonly [UndoId, ReversingEntry])[] = [];
  let entryClass: AchClass | undefined;
  for await (const item of readNacha(content)) {
    if (item.kind === "batchHeader") entryClass = classOf(item.header);
    const undo = item.kind === "entry" ? undoByReference.get(item.entry.traceNumber) : undefined;
    if (item.kind !== "entry" || undo === undefined || entryClass === undefined) continue;
    const { entry } = item;
    const isOriginal =
      entry.amountMinor === undo.amount_minor &&
      entry.identificationNumber?.trim().toLowerCase() ===
        sentIdentification(undo.transaction_id, filed.get(undo.transaction_id));
    const reversing = isOriginal ? reversed({ ...entry, addenda: undefined }) : undefined;
    if (reversing !== undefined) found.push([undo.undo_id, { entryClass, entry: reversing }]);
    if (found.length === undoByReference.size) break;
  }
  return found;
}

type Header = Parameters<typeof isIatHeader>[0];

/** Of a batch that pays; a reversal is not reversed. */
function classOf(header: Header): AchClass | undefined {
  if (isIatHeader(header) || isReversalDescription(header.companyEntryDescription.trim())) return undefined;
  return achClasses.find((achClass) => achClass === header.standardEntryClassCode);
}

/** Undefined for an account that cannot be debited. */
function reversed(entry: EntryInput): EntryInput | undefined {
  try {
    return reversalOf(entry);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
