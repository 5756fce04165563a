import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { FileKey } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import {
  type FileItem,
  type FileItemId,
  type FingerprintedItem,
  ignorableSubject,
  itemNumbering,
  plain,
  type SaidId,
  subjectFingerprint,
} from "./file-item.ts";
import {
  applyOthers,
  countOpenItemsOf,
  findIgnores,
  type Ignore,
  type ItemOfFile,
  insertFileItems,
} from "./items.queries.ts";

/** What one pass over a file found in it that cannot be applied. */
export interface ItemRecorder {
  /** Stores items, page by page. */
  record(items: readonly FileItem[]): Promise<void>;
  /** When the file is read to its end: items that an earlier pass found and this one did not are applied now. */
  finish(): Promise<{ readonly opened: number }>;
}

/** Records the items of a file in the transaction that applies the rest of it. */
export function itemRecorder(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { connectionId, isAgain, ...file }: FileKey & { readonly connectionId: ConnectionId; readonly isAgain: boolean },
): ItemRecorder {
  const numberOf = itemNumbering(connectionId);
  const found: SaidId[] = [];
  let opened = 0;
  return {
    record: async (items) => {
      for (const { amountMinor = 0n, reason, subject, unmasked } of items) {
        assert(amountMinor >= 0n, "the amount of an item has no sign");
        assert(reason !== "", "an item says why it was not applied");
        assert(unmasked === undefined || subject !== unmasked, "what identifies an account is not shown");
      }
      const identified = items.map((item) => ({
        ...readable(item),
        fingerprint: subjectFingerprint(service.vault, file.organizationId, item),
      }));
      const ignores = identified.some((item) => ignorableSubject(item) !== undefined)
        ? await findIgnores(tx, file.organizationId, connectionId)
        : [];
      const numbered = identified.map((item): ItemOfFile => {
        const ignoredFor = ignores.find((ignore) => isAbout(ignore, item))?.note;
        return { ...item, itemId: service.newId<FileItemId>(), saidId: numberOf(item), ignoredFor };
      });
      assert(numbered.length === items.length, "each item is recorded, or known");
      if (isAgain) for (const { saidId } of numbered) found.push(saidId);
      const at = service.clock.now();
      for (const batch of inBatches(numbered)) {
        const inserted = await insertFileItems(tx, file, { connectionId, items: batch, at });
        assert(inserted.length <= batch.length, "an item is recorded once");
        opened += inserted.filter(({ state }) => state === "open").length;
      }
    },
    finish: async () => {
      if (!isAgain) return { opened };
      const { organizationId, fileId } = file;
      await applyOthers(tx, file, { still: found, at: service.clock.now() });
      const [open] = await countOpenItemsOf(tx, organizationId, [fileId]);
      assert((open?.total ?? 0) <= found.length, "what is no longer found is not open");
      return { opened };
    },
  };
}

/** Its texts, as people can read them. */
const readable = (item: FileItem): FileItem => ({
  ...item,
  place: plain(item.place),
  reason: plain(item.reason),
  code: item.code && plain(item.code),
  reference: item.reference && plain(item.reference),
  subject: item.subject && plain(item.subject),
  answer: item.answer && Object.fromEntries(Object.entries(item.answer).map(([name, value]) => [name, plain(value)])),
});

/** A company is shown in full. Of an account, only the last digits are, and others may end in the same. */
function isAbout(ignore: Ignore, item: FingerprintedItem): boolean {
  const subject = ignorableSubject(item);
  if (subject === undefined || subject.kind !== ignore.kind || subject.subject !== ignore.subject) return false;
  if (subject.fingerprint === null || ignore.fingerprint === null) return subject.fingerprint === ignore.fingerprint;
  return subject.fingerprint.equals(ignore.fingerprint);
}
