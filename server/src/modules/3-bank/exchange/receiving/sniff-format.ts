import { type BankFileFormat, bankFileFormats } from "../bank-file.ts";

/** As much of a file's beginning as is looked at. */
const HEAD_BYTES = 64 * 1024;

/**
 * A NACHA file header record: type 1, priority code 01, record size 094, blocking factor 10, format code 1 (Nacha
 * Operating Rules, appendix three, file header record, positions 1–3 and 35–40).
 */
const NACHA = /^101.{31}094101/;
/**
 * A BAI2 or BTRS file header: record 01 with sender, receiver, and a creation date of six digits, or eight in BTRS (BAI2
 * manual, record 01).
 */
const BAI2 = /^01,[^,\n]{0,35},[^,\n]{0,35},\d{6}(?:\d\d)?,/;
/** The namespace of an ISO 20022 message; an envelope or business header (head.001) may come before the message's. */
const ISO20022 = /urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.\d{3}\.\d{2}\b/g;
const HEADER = "head.001";
/** The element below Document, for files whose namespace says nothing. */
const MESSAGE = /<(?:[\w.-]{1,40}:)?(\w{5,30})[\s/>]/g;
const messages: Readonly<Record<string, BankFileFormat>> = {
  CstmrPmtStsRpt: "pain.002",
  FIToFIPmtStsRpt: "pacs.002",
  PmtRtr: "pacs.004",
  RsltnOfInvstgtn: "camt.029",
  BkToCstmrAcctRpt: "camt.052",
  BkToCstmrStmt: "camt.053",
  BkToCstmrDbtCdtNtfctn: "camt.054",
};

const isFormat = (text: string): text is BankFileFormat => bankFileFormats.some((format) => format === text);

/**
 * The format of a received file, by its first HEAD_BYTES. Undefined for a file in no recognizable format.
 * Only finds the reader: the reader decides whether the file is well-formed.
 */
export function sniffFormat(head: Buffer): BankFileFormat | undefined {
  const text = textOf(head.subarray(0, HEAD_BYTES)).trimStart();
  if (NACHA.test(text)) return "nacha";
  if (BAI2.test(text)) return "bai2";
  if (!text.startsWith("<")) return undefined;
  for (const [, message = ""] of text.matchAll(ISO20022)) {
    if (message !== HEADER) return isFormat(message) ? message : undefined;
  }
  for (const [, element = ""] of text.matchAll(MESSAGE)) {
    const message = Object.hasOwn(messages, element) ? messages[element] : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Letters and digits of ASCII, in whatever encoding: without its byte order mark, or in UTF-16. */
function textOf(head: Buffer): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return utf16(head, "utf-16le");
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return utf16(head, "utf-16be");
  return withoutMark(head).toString("latin1");
}

const utf16 = (head: Buffer, encoding: "utf-16le" | "utf-16be"): string => new TextDecoder(encoding).decode(head);

/** Without the byte order mark of UTF-8. */
const withoutMark = (head: Buffer): Buffer =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;

/** Whether a file has nothing but blanks: some banks send one on days without anything to report. */
export async function isBlank(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const chunk of chunks) if (chunk.some((byte) => !BLANKS.has(byte))) return false;
  return true;
}

/** Line ends, tabs, blanks, null, the end-of-file mark of DOS, and the byte order mark of UTF-8. */
const BLANKS = new Set([0x0a, 0x0d, 0x09, 0x20, 0x00, 0x1a, 0xef, 0xbb, 0xbf]);

export interface ShownFormat {
  readonly format: BankFileFormat;
  /** The content names its format; otherwise, it looks like it, as a table that begins with 01 looks like BAI2. */
  readonly isNamed: boolean;
}

/** The format of a file whose beginning is read from a stream. */
export async function formatOfFile(chunks: AsyncIterable<Buffer>): Promise<ShownFormat | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  const format = sniffFormat(Buffer.concat(parts));
  return format && { format, isNamed: format !== "bai2" };
}
