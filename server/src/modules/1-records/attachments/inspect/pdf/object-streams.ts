import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { breather } from "#kernel/work/breather.ts";
import { afterSpace, type PdfDictionary, type PdfValue, readDictionary } from "./pdf-dictionary.ts";

/** Writers put a hundred or two hundred objects into each. */
const STREAM_BYTES_MAX = 16 * 1024 * 1024;
const ALL_BYTES_MAX = 64 * 1024 * 1024;
const STREAMS_MAX = 5_000;
const FILTERS_MAX = 4;
/** Between the keyword `obj` and its object; a few bytes in every file. */
const SPACE_BYTES_MAX = 128;

/** A stream that holds objects cannot be read. */
export class UnreadableStream extends Error {
  override readonly name = "UnreadableStream";
}

const unreadable = (): UnreadableStream => new UnreadableStream("An object stream cannot be read");

/**
 * The contents of the object streams of a PDF (ISO 32000-1, section 7.5.7): dictionaries, without their streams, that are
 * compressed together. Programs find them by numbers in a table and do not check the type, so that every stream whose
 * dictionary has /First counts. Throws UnreadableStream if one of them is damaged, too large, or compressed in a way that
 * no usual writer uses.
 */
export async function* objectStreams(bytes: Buffer): AsyncGenerator<Buffer> {
  const breathe = breather();
  const contentFrom = contentReader(bytes);
  let left = ALL_BYTES_MAX;
  // Streams of a writer do not overlap. Those that do would be decompressed over and over.
  let compressedLeft = bytes.length;
  let count = 0;
  for (let at = bytes.indexOf("obj"); at !== -1; at = bytes.indexOf("obj", at)) {
    await breathe();
    const start = afterSpace(bytes, at + 3, at + 3 + SPACE_BYTES_MAX);
    at += 3;
    if (start === at + SPACE_BYTES_MAX) throw unreadable();
    if (bytes[start] !== 0x3c || bytes[start + 1] !== 0x3c) continue;
    const dictionary = readDictionary(bytes, start);
    if (dictionary === undefined) throw unreadable();
    // Not after the stream: the table may name a place within it as that of another object.
    at = dictionary.end;
    const content = contentFrom(at);
    if (content === undefined || !dictionary.entries.has("First")) continue;
    count += 1;
    compressedLeft -= content.length;
    if (count > STREAMS_MAX || compressedLeft < 0) throw unreadable();
    const decoded = await decode(content, dictionary.entries, left);
    left -= decoded.length;
    yield decoded;
  }
}

/**
 * Reads what follows the keyword `stream`, if it comes next at a place; until the keyword that ends it. Places only rise,
 * so that the end found for one is that of the next ones before it, and a file without ends is searched once.
 */
function contentReader(bytes: Buffer): (from: number) => Buffer | undefined {
  let end = 0;
  return (from) => {
    const at = afterSpace(bytes, from, from + SPACE_BYTES_MAX);
    if (at === from + SPACE_BYTES_MAX) throw unreadable();
    if (bytes.toString("latin1", at, at + 6) !== "stream") return undefined;
    let start = at + 6;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    if (end < start) {
      const found = bytes.indexOf("endstream", start);
      end = found === -1 ? bytes.length : found;
    }
    return bytes.subarray(start, end);
  };
}

const nameOf = (value: PdfValue | undefined): string => {
  if (typeof value !== "object" || !("name" in value)) throw unreadable();
  return value.name;
};
const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);
const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

/** One value, or a list of them; null and an absent one are an empty list. */
function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  if (value === undefined || value === "null") return [];
  return isList(value) ? value : [value];
}

async function decode(content: Buffer, entries: PdfDictionary, most: number): Promise<Buffer> {
  // Its content would be in another file.
  if (entries.has("F")) throw unreadable();
  const filters = listOf(entries.get("Filter")).map(nameOf);
  const parameters = listOf(entries.get("DecodeParms"));
  if (filters.length > FILTERS_MAX) throw unreadable();
  let decoded = content;
  for (const [index, filter] of filters.entries()) {
    decoded = await decodeOnce(decoded, filter, Math.min(most, STREAM_BYTES_MAX));
    requireNoPredictor(parameters[index]);
  }
  if (decoded.length > Math.min(most, STREAM_BYTES_MAX)) throw unreadable();
  return decoded;
}

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

async function decodeOnce(content: Buffer, filter: string, most: number): Promise<Buffer> {
  switch (filter) {
    case "FlateDecode":
    case "Fl":
      return inflated(content, { maxOutputLength: Math.max(most, 1) }).catch(() => {
        throw unreadable();
      });
    case "ASCIIHexDecode":
    case "AHx":
      return fromHex(content, most);
    default:
      throw unreadable();
  }
}

/** Until `>`; white space does not count (section 7.4.2). */
function fromHex(content: Buffer, most: number): Buffer {
  const end = content.indexOf(">");
  if (end === -1 || end > 3 * most) throw unreadable();
  const digits = content.toString("latin1", 0, end).replaceAll(/[\0\t\n\f\r ]+/g, "");
  if (!/^[0-9A-Fa-f]*$/.test(digits)) throw unreadable();
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** Objects are texts, for which predictors (section 7.4.4.4) are of no use. */
function requireNoPredictor(parameters: PdfValue | undefined): void {
  const predictor = isDictionary(parameters) ? parameters.get("Predictor") : parameters;
  if (predictor !== undefined && predictor !== "null" && predictor !== 1) throw unreadable();
}
