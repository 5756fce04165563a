import type { Frame } from "./frame.ts";
import type { DrawnPart } from "./pace.ts";
import type { PdfBlock, PdfColumn, PdfRow } from "./pdf-document.ts";

/** What the service sends to the thread that draws, one part of one document at a time. */
export type DrawMessage =
  | { readonly part: "open"; readonly frame: Frame }
  | { readonly part: "block"; readonly block: Exclude<PdfBlock, { kind: "table" }> }
  | { readonly part: "table"; readonly summary: string; readonly columns: readonly PdfColumn[] }
  | { readonly part: "rows"; readonly rows: readonly PdfRow[] }
  | { readonly part: "endTable" }
  | { readonly part: "close" };

/** The answer to each part: the bytes that became final with it, and what it took. */
export type DrawReply = { readonly bytes: Uint8Array; readonly drawn: DrawnPart } | { readonly error: string };
