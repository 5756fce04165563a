import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import type { SpooledFile } from "#kernel/storage/spool.ts";
import type { ZipEntry } from "../zip-directory.ts";

type Content = Pick<SpooledFile, "read">;

/** APPNOTE.TXT 6.3.10 of PKWARE: "local file header". */
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const PART_BYTES = 64 * 1024;

/** An entry is not what the archive's directory says. */
export class DamagedEntry extends Error {
  override readonly name = "DamagedEntry";
}

/** The content of an entry, part by part and never longer than the directory says. Throws DamagedEntry. */
export async function* contentOfEntry(file: Content, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = packedParts(file, await dataAt(file, entry), entry);
  let left = entry.inflatedBytes;
  const parts = entry.method === DEFLATED ? inflated(packed) : packed;
  try {
    for await (const part of parts) {
      left -= part.length;
      if (left < 0) throw new DamagedEntry("The entry is longer than the directory says");
      yield part;
    }
  } catch (cause) {
    throw cause instanceof DamagedEntry ? cause : new DamagedEntry("The entry cannot be inflated", { cause });
  }
  if (left > 0) throw new DamagedEntry("The entry is shorter than the directory says");
}

/** The header in front of the content must name the same entry: programs differ in which of the two they believe. */
async function dataAt(file: Content, { offset, name, method }: ZipEntry): Promise<number> {
  const head = await file.read(offset, LOCAL_HEADER_BYTES);
  if (head.length < LOCAL_HEADER_BYTES || head.readUInt32LE() !== LOCAL_SIGNATURE)
    throw new DamagedEntry("There is no entry where the directory says");
  const nameBytes = head.readUInt16LE(26);
  const localName = await file.read(offset + LOCAL_HEADER_BYTES, nameBytes);
  const agrees = head.readUInt16LE(8) === method && localName.toString("utf8") === name;
  if (!agrees || (method !== STORED && method !== DEFLATED)) throw new DamagedEntry("The entry is a different one");
  return offset + LOCAL_HEADER_BYTES + nameBytes + head.readUInt16LE(28);
}

async function* packedParts(file: Content, start: number, { compressedBytes }: ZipEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < compressedBytes; at += PART_BYTES)
    yield await file.read(start + at, Math.min(PART_BYTES, compressedBytes - at));
}

async function* inflated(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const feeding = (async () => {
    for await (const part of packed) if (!inflate.write(part)) await drained(inflate);
    inflate.end();
  })().catch((error: Error) => void inflate.destroy(error));
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } finally {
    inflate.destroy();
    await feeding;
  }
}

const drained = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    stream.once("drain", resolve).once("close", resolve);
  });
