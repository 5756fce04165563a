/** A file of an archive. Names are ASCII. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** 1980-01-01, the first date that the format can express: the same contents are the same bytes. */
const DATE = 0x21;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Little-endian numbers, each with its size in bytes. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** An archive without compression (PKWARE APPNOTE 4.3). */
export function zipFile(entries: readonly ArchivedFile[], type: string): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = encoder.encode(name);
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    const about = numbers(
      [2, VERSION],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, path.length],
      [2, 0],
    );
    const header = numbers([4, 0x04_03_4b_50]);
    directory.push(
      numbers([4, 0x02_01_4b_50], [2, VERSION]),
      about,
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      path,
    );
    parts.push(header, about, path, bytes);
    offset += header.length + about.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = numbers([4, 0x06_05_4b_50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], { type });
}
