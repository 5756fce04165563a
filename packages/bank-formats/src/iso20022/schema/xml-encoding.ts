/** Bytes become text across the ends of pieces. */
interface XmlDecoder {
  readonly text: (chunk: Uint8Array) => string;
  /** What remains after the last piece. */
  readonly end: () => string;
}

/** `declared`: the document is not UTF-8. `undecodable`: it has bytes that its encoding does not have. */
export type EncodingDeviation = "declared" | "undecodable";

export class UnknownEncoding extends Error {}

export function utf8Decoder(): XmlDecoder {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { text: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** What banks declare; the left side is how it is declared. Latin-1 is read as Windows-1252, which has more characters. */
const ENCODINGS: Readonly<Record<string, string>> = {
  "UTF-8": "utf-8",
  UTF8: "utf-8",
  "US-ASCII": "utf-8",
  ASCII: "utf-8",
  "ISO-8859-1": "windows-1252",
  "ISO8859-1": "windows-1252",
  LATIN1: "windows-1252",
  "WINDOWS-1252": "windows-1252",
  CP1252: "windows-1252",
  "ISO-8859-2": "iso-8859-2",
  "ISO-8859-15": "iso-8859-15",
  "WINDOWS-1250": "windows-1250",
  "WINDOWS-1251": "windows-1251",
  "UTF-16": "utf-16le",
  "UTF-16LE": "utf-16le",
  "UTF-16BE": "utf-16be",
};

/** A declaration that is longer than this has something else in it. */
const DECLARATION_BYTES_MAX = 256;

/** Byte order marks, and how `<?` looks in UTF-16 (XML 1.0, appendix F). */
const STARTS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00], "utf-16le"],
  [[0x00, 0x3c], "utf-16be"],
];

/** The encoding of a document that begins with these bytes; undefined if more of them are needed. */
function encodingOf(start: Uint8Array, isEnd: boolean): string | undefined {
  if (start.length < 4 && !isEnd) return undefined;
  for (const [bytes, encoding] of STARTS) if (bytes.every((byte, at) => start[at] === byte)) return encoding;
  const text = new TextDecoder("latin1").decode(start.subarray(0, DECLARATION_BYTES_MAX));
  if (!/^\s*<\?xml\s/.test(text)) return "utf-8";
  const end = text.indexOf("?>");
  if (end < 0) return start.length < DECLARATION_BYTES_MAX && !isEnd ? undefined : "utf-8";
  const declared = /\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(text.slice(0, end))?.[1];
  if (declared === undefined) return "utf-8";
  const name = declared.toUpperCase();
  const encoding = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  // Bytes in which the declaration is readable are not UTF-16, whatever it says.
  if (encoding?.startsWith("utf-16") === true) return "utf-8";
  if (encoding === undefined) throw new UnknownEncoding(`has an encoding that is not supported: ${declared}`);
  return encoding;
}

/** Reads the encoding that the document declares. Bytes that it does not have become U+FFFD. */
export function declaredDecoder(onDeviation: (deviation: EncodingDeviation) => void): XmlDecoder {
  let start: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  let isReported = false;
  const checked = (text: string): string => {
    if (!isReported && text.includes("\u{fffd}")) {
      isReported = true;
      onDeviation("undecodable");
    }
    return text;
  };
  const begin = (isEnd: boolean): string => {
    const encoding = encodingOf(start, isEnd);
    if (encoding === undefined) return "";
    if (encoding !== "utf-8") onDeviation("declared");
    decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return checked(decoder.decode(start, { stream: true }));
  };
  return {
    text: (chunk) => {
      if (decoder !== undefined) return checked(decoder.decode(chunk, { stream: true }));
      start = joined(start, chunk);
      return begin(false);
    },
    end: () => {
      const first = decoder === undefined ? begin(true) : "";
      return first + checked(decoder?.decode() ?? "");
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
