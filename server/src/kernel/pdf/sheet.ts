import PdfKit from "pdfkit";
import { fontFiles } from "./font-files.ts";
import { makeReadable, type Readability } from "./readable-text.ts";
import { type EmbeddedFont, type TypeSetter, typeSetterOf } from "./type-setter.ts";

/** What the drawing functions share: the file, the current position, and the structure for screen readers. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  /** The root of the structure tree. */
  readonly root: PDFKit.PDFStructureElement;
  readonly readable: Readability;
  readonly fonts: Readonly<Record<Weight, TypeSetter>>;
  /** Of titles and the strongest figures. */
  readonly accent: string;
  /** The top of what is drawn next, in points from the top of the page. */
  y: number;
  /** Starts the next page and draws its frame. */
  readonly nextPage: () => void;
  /** True once a character was replaced, which the end of the document explains. */
  replaced: boolean;
}

export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 84, bottom: 724 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** Red, green, and blue, from 0 to 1: the colors of the dashboard (dashboard/src/app/shell/theme.ts). */
export const COLOR = {
  text: "0.090 0.114 0.102",
  muted: "0.357 0.396 0.373",
  line: "0.827 0.847 0.835",
  accent: "0.122 0.353 0.224",
  alert: "0.639 0.082 0.082",
} as const;

/** A color of a page, #rrggbb, as `COLOR` has them. */
export const pdfColorOf = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");

export type Weight = "regular" | "strong";

/** An empty tagged file. The title is written into XML without escaping by the library, so markup is taken out here. */
export function openFile(title: string, createdAt: Date, onData: (bytes: Uint8Array) => void): PDFKit.PDFDocument {
  const options: Omit<PDFKit.PDFDocumentOptions, "subset"> & { subset: string } = {
    size: "letter",
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    // Not the library's Helvetica, which it reads from a file of its own.
    font: "",
    tagged: true,
    displayTitle: true,
    lang: "en-US",
    subset: "PDF/UA",
    info: {
      Title: title.replaceAll("&", "and").replaceAll(/[<>]/g, ""),
      Producer: "Bursar",
      Creator: "Bursar",
      CreationDate: createdAt,
    },
  };
  // The types do not know the subset PDF/UA.
  const doc = new PdfKit(options as PDFKit.PDFDocumentOptions);
  writeTo(doc, onData);
  doc.registerFont("regular", fontFiles.regular);
  doc.registerFont("strong", fontFiles.strong);
  return doc;
}

/** The parts of the library that its types leave out. */
interface Internals {
  _write(data: string | Uint8Array): void;
  _offset: number;
  ref(data: object): PDFKit.PDFKitReference;
  readonly _font: EmbeddedFont & { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  readonly page: { readonly fonts: Record<string, object>; readonly xobjects: Record<string, object> };
}

/** One byte per character, as PDF syntax is written. */
export const latin1 = (text: string): Buffer => Buffer.from(`${text}\n`, "latin1");

/** The library pushes every line of the file into a stream, which takes a quarter of the time of a long document. */
function writeTo(doc: PDFKit.PDFDocument, onData: (bytes: Uint8Array) => void): void {
  const file = internals(doc);
  onData(latin1("%PDF-1.7\n%\xff\xff\xff\xff"));
  file._write = (data) => {
    const bytes = typeof data === "string" ? latin1(data) : data;
    file._offset += bytes.length;
    onData(bytes);
  };
}

export const internals = (doc: PDFKit.PDFDocument): Internals => doc as unknown as Internals;

const embedded = (doc: PDFKit.PDFDocument, weight: Weight) => internals(doc.font(weight))._font;

export const fontsOf = (doc: PDFKit.PDFDocument): Record<Weight, TypeSetter> => ({
  regular: typeSetterOf(embedded(doc, "regular")),
  strong: typeSetterOf(embedded(doc, "strong")),
});

/** The weights of the family have the same characters. */
export function readabilityOf(doc: PDFKit.PDFDocument): Readability {
  const { font } = embedded(doc, "regular");
  return makeReadable((codePoint) => font.hasGlyphForCodePoint(codePoint));
}

/** Adds an element to the structure tree together with what it contains. */
export function tag(
  sheet: Sheet,
  parent: PDFKit.PDFStructureElement,
  type: Parameters<PDFKit.PDFDocument["struct"]>[0],
  draw: () => void,
  scope?: "Row" | "Column",
): void {
  // The types lack `scope`, which tells screen readers the cells that a header is about.
  const options = (scope === undefined ? {} : { scope }) as PDFKit.Mixins.StructureElementOptions;
  parent.add(sheet.doc.struct(type, options, [draw]));
}

/** Draws something that is not part of the text: lines, repeated headers, page numbers. */
export function decorate(sheet: Pick<Sheet, "doc">, type: "Layout" | "Pagination", draw: () => void): void {
  sheet.doc.markContent("Artifact", { type });
  draw();
  sheet.doc.endMarkedContent();
}

export function rule(sheet: Sheet, y: number, color: string = COLOR.line, from: number = PAGE.left): void {
  decorate(sheet, "Layout", () => {
    sheet.doc.addContent(latin1(`${color} RG 0.6 w ${from} ${y.toFixed(2)} m ${PAGE.right} ${y.toFixed(2)} l S`));
  });
}

/** Starts a page unless the height fits on this one. */
export function reserve(sheet: Sheet, height: number): void {
  if (sheet.y + height > PAGE.bottom) sheet.nextPage();
}
