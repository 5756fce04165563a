import { type Encoding, FileProblem } from "../file-table.ts";

/** Enough to recognize UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;

/** Files that people choose by mistake, by their first bytes. */
const signatures: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
  [[0x47, 0x49, 0x46, 0x38], "a picture"],
  [[0x1f, 0x8b], "a compressed file"],
  [[0x7f, 0x45, 0x4c, 0x46], "a program"],
  [[0x4d, 0x5a, 0x90], "a program"],
];

export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** The encoding by byte order mark, by zero bytes, or by whether the bytes are valid UTF-8. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return "utf-8";
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Most characters of a table in a Latin script have a zero byte in UTF-16, always on the same side.
  const many = sample.length / 4;
  if (odd > many && even < odd / 8) return "utf-16le";
  if (even > many && odd < even / 8) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/**
 * The file's text, without a byte order mark.
 * @throws FileProblem for binary files
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const signature = signatures.find(([start]) => startsWith(bytes, start));
  if (signature !== undefined) throw new FileProblem(`The file is ${signature[1]}. Choose a CSV or XLSX file.`);
  const text = new TextDecoder(encoding).decode(bytes);
  const at = text.indexOf("\0");
  if (at === -1) return text;
  throw new FileProblem(
    `Line ${lineAt(text, at)} contains a NUL character, so this is not a text file in this encoding. Save it as CSV (UTF-8) and choose it again.`,
  );
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < position; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}
