import { SaxesParser } from "saxes";
import { Iso20022Error, shownValue } from "./problems.ts";
import { declaredDecoder, type EncodingDeviation, UnknownEncoding, utf8Decoder } from "./xml-encoding.ts";

/**
 * XML text, piece by piece, as events. Strict and bounded: UTF-8 only unless declared encodings are accepted, XML 1.0 only,
 * no document type (and with it no entities of its own), nothing longer than 64 Ki characters between two tags, and a
 * limited depth.
 */

interface XmlName {
  /** With the prefix, as it is written. */
  readonly name: string;
  readonly local: string;
  /** Of the namespace; empty for none. */
  readonly uri: string;
}

/** An element's start, with namespaces resolved. */
export interface XmlStartTag extends XmlName {
  readonly attributes: Readonly<Record<string, XmlName & { readonly value: string }>>;
}

export interface XmlEvents {
  readonly open: (tag: XmlStartTag) => void;
  readonly close: () => void;
  readonly text: (text: string) => void;
}

export interface XmlInput {
  /** The next bytes, or characters, of the document. Throws Iso20022Error at the first fault of the XML. */
  readonly write: (chunk: Uint8Array | string) => void;
  /** After the last chunk. */
  readonly close: () => void;
  /** Where the reading stands. */
  readonly place: () => { readonly line: number; readonly column: number };
}

/** Longer than any text of ISO 20022: the longest is a signature or 10 KiB of base64. */
const GAP_LENGTH_MAX = 64 * 1024;
/** Characters handed to the parser at once, so that the limits are checked often. */
const SLICE_LENGTH = 16 * 1024;
/** The deepest message has 20 levels; foreign content may add 32. */
const DEPTH_MAX = 64;

export interface XmlInputOptions {
  /** Bounds the whole document. */
  readonly bytesMax: number;
  /** Called for deviations that do not change what the document says; without it, they are errors. */
  readonly onDeviation?: ((deviation: XmlDeviation) => void) | undefined;
}

/**
 * Of the encoding; blanks in front of the document, where banks add an empty line; and end-of-file marks (1A, or nulls)
 * behind it.
 */
export type XmlDeviation = EncodingDeviation | "blankStart" | "endOfFileMarks";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const END_MARK = /[\x00\x1a]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const NOT_END_MARK = /[^\x00\x1a \t\r\n]/;

/** An XML input whose events go to `events`. */
export function newXmlInput(events: XmlEvents, { bytesMax, onDeviation }: XmlInputOptions): XmlInput {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  const state = { received: 0, lastEvent: 0, depth: 0, isFirst: true, hasMark: false };
  const place = () => ({ line: parser.line, column: parser.columnIndex + 1 });
  const fail = (rule: string): never => {
    throw new Iso20022Error([{ path: "/", rule, ...place() }]);
  };
  const decoder = onDeviation === undefined ? utf8Decoder() : declaredDecoder(onDeviation);
  listen(parser, { events, state, fail, isUtf8Only: onDeviation === undefined });

  /** Without what may be in front of the document, and what may be behind it. */
  const documentIn = (text: string): string => {
    if (onDeviation === undefined) {
      const start = state.isFirst && text.startsWith("\u{feff}") ? 1 : 0;
      if (text.length > 0) state.isFirst = false;
      return start === 0 ? text : text.slice(start);
    }
    let rest = text;
    if (state.isFirst) {
      rest = text.replace(/^[\u{feff} \t\r\n]+/u, "");
      if (/^\u{feff}?[ \t\r\n]/u.test(text)) onDeviation("blankStart");
      state.isFirst = rest === "";
    }
    const mark = state.hasMark ? 0 : rest.search(END_MARK);
    if (mark < 0) return rest;
    if (!state.hasMark) onDeviation("endOfFileMarks");
    state.hasMark = true;
    if (NOT_END_MARK.test(rest.slice(mark))) fail("has characters behind its end");
    return rest.slice(0, mark);
  };
  const writeText = (given: string): void => {
    const text = documentIn(given);
    for (let at = 0; at < text.length; at += SLICE_LENGTH) {
      parser.write(text.slice(at, at + SLICE_LENGTH));
      if (parser.position - state.lastEvent > GAP_LENGTH_MAX)
        fail(`has more than ${GAP_LENGTH_MAX} characters without a tag in between`);
    }
  };
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.end() : decoder.text(chunk);
    } catch (error) {
      return fail(error instanceof UnknownEncoding ? error.message : "must be UTF-8");
    }
  };
  return {
    place,
    write: (chunk) => {
      state.received += chunk.length;
      if (state.received > bytesMax) fail(`may have at most ${bytesMax} bytes`);
      writeText(typeof chunk === "string" ? chunk : decoded(chunk));
    },
    close: () => {
      writeText(decoded());
      parser.close();
    },
  };
}

interface Listening {
  readonly events: XmlEvents;
  readonly state: { lastEvent: number; depth: number };
  readonly fail: (rule: string) => never;
  readonly isUtf8Only: boolean;
}

function listen(parser: SaxesParser<{ xmlns: true }>, { events, state, fail, isUtf8Only }: Listening): void {
  const mark = () => {
    state.lastEvent = parser.position;
  };
  parser.on("error", (error) => fail(`is not well-formed XML: ${shownFault(error)}`));
  parser.on("xmldecl", ({ version, encoding }) => {
    if (version !== "1.0") fail("must be XML 1.0");
    if (isUtf8Only && encoding !== undefined && encoding.toUpperCase() !== "UTF-8") fail("must be UTF-8");
  });
  parser.on("doctype", () => fail("must not have a DOCTYPE"));
  parser.on("opentag", (tag) => {
    mark();
    state.depth += 1;
    if (state.depth > DEPTH_MAX) fail(`may be at most ${DEPTH_MAX} elements deep`);
    events.open(tag);
  });
  parser.on("closetag", () => {
    mark();
    state.depth -= 1;
    events.close();
  });
  const onText = (text: string) => {
    mark();
    if (state.depth > 0) events.text(text);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("comment", mark);
  parser.on("processinginstruction", mark);
}

/** The parser's words without its own "line:column: " in front. */
const shownFault = (error: Error): string =>
  shownValue(error.message.replace(/^(?:[^:]{0,20}:)?\d{1,9}:\d{1,9}: /, ""), { isSensitive: false });
