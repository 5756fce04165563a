import type { BatchPurpose } from "../codes/descriptions.ts";
import type { BatchControl } from "../records/batch-records.ts";
import type { FileHeader } from "../records/file-records.ts";
import type { EntryInput } from "../records/model.ts";
import { type BatchHeaderInput, createNachaWriter, type NachaWriteOptions } from "./writer.ts";

/** A batch for the writer. Entries are read one at a time, so they may come from a generator. */
export interface BatchInput {
  readonly header: BatchHeaderInput;
  /** If given, the description must be the one that the rules prescribe for it. */
  readonly purpose?: BatchPurpose | undefined;
  readonly entries: Iterable<EntryInput>;
  /** What is not computed of the control record; few banks use it. */
  readonly control?: Pick<BatchControl, "messageAuthenticationCode"> | undefined;
}

/** A file for the writer. Counts, totals, and numbers are computed. */
export interface NachaFileInput {
  readonly header: FileHeader;
  readonly batches: Iterable<BatchInput>;
}

const CHUNK_LENGTH = 65_536;

/**
 * Yields the file in pieces of at least 64 KB (the last one may be shorter), all of it ASCII. Throws
 * {@link NachaFileError} where a rule is violated; the pieces before are then of no use.
 */
export function* writeNacha(file: NachaFileInput, options: NachaWriteOptions = {}): Generator<string, void, undefined> {
  const writer = createNachaWriter(file.header, options);
  let chunk = writer.fileHeader();
  for (const { header, purpose, entries, control } of file.batches) {
    chunk += writer.beginBatch(header, purpose);
    for (const entry of entries) {
      chunk += writer.entry(entry);
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = "";
    }
    chunk += writer.endBatch(control?.messageAuthenticationCode);
  }
  yield chunk + writer.end();
}

/** The whole file as one text. */
export const nachaText = (file: NachaFileInput, options: NachaWriteOptions = {}): string =>
  [...writeNacha(file, options)].join("");
