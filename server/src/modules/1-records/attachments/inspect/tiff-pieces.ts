import { refuseAttachment } from "../attachment-refusals.ts";
import { blankedFile } from "./blanked.ts";
import { requireViewable } from "./picture-size.ts";
import type { Content, Piece } from "./pieces.ts";

const DIRECTORIES_MAX = 2_000;
const VALUES_MAX = 1_000_000;
const ENTRY_BYTES = 12;

/** Bytes of a value by its type (TIFF 6.0, section 2). */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/**
 * Tags that decide how a page looks (TIFF 6.0; 34675 is the color profile). All others are left out: EXIF, GPS, XMP, IPTC,
 * texts, programs' data, and thumbnails.
 */
const kept: ReadonlySet<number> = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 286, 287,
  290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 332, 334, 336, 338,
  339, 340, 341, 342, 347, 529, 530, 531, 532, 34_675,
]);
const [WIDTH, HEIGHT, COMPRESSION] = [256, 257, 259];
const OLD_JPEG = 6;
/** Where the strips or tiles of a page are, and their lengths. */
const dataTags = [
  [273, 279],
  [324, 325],
] as const;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where its values are. */
  readonly at: number;
  readonly raw: Buffer;
}

/**
 * A TIFF whose directories name only what its pages need; everything else in the file becomes zeros, because places in
 * the file are absolute. Undefined if it is damaged.
 */
export async function tiffPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const numbers = numbersOf((await file.read(0, 2)).toString("latin1") === "II");
  const result = blankedFile(file.sizeBytes);
  result.keep(0, 8);
  const header = await file.read(0, 8);
  if (header.length < 8) return undefined;
  const seen = new Set<number>();
  let [values, directoryBytes] = [0, 0];
  for (let at = numbers.long(header, 4); at !== 0; ) {
    if (seen.has(at) || seen.size === DIRECTORIES_MAX) return undefined;
    seen.add(at);
    const directory = await readDirectory(file, numbers, at);
    if (directory === undefined) return undefined;
    const { entries, next, lengthBytes } = directory;
    // Directories that overlap could make the work much larger than the file.
    directoryBytes += lengthBytes;
    values += entries.reduce((sum, { count }) => sum + count, 0);
    if (values > VALUES_MAX || directoryBytes > file.sizeBytes) return undefined;
    if (!(await keepPage(file, numbers, entries, result))) return undefined;
    result.patch(at, directoryOf(numbers, { entries, next, lengthBytes }));
    at = next;
  }
  return seen.size === 0 ? undefined : result.pieces();
}

const numbersOf = (little: boolean) => ({
  short: (from: Buffer, at: number): number => (little ? from.readUInt16LE(at) : from.readUInt16BE(at)),
  long: (from: Buffer, at: number): number => (little ? from.readUInt32LE(at) : from.readUInt32BE(at)),
  write: (to: Buffer, at: number, bytes: 2 | 4, value: number): void => {
    if (little) to.writeUIntLE(value, at, bytes);
    else to.writeUIntBE(value, at, bytes);
  },
});
type Numbers = ReturnType<typeof numbersOf>;

interface Directory {
  /** Only those that are kept. */
  readonly entries: readonly Entry[];
  readonly next: number;
  readonly lengthBytes: number;
}

async function readDirectory(file: Content, numbers: Numbers, at: number): Promise<Directory | undefined> {
  const head = await file.read(at, 2);
  if (head.length < 2) return undefined;
  const total = numbers.short(head, 0);
  const lengthBytes = 2 + total * ENTRY_BYTES + 4;
  const bytes = await file.read(at, lengthBytes);
  if (bytes.length < lengthBytes) return undefined;
  const entries: Entry[] = [];
  for (let place = 2; place < lengthBytes - 4; place += ENTRY_BYTES) {
    const raw = bytes.subarray(place, place + ENTRY_BYTES);
    const [tag, type, count] = [numbers.short(raw, 0), numbers.short(raw, 2), numbers.long(raw, 4)];
    if (!kept.has(tag)) continue;
    const size = (typeBytes[type] ?? 0) * count;
    const values = size > 4 ? numbers.long(raw, 8) : at + place + 8;
    if (size === 0 || values + size > file.sizeBytes) return undefined;
    entries.push({ tag, type, count, at: values, raw });
  }
  return { entries, next: numbers.long(bytes, lengthBytes - 4), lengthBytes };
}

function directoryOf(numbers: Numbers, { entries, next, lengthBytes }: Directory): Buffer {
  const bytes = Buffer.alloc(lengthBytes);
  numbers.write(bytes, 0, 2, entries.length);
  for (const [index, { raw }] of entries.entries()) raw.copy(bytes, 2 + index * ENTRY_BYTES);
  numbers.write(bytes, 2 + entries.length * ENTRY_BYTES, 4, next);
  return bytes;
}

/** Keeps the values of a page and its strips or tiles. False if it is damaged. */
async function keepPage(
  file: Content,
  numbers: Numbers,
  entries: readonly Entry[],
  result: ReturnType<typeof blankedFile>,
): Promise<boolean> {
  const valuesOf = async (tag: number): Promise<readonly number[]> => {
    const entry = entries.find((each) => each.tag === tag);
    if (entry === undefined) return [];
    const { at, type, count } = entry;
    const size = typeBytes[type] ?? 0;
    if (size !== 2 && size !== 4) return [];
    const bytes = await file.read(at, size * count);
    return Array.from({ length: count }, (_, index) => numbers[size === 2 ? "short" : "long"](bytes, index * size));
  };
  requireViewable((await valuesOf(WIDTH))[0] ?? 0, (await valuesOf(HEIGHT))[0] ?? 0);
  if ((await valuesOf(COMPRESSION))[0] === OLD_JPEG)
    throw refuseAttachment("fileTypeNotAccepted", { details: { problem: "its compression is obsolete" } });
  let parts = 0;
  for (const [places, lengths] of dataTags) {
    const [starts, sizes] = [await valuesOf(places), await valuesOf(lengths)];
    if (starts.length !== sizes.length) return false;
    for (const [index, start] of starts.entries()) result.keep(start, sizes[index] ?? 0);
    parts += starts.length;
  }
  for (const { type, count, at } of entries) {
    const size = (typeBytes[type] ?? 0) * count;
    if (size > 4) result.keep(at, size);
  }
  return parts > 0;
}
