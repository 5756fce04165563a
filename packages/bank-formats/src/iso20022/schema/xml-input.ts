import { SaxesParser, type SaxesTagNS } from "saxes";
import { Iso20022Error, shownValue } from "./problems.ts";

/**
 * XML text, piece by piece, as events. Strict and bounded: UTF-8 only, XML 1.0 only, no document type (and with it no
 * entities of its own), nothing longer than 64 Ki characters between two tags, and a limited depth.
 */

/** An element's start, with namespaces resolved. */
export type XmlStartTag = SaxesTagNS;

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

/** An XML input whose events go to `events`; `bytesMax` bounds the whole document. */
export function newXmlInput(events: XmlEvents, { bytesMax }: { readonly bytesMax: number }): XmlInput {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const state = { received: 0, lastEvent: 0, depth: 0, isFirst: true };
  const place = () => ({ line: parser.line, column: parser.columnIndex + 1 });
  const fail = (rule: string): never => {
    throw new Iso20022Error([{ path: "/", rule, ...place() }]);
  };
  listen(parser, { events, state, fail });

  const writeText = (text: string): void => {
    const start = state.isFirst && text.startsWith("\u{feff}") ? 1 : 0;
    if (text.length > 0) state.isFirst = false;
    for (let at = start; at < text.length; at += SLICE_LENGTH) {
      parser.write(text.slice(at, at + SLICE_LENGTH));
      if (parser.position - state.lastEvent > GAP_LENGTH_MAX)
        fail(`has more than ${GAP_LENGTH_MAX} characters without a tag in between`);
    }
  };
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      return fail("must be UTF-8");
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
}

function listen(parser: SaxesParser<{ xmlns: true }>, { events, state, fail }: Listening): void {
  const mark = () => {
    state.lastEvent = parser.position;
  };
  parser.on("error", (error) => fail(`is not well-formed XML: ${shownFault(error)}`));
  parser.on("xmldecl", ({ version, encoding }) => {
    if (version !== "1.0") fail("must be XML 1.0");
    if (encoding !== undefined && encoding.toUpperCase() !== "UTF-8") fail("must be UTF-8");
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
