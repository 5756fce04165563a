import { type Content, PARTS_MAX, type Piece, pieceList, readerOf } from "./pieces.ts";

/** Chunks of RFC 9649 that change how the picture looks. */
const kept: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ICCP", "ANIM", "ANMF", "ALPH"]);
const HEADER_BYTES = 12;
/** The bits of `VP8X` that announce EXIF and XMP. */
const METADATA_BITS = 0x0c;

/** A WebP without EXIF, XMP, unknown chunks, and what follows its end. Undefined if it is damaged. */
export async function webpPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const read = readerOf(file);
  const list = pieceList();
  const riff = await read(0, HEADER_BYTES);
  if (riff.length < HEADER_BYTES) return undefined;
  const last = riff.readUInt32LE(4) + 8;
  if (last > file.sizeBytes) return undefined;
  let keptBytes = 4;
  for (let at = HEADER_BYTES, count = 0; at < last; count += 1) {
    const head = await read(at, 9);
    if (head.length < 8 || count === PARTS_MAX) return undefined;
    const size = head.readUInt32LE(4);
    // Chunks begin at even places.
    const end = at + 8 + size + (size % 2);
    if (end > file.sizeBytes) return undefined;
    const type = head.toString("latin1", 0, 4);
    if (kept.has(type)) {
      const isExtended = type === "VP8X" && size > 0;
      if (isExtended) list.add(withoutMetadataBits(head));
      list.keep(isExtended ? at + 9 : at, end);
      keptBytes += end - at;
    }
    at = end;
  }
  const header = Buffer.from(riff);
  header.writeUInt32LE(keptBytes, 4);
  return [header, ...list.pieces];
}

function withoutMetadataBits(head: Buffer): Buffer {
  const copy = Buffer.from(head);
  copy.writeUInt8((copy[8] ?? 0) & ~METADATA_BITS, 8);
  return copy;
}
