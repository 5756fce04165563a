import { requireViewable } from "./picture-size.ts";
import { type Content, PARTS_MAX, type Piece, pieceList, readerOf } from "./pieces.ts";

/** Chunks of RFC 9649 that change how the picture looks. */
const kept: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ICCP", "ANIM", "ANMF", "ALPH"]);
const HEADER_BYTES = 12;
/** Of a chunk: type, length, and what says how large its picture is. */
const HEAD_BYTES = 8 + 12;
const SIDE_BITS = 0x3fff;
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
    const head = await read(at, HEAD_BYTES);
    if (head.length < 8 || count === PARTS_MAX) return undefined;
    const size = head.readUInt32LE(4);
    // Chunks begin at even places.
    const end = at + 8 + size + (size % 2);
    if (end > file.sizeBytes) return undefined;
    const type = head.toString("latin1", 0, 4);
    requireViewableChunk(type, head.subarray(8));
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

function requireViewableChunk(type: string, content: Buffer): void {
  if (content.length < HEAD_BYTES - 8) return;
  const less = (at: number) => content.readUIntLE(at, 3) + 1;
  if (type === "VP8X") requireViewable(less(4), less(7));
  if (type === "ANMF") requireViewable(less(6), less(9));
  // The two highest bits of each are a scale.
  if (type === "VP8 ") requireViewable(content.readUInt16LE(6) & SIDE_BITS, content.readUInt16LE(8) & SIDE_BITS);
  const sides = content.readUInt32LE(1);
  if (type === "VP8L") requireViewable((sides & SIDE_BITS) + 1, ((sides >> 14) & SIDE_BITS) + 1);
}

function withoutMetadataBits(head: Buffer): Buffer {
  const copy = Buffer.from(head.subarray(0, 9));
  copy.writeUInt8((copy[8] ?? 0) & ~METADATA_BITS, 8);
  return copy;
}
