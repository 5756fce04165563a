import type { AnyBatchHeader, BatchControl } from "../records/batch-records.ts";
import type { FileControl, FileHeader } from "../records/file-records.ts";
import type { EntryCategory, NachaEntry } from "../records/model.ts";
import type { NachaItem } from "./file-state.ts";
import { createNachaReader, type NachaReadOptions } from "./reader.ts";
import type { LineEnding } from "./record-splitter.ts";

/** A piece of a file: text, or bytes. Pieces may end anywhere. */
export type NachaChunk = string | Uint8Array;

/** What is given is read in pieces of this length, so that only what was read of a piece is kept at once. */
const PIECE_LENGTH = 8_192;

function* slicesOf<Chunk extends NachaChunk>(chunk: Chunk): Generator<NachaChunk, void, undefined> {
  for (let at = 0; at < chunk.length; at += PIECE_LENGTH) yield chunk.slice(at, at + PIECE_LENGTH);
}

function* piecesOf(source: NachaChunk | Iterable<NachaChunk>): Generator<NachaChunk, void, undefined> {
  if (typeof source === "string" || source instanceof Uint8Array) yield* slicesOf(source);
  else for (const chunk of source) yield* slicesOf(chunk);
}

/** Text as it is, bytes decoded across the ends of pieces. */
function createDecoder(encoding: "latin1" | "utf8") {
  const decoder = new TextDecoder(encoding);
  return {
    text: (chunk: NachaChunk): string => (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })),
    end: (): string => decoder.decode(),
  };
}

/**
 * Reads a file from pieces in memory. Yields what it contains in order, and throws {@link NachaFileError} with every
 * error found. **Do nothing that cannot be undone before the last item:** the control records come last, and a file
 * with any error must not be processed at all.
 */
export function* readNachaSync(
  source: NachaChunk | Iterable<NachaChunk>,
  options: NachaReadOptions = {},
): Generator<NachaItem, void, undefined> {
  const reader = createNachaReader(options);
  const decoder = createDecoder(options.encoding ?? "latin1");
  for (const chunk of piecesOf(source)) {
    reader.push(decoder.text(chunk));
    yield* reader.take();
  }
  reader.push(decoder.end());
  reader.end();
  yield* reader.take();
}

/** The same from pieces that arrive over time, such as a file stream. */
export async function* readNacha(
  source: AsyncIterable<NachaChunk> | Iterable<NachaChunk>,
  options: NachaReadOptions = {},
): AsyncGenerator<NachaItem, void, undefined> {
  const reader = createNachaReader(options);
  const decoder = createDecoder(options.encoding ?? "latin1");
  for await (const chunk of source)
    for (const piece of slicesOf(chunk)) {
      reader.push(decoder.text(piece));
      yield* reader.take();
    }
  reader.push(decoder.end());
  reader.end();
  yield* reader.take();
}

/** A whole file in memory. */
export interface NachaFile {
  readonly header: FileHeader;
  readonly batches: readonly NachaFileBatch[];
  readonly control: FileControl;
  readonly lineEnding: LineEnding | undefined;
}

export interface NachaFileBatch {
  readonly header: AnyBatchHeader;
  readonly category: EntryCategory;
  readonly entries: readonly NachaEntry[];
  readonly control: BatchControl;
}

/**
 * Reads a file that fits into memory. Throws {@link NachaFileError}. Not for files that may be empty, or whose problem
 * entries are items.
 */
export function readNachaFile(source: NachaChunk | Iterable<NachaChunk>, options: NachaReadOptions = {}): NachaFile {
  let header: FileHeader | undefined;
  let end: { readonly control: FileControl; readonly lineEnding: LineEnding | undefined } | undefined;
  const batches: NachaFileBatch[] = [];
  let open: { readonly header: AnyBatchHeader; readonly entries: NachaEntry[]; category: EntryCategory } | undefined;
  for (const item of readNachaSync(source, options)) {
    if (item.kind === "fileHeader") header = item.header;
    else if (item.kind === "batchHeader") open = { header: item.header, entries: [], category: "forward" };
    else if (item.kind === "entry" && open !== undefined) {
      open.category = item.category;
      open.entries.push(item.entry);
    } else if (item.kind === "batchControl" && open !== undefined) batches.push({ ...open, control: item.control });
    else if (item.kind === "fileControl") end = { control: item.control, lineEnding: item.lineEnding };
  }
  if (header === undefined || end === undefined) throw new RangeError("An empty file has no header");
  return { header, batches, ...end };
}
