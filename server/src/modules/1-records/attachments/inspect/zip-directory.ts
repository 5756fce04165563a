import type { SpooledFile } from "#kernel/storage/spool.ts";

type Content = Pick<SpooledFile, "sizeBytes" | "read">;

/** APPNOTE.TXT 6.3.10 of PKWARE: "end of central directory record" and "central directory header". */
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const HEADER_SIGNATURE = 0x02014b50;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED = 0x1;

const ENTRIES_MAX = 5_000;
const DIRECTORY_BYTES_MAX = 2 * 1024 * 1024;
const INFLATED_BYTES_MAX = 512 * 1024 * 1024;
/** Sheets of equal rows shrink to a fiftieth; bombs are smaller by orders of magnitude. */
const RATIO_MAX = 250;
const RATIO_APPLIES_FROM_BYTES = 8 * 1024 * 1024;

interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly length: number;
  /** Where the directory's end record begins, and where the archive ends. */
  readonly endsAt: number;
  readonly archiveEnd: number;
}

export interface ZipEntry {
  readonly name: string;
  /** How it is compressed. */
  readonly method: number;
  readonly compressedBytes: number;
  readonly inflatedBytes: number;
  readonly offset: number;
  readonly isEncrypted: boolean;
}

/** The directory at the end of a file, if programs would find one: its last bytes may be a comment. */
export async function findZipDirectory(file: Content): Promise<Directory | undefined> {
  const start = Math.max(0, file.sizeBytes - END_BYTES - COMMENT_BYTES_MAX);
  const tail = await file.read(start, file.sizeBytes - start);
  for (
    let at = tail.lastIndexOf(END_SIGNATURE);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(END_SIGNATURE, at - 1)
  ) {
    if (at + END_BYTES > tail.length) continue;
    const directory = {
      entries: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
      endsAt: start + at,
      archiveEnd: start + at + END_BYTES + tail.readUInt16LE(at + 20),
    };
    if (directory.length <= directory.endsAt && directory.archiveEnd <= file.sizeBytes) return directory;
  }
  return undefined;
}

/**
 * The entries of an archive that is exactly this file, read without inflating anything; otherwise what is wrong with
 * it. Nothing may precede or follow the archive, and entries may not overlap, as they do in zip bombs.
 */
export async function readZip(file: Content): Promise<{ entries: readonly ZipEntry[] } | { problem: string }> {
  const directory = await findZipDirectory(file);
  if (directory === undefined) return { problem: "it is a damaged archive" };
  const { entries: count, offset, length, endsAt, archiveEnd } = directory;
  if (archiveEnd !== file.sizeBytes || offset + length !== endsAt)
    return { problem: "it is an archive with other content" };
  if (count > ENTRIES_MAX || length > DIRECTORY_BYTES_MAX) return { problem: "it has too many parts" };
  const entries = entriesIn(await file.read(offset, length), count);
  if (entries === undefined) return { problem: "it is a damaged archive" };
  const problem = problemIn(entries, offset);
  return problem === undefined ? { entries } : { problem };
}

function entriesIn(directory: Buffer, count: number): readonly ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= directory.length && directory.readUInt32LE(at) === HEADER_SIGNATURE) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const end = at + HEADER_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (end > directory.length) return undefined;
    entries.push({
      name: directory.toString("utf8", at + HEADER_BYTES, at + HEADER_BYTES + nameBytes),
      isEncrypted: (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      inflatedBytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at = end;
  }
  return at === directory.length && entries.length === count ? entries : undefined;
}

function problemIn(entries: readonly ZipEntry[], directoryAt: number): string | undefined {
  const inflated = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0);
  const compressed = entries.reduce((sum, entry) => sum + entry.compressedBytes, 0);
  if (inflated > INFLATED_BYTES_MAX || (inflated > RATIO_APPLIES_FROM_BYTES && inflated > compressed * RATIO_MAX))
    return "it would become too large when it is opened";
  if (entries.some(({ isEncrypted }) => isEncrypted)) return "it is encrypted";
  if (entries.some(({ name }) => /^[/\\]|\\|^\w:|(?:^|\/)\.\.(?:\/|$)/.test(name)))
    return "its parts have unsafe names";
  if (new Set(entries.map(({ name }) => name.toLowerCase())).size !== entries.length)
    return "two of its parts have the same name";
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  const ends = [...inOrder.slice(1).map(({ offset }) => offset), directoryAt];
  const overlaps = inOrder.some(
    (entry, at) => entry.offset + LOCAL_HEADER_BYTES + entry.name.length + entry.compressedBytes > (ends[at] ?? 0),
  );
  if (overlaps || inOrder[0]?.offset !== 0) return "its parts overlap";
  return undefined;
}
