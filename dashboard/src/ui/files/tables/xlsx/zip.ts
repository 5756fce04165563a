import { FileProblem } from "../file-table.ts";

/** What all parts that are read may unpack to. A sheet of 5,000 payments has about 2 MB. */
const UNPACKED_MAX = 32 * 1024 * 1024;
const PARTS_MAX = 5_000;
const END_RECORD = 0x06054b50;
const CENTRAL_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_RECORD_BYTES = 22;
const COMMENT_MAX = 65_535;

const damaged = (): FileProblem =>
  new FileProblem("The workbook is damaged. Open it in your spreadsheet program, save it again, and choose the copy.");

interface Part {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** The parts of a workbook by name. They are unpacked as a stream, so a part that expands without end is stopped. */
export interface Archive {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => AsyncGenerator<Uint8Array, void, undefined>;
}

/** @throws FileProblem when the bytes are not a zip archive as spreadsheet programs write them */
export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  const parts = partsOf(bytes);
  let unpacked = 0;
  return {
    has: (name) => parts.has(name),
    read: async function* (name) {
      const part = parts.get(name);
      if (part === undefined) throw damaged();
      for await (const chunk of unpack(bytes, part)) {
        unpacked += chunk.length;
        if (unpacked > UNPACKED_MAX)
          throw new FileProblem(
            "The workbook is too large: it unpacks to more than 32 MB. Copy the payments into a new workbook.",
          );
        yield chunk;
      }
    },
  };
}

function partsOf(bytes: Uint8Array): ReadonlyMap<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > PARTS_MAX) throw damaged();
  const parts = new Map<string, Part>();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL_ENTRY) throw damaged();
    if ((view.getUint16(at + 8, true) & 1) !== 0)
      throw new FileProblem("The workbook is protected by a password. Save a copy without one and choose it.");
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    parts.set(name, {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/** The end record is the last thing in the file, except for a comment. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at -= 1)
    if (view.getUint32(at, true) === END_RECORD) return at;
  throw damaged();
}

async function* unpack(
  bytes: Uint8Array<ArrayBuffer>,
  { method, packedBytes, offset }: Part,
): AsyncGenerator<Uint8Array, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL_ENTRY) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + packedBytes);
  if (method === 0) {
    yield packed;
    return;
  }
  if (method !== 8) throw damaged();
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged();
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
