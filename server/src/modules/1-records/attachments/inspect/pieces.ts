import type { SpooledFile } from "#kernel/storage/spool.ts";

export type Content = Pick<SpooledFile, "sizeBytes" | "read">;

/** What a stored image consists of: parts of the received one, and bytes or zeros that replace a part. */
export type Piece = Buffer | { readonly start: number; readonly end: number } | { readonly zeros: number };

/** Segments or chunks of one image. Encoders that write small chunks make a few thousand of 32 MB. */
export const PARTS_MAX = 20_000;

const WINDOW_BYTES = 64 * 1024;

export type ReadAt = (at: number, length: number) => Promise<Buffer>;

/** Reads small parts in order, decrypting each chunk of the file about once. Shorter at the end of the file. */
export function readerOf({ read }: Content): ReadAt {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      window = await read(at, Math.max(length, WINDOW_BYTES));
      start = at;
    }
    return window.subarray(at - start, at - start + length);
  };
}

/** Collects pieces, joining parts that follow each other. */
export function pieceList() {
  const pieces: Piece[] = [];
  return {
    pieces: pieces as readonly Piece[],
    add: (bytes: Buffer): void => void pieces.push(bytes),
    keep: (start: number, end: number): void => {
      const last = pieces.at(-1);
      if (last === undefined || !("end" in last) || last.end !== start) pieces.push({ start, end });
      else pieces[pieces.length - 1] = { start: last.start, end };
    },
  };
}
