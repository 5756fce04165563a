import { requireViewable } from "./picture-size.ts";
import { type Content, PARTS_MAX, type Piece, pieceList, type ReadAt, readerOf } from "./pieces.ts";

/** Chunks of the PNG specification (third edition) that change how the picture looks. */
const kept: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
);
const SIGNATURE_BYTES = 8;
/** Length, type, and check value. */
const AROUND_BYTES = 12;

/** A PNG without texts, times, EXIF, XMP, private chunks, and what follows its end. Undefined if it is damaged. */
export async function pngPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const read = readerOf(file);
  const list = pieceList();
  list.keep(0, SIGNATURE_BYTES);
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < PARTS_MAX; count += 1) {
    const head = await read(at, 8);
    if (head.length < 8) return undefined;
    const end = at + AROUND_BYTES + head.readUInt32BE();
    if (end > file.sizeBytes) return undefined;
    const type = head.toString("latin1", 4);
    if (type === "IHDR" || type === "fcTL") await requireViewableAt(read, type === "IHDR" ? at + 8 : at + 12);
    if (kept.has(type)) list.keep(at, end);
    if (type === "IEND") return list.pieces;
    at = end;
  }
  return undefined;
}

/** The width and height of the picture, or of a frame of an animation. */
async function requireViewableAt(read: ReadAt, at: number): Promise<void> {
  const size = await read(at, 8);
  if (size.length === 8) requireViewable(size.readUInt32BE(), size.readUInt32BE(4));
}
