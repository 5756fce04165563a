import { requireViewable } from "./picture-size.ts";
import { type Content, PARTS_MAX, type Piece, pieceList, type ReadAt, readerOf } from "./pieces.ts";

/** Markers of ITU-T T.81, Annex B. */
const [APP0, APP1, APP2, APP14, APP15, COMMENT, SCAN, END] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe, 0xda, 0xd9];
/** Frame headers. Among their numbers are those of tables: Huffman (c4), arithmetic (cc), and a reserved one (c8). */
const isFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
const LINES_MAX = 65_535;
const isRestart = (kind: number): boolean => kind >= 0xd0 && kind <= 0xd7;

/** Application segments that change how the picture looks: density, color profile, color transform. */
const kept: ReadonlyMap<number, string> = new Map([
  [APP0, "JFIF\0"],
  [APP2, "ICC_PROFILE\0"],
  [APP14, "Adobe"],
]);
const EXIF = "Exif\0\0";
const NAME_BYTES_MAX = 12;

/**
 * A JPEG without what cameras and programs write next to the picture: EXIF, XMP, IPTC, comments, and everything after
 * its end, such as the video of a "motion photo". Of EXIF only the orientation remains. Undefined if it is damaged.
 */
export async function jpegPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const read = readerOf(file);
  const list = pieceList();
  list.keep(0, 2);
  let at = 2;
  for (let count = 0; count < PARTS_MAX; count += 1) {
    const [mark, kind] = await read(at, 2);
    if (mark !== 0xff || kind === undefined) return undefined;
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    if (kind === END || isRestart(kind)) {
      list.keep(at, at + 2);
      if (kind === END) return list.pieces;
      at += 2;
      continue;
    }
    const size = await read(at + 2, 2);
    const end = at + 2 + (size.length === 2 ? size.readUInt16BE() : 0);
    if (end < at + 4 || end > file.sizeBytes) return undefined;
    if (isFrame(kind)) {
      const frame = await read(at + 5, 4);
      // Without a height, the number of lines follows the first scan.
      if (frame.length === 4) requireViewable(frame.readUInt16BE(2), frame.readUInt16BE() || LINES_MAX);
    }
    if (await isPartOfPicture(read, { at, kind })) list.keep(at, end);
    else if (kind === APP1) for (const bytes of orientationOnly(await read(at + 4, end - at - 4))) list.add(bytes);
    at = end;
    if (kind !== SCAN) continue;
    const next = await endOfScan(read, at);
    list.keep(at, next ?? file.sizeBytes);
    if (next === undefined) return list.pieces;
    at = next;
  }
  return undefined;
}

async function isPartOfPicture(read: ReadAt, { at, kind }: { at: number; kind: number }): Promise<boolean> {
  if (kind === COMMENT) return false;
  if (kind < APP0 || kind > APP15) return true;
  const name = kept.get(kind);
  return name !== undefined && (await read(at + 4, NAME_BYTES_MAX)).toString("latin1").startsWith(name);
}

/** Where the compressed data ends: at a marker that is neither escaped nor a restart. Undefined if the file ends first. */
async function endOfScan(read: ReadAt, from: number): Promise<number | undefined> {
  const WINDOW = 32 * 1024;
  for (let at = from; ; ) {
    const bytes = await read(at, WINDOW);
    if (bytes.length < 2) return undefined;
    let found = bytes.indexOf(0xff);
    for (; found !== -1 && found < bytes.length - 1; found = bytes.indexOf(0xff, found)) {
      const next = bytes[found + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !isRestart(next)) return at + found;
      found += next === 0xff ? 1 : 2;
    }
    at += found === -1 ? bytes.length : found;
  }
}

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** Without it, photos taken with a turned camera would lie on their side. */
function orientationOnly(segment: Buffer): readonly Buffer[] {
  if (!segment.toString("latin1", 0, EXIF.length).startsWith(EXIF)) return [];
  const orientation = orientationIn(segment.subarray(EXIF.length));
  if (orientation === undefined) return [];
  // One directory with one entry of one short number (TIFF 6.0, section 2).
  const directory = Buffer.from([
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const length = 2 + EXIF.length + directory.length;
  // The stored file is never larger than the received one.
  if (segment.length + 2 < length) return [];
  return [Buffer.concat([Buffer.from([0xff, APP1, 0, length]), Buffer.from(EXIF, "latin1"), directory])];
}

function orientationIn(tiff: Buffer): number | undefined {
  if (tiff.length < 8) return undefined;
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  const entries = Math.min(short(first), Math.floor((tiff.length - first - 2) / ENTRY_BYTES));
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * ENTRY_BYTES;
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}
