import { requireViewable } from "./picture-size.ts";
import { type Content, PARTS_MAX, type Piece, pieceList, type ReadAt, readerOf } from "./pieces.ts";

/** Blocks of the GIF89a specification. */
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
const HEADER_BYTES = 13;
const DESCRIPTOR_BYTES = 10;
/** Of one image. Encoders fill them: 32 MB have 130,000. */
const SUB_BLOCKS_MAX = 500_000;
/** Application extensions that change how the picture looks: how often it repeats, and its color profile. */
const keptApplications: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** A GIF without comments, texts, XMP, other programs' data, and what follows its end. Undefined if it is damaged. */
export async function gifPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const read = readerOf(file);
  const list = pieceList();
  const header = await read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  requireViewable(header.readUInt16LE(6), header.readUInt16LE(8));
  let at = HEADER_BYTES + colorTableBytes(header[10]);
  list.keep(0, at);
  for (let count = 0; count < PARTS_MAX && at < file.sizeBytes; count += 1) {
    const [kind, label] = await read(at, 2);
    if (kind === TRAILER) {
      list.keep(at, at + 1);
      return list.pieces;
    }
    const data = kind === EXTENSION ? at + 2 : kind === IMAGE ? await imageDataAt(read, at) : undefined;
    const end = data === undefined ? undefined : await endOfSubBlocks(read, data);
    if (end === undefined) return undefined;
    if (kind === IMAGE || (await isPartOfPicture(read, at, label))) list.keep(at, end);
    at = end;
  }
  return undefined;
}

/** Of the table that follows; the lowest bits of the flags are its size. */
const colorTableBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** After the descriptor, its color table, and the code size. */
async function imageDataAt(read: ReadAt, at: number): Promise<number | undefined> {
  const descriptor = await read(at, DESCRIPTOR_BYTES);
  if (descriptor.length < DESCRIPTOR_BYTES) return undefined;
  requireViewable(descriptor.readUInt16LE(5), descriptor.readUInt16LE(7));
  return at + DESCRIPTOR_BYTES + colorTableBytes(descriptor[9]) + 1;
}

async function isPartOfPicture(read: ReadAt, at: number, label: number | undefined): Promise<boolean> {
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return keptApplications.has((await read(at + 3, 11)).toString("latin1"));
}

/** Each sub-block begins with its length; one of length 0 is the last. */
async function endOfSubBlocks(read: ReadAt, from: number): Promise<number | undefined> {
  let at = from;
  for (let count = 0; count < SUB_BLOCKS_MAX; count += 1) {
    const [length] = await read(at, 1);
    if (length === undefined) return undefined;
    at += length + 1;
    if (length === 0) return at;
  }
  return undefined;
}
