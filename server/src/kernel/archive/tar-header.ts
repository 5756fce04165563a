/**
 * Headers of tar entries (POSIX.1-2017, pax, "ustar Interchange Format"), reduced to what our own archives contain:
 * folders and files with short relative names. Anything else is not an archive of ours and is rejected.
 */
export const BLOCK_BYTES = 512;

export interface TarEntry {
  /** Relative, with slashes, and never leading out of the folder it is unpacked into. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly sizeBytes: number;
}

/** An archive that was not written by this program, or was damaged. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

const PATH_BYTES_MAX = 100;
/** Twelve bytes hold eleven octal digits. */
const SIZE_MAX = 0o77777777777;
const SUM_AT = 148;
const SUM_BYTES = 8;
const KIND_AT = 156;
const kinds = { file: "0", folder: "5" } as const;

/** Letters, digits, and a few signs: no backslash, no drive letter, no control character. */
const isSafePath = (path: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !path.split("/").some((part) => part === "." || part === "..");

/** The block in front of an entry's content. Throws RangeError for names and sizes that the format cannot hold. */
export function tarHeaderOf({ path, kind, sizeBytes }: TarEntry): Buffer {
  if (!isSafePath(path) || path.length > PATH_BYTES_MAX || sizeBytes > SIZE_MAX)
    throw new RangeError(`An archive cannot contain ${path} (${sizeBytes} bytes)`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(path, 0, "latin1");
  block.write(kind === "file" ? "0000600\0" : "0000700\0", 100, "latin1");
  block.write("0000000\0" + "0000000\0", 108, "latin1");
  block.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  block.write("00000000000\0", 136, "latin1");
  block.write(kinds[kind], KIND_AT, "latin1");
  block.write("ustar\0" + "00", 257, "latin1");
  block.write(`${sumOf(block).toString(8).padStart(6, "0")}\0 `, SUM_AT, "latin1");
  return block;
}

/** The entry that a block announces, or undefined for the block of zeros at the end. Throws ArchiveDamaged. */
export function readTarHeader(block: Buffer): TarEntry | undefined {
  if (block.length !== BLOCK_BYTES) throw new ArchiveDamaged("The archive ends within a header");
  if (block.every((byte) => byte === 0)) return undefined;
  if (octalAt(block, SUM_AT, SUM_BYTES) !== sumOf(block)) throw new ArchiveDamaged("A header does not match its sum");
  const path = block.toString("latin1", 0, PATH_BYTES_MAX).replace(/\0.*$/s, "");
  const flag = String.fromCharCode(block[KIND_AT] ?? 0);
  const kind = flag === kinds.file ? "file" : flag === kinds.folder ? "folder" : undefined;
  if (kind === undefined || !isSafePath(path))
    throw new ArchiveDamaged("The archive contains an entry of another kind");
  return { path, kind, sizeBytes: kind === "file" ? octalAt(block, 124, 12) : 0 };
}

/** Zeros between the end of the content and the next block. */
export const paddingOf = (sizeBytes: number): number => (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES;

function octalAt(block: Buffer, start: number, length: number): number {
  const digits = /^([0-7]{1,11})[\0 ]*$/.exec(block.toString("latin1", start, start + length))?.[1];
  if (digits === undefined) throw new ArchiveDamaged("A header contains an invalid number");
  return Number.parseInt(digits, 8);
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function sumOf(block: Buffer): number {
  let sum = 0;
  for (let index = 0; index < BLOCK_BYTES; index += 1)
    sum += index >= SUM_AT && index < SUM_AT + SUM_BYTES ? 0x20 : (block[index] ?? 0);
  return sum;
}
