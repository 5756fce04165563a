import { type SpooledFile, spool } from "#kernel/storage/spool.ts";
import { refuseAttachment } from "../attachment-refusals.ts";
import { gifPieces } from "./gif-pieces.ts";
import { heicPieces } from "./heic-pieces.ts";
import { jpegPieces } from "./jpeg-pieces.ts";
import type { Content, Piece } from "./pieces.ts";
import { pngPieces } from "./png-pieces.ts";
import { tiffPieces } from "./tiff-pieces.ts";
import { webpPieces } from "./webp-pieces.ts";

type Layout = (file: Content) => Promise<readonly Piece[] | undefined>;

const layouts: Readonly<Record<string, Layout>> = {
  "image/jpeg": jpegPieces,
  "image/png": pngPieces,
  "image/webp": webpPieces,
  "image/gif": gifPieces,
  "image/tiff": tiffPieces,
  "image/heic": heicPieces,
};

/**
 * The file that is stored: photos lose where and with what they were taken, so that a receipt does not reveal its
 * sender's home. The compressed picture stays as it is, byte for byte. Refuses with `fileTypeNotAccepted` what no
 * program could show. A new file replaces the received one, which the caller still discards.
 */
export async function withoutMetadata(dataDir: string, file: SpooledFile, mediaType: string): Promise<SpooledFile> {
  const layout = layouts[mediaType];
  if (layout === undefined) return file;
  const pieces = await layout(file);
  if (pieces === undefined)
    throw refuseAttachment("fileTypeNotAccepted", { details: { problem: "it is incomplete or damaged" } });
  return spool(dataDir, contentOf(file, pieces), { maxBytes: file.sizeBytes });
}

const PART_BYTES = 64 * 1024;

async function* contentOf(file: Content, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else if ("zeros" in piece)
      for (let left = piece.zeros; left > 0; left -= PART_BYTES) yield Buffer.alloc(Math.min(PART_BYTES, left));
    else
      for (let at = piece.start; at < piece.end; at += PART_BYTES)
        yield await file.read(at, Math.min(PART_BYTES, piece.end - at));
  }
}
