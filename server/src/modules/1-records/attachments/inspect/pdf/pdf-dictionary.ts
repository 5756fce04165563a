/** A value of a dictionary, as far as reading streams needs it; a reference, text, and the like are `other`. */
export type PdfValue = { readonly name: string } | number | readonly PdfValue[] | PdfDictionary | "null" | "other";
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export interface ReadDictionary {
  readonly entries: PdfDictionary;
  /** After its end. */
  readonly end: number;
}

/** Larger ones are not read, which would take long: writers divide long lists. */
const DICTIONARY_BYTES_MAX = 1024 * 1024;
const DEPTH_MAX = 100;
/** Of a stream. If one of them occurs twice, programs read different things. */
const onlyOnce: ReadonlySet<string> = new Set(["First", "N", "Length", "Filter", "DecodeParms", "F"]);

const isSpace = (byte: number | undefined): boolean =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
const delimiters: ReadonlySet<number | undefined> = new Set(Buffer.from("()<>[]{}/%"));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isSpace(byte) && !delimiters.has(byte);
const code = (character: string): number => character.charCodeAt(0);

/** After white space and comments (ISO 32000-1, section 7.2). */
export function afterSpace(bytes: Buffer, from: number, limit = bytes.length): number {
  let at = from;
  for (; at < limit; at += 1) {
    if (bytes[at] === code("%")) while (at < limit && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
    if (!isSpace(bytes[at])) return at;
  }
  return at;
}

/**
 * The dictionary that begins with `<<` at a place (ISO 32000-1, section 7.3). Undefined if it is none, is damaged, too
 * large, or too deep.
 */
export function readDictionary(bytes: Buffer, from: number): ReadDictionary | undefined {
  const limit = Math.min(bytes.length, from + DICTIONARY_BYTES_MAX);
  const stack: PdfValue[] = [];
  const marks: number[] = [];
  let at = from;
  const close = (): PdfValue[] => stack.splice(marks.pop() ?? 0);
  while (at < limit) {
    at = afterSpace(bytes, at, limit);
    const byte = bytes[at];
    const isPair = bytes[at + 1] === byte;
    if (byte === code("<") && isPair) {
      marks.push(stack.length);
      if (marks.length > DEPTH_MAX) return undefined;
      at += 2;
    } else if (byte === code(">") && isPair) {
      const entries = pairsOf(close());
      at += 2;
      if (entries === undefined || marks.length === 0) return entries && { entries, end: at };
      stack.push(entries);
    } else if (byte === code("[")) {
      marks.push(stack.length);
      if (marks.length > DEPTH_MAX) return undefined;
      at += 1;
    } else if (byte === code("]")) {
      if (marks.length < 2) return undefined;
      stack.push(close());
      at += 1;
    } else {
      const end = endOfToken(bytes, at, limit);
      if (end === undefined) return undefined;
      pushToken(stack, bytes.toString("latin1", at, Math.min(end, at + 200)));
      at = end;
    }
  }
  return undefined;
}

function pairsOf(values: readonly PdfValue[]): Map<string, PdfValue> | undefined {
  const entries = new Map<string, PdfValue>();
  for (let at = 0; at < values.length; at += 2) {
    const [key, value] = [values[at], values[at + 1]];
    if (typeof key !== "object" || !("name" in key) || value === undefined) return undefined;
    if (entries.has(key.name) && onlyOnce.has(key.name)) return undefined;
    entries.set(key.name, value);
  }
  return entries;
}

function pushToken(stack: PdfValue[], text: string): void {
  if (text.startsWith("/")) stack.push({ name: decodedName(text.slice(1)) });
  else if (text === "R") stack.splice(-2, 2, "other");
  else if (text === "null") stack.push("null");
  else stack.push(/^[+-]?\d{1,10}$/.test(text) ? Number(text) : "other");
}

/** Any character of a name may be written as its code: /Java#53cript is /JavaScript (section 7.3.5). */
export const decodedName = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Of a name, number, keyword, or text. */
function endOfToken(bytes: Buffer, from: number, limit: number): number | undefined {
  const first = bytes[from];
  if (first === code("(")) return endOfText(bytes, from, limit);
  if (first === code("<")) {
    const end = bytes.indexOf(code(">"), from);
    return end === -1 || end >= limit ? undefined : end + 1;
  }
  let at = first === code("/") ? from + 1 : from;
  while (at < limit && isRegular(bytes[at])) at += 1;
  // A delimiter that begins nothing.
  return at === from ? undefined : at;
}

/** Parentheses within a text are balanced or escaped (section 7.3.4.2). */
function endOfText(bytes: Buffer, from: number, limit: number): number | undefined {
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === code("\\")) at += 1;
    else if (byte === code("(")) depth += 1;
    else if (byte === code(")")) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
