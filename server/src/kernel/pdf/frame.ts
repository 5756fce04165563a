import { drawFitted, drawLine, drawReadable, LEADING, type Look, lineContent, readable, wrap } from "./lines.ts";
import type { PdfDocument } from "./pdf-document.ts";
import {
  COLOR,
  CONTENT_WIDTH,
  decorate,
  fontsOf,
  internals,
  latin1,
  openFile,
  PAGE,
  pdfColorOf,
  readabilityOf,
  rule,
  type Sheet,
  tag,
} from "./sheet.ts";

/** What is the same on every page. */
export type Frame = Omit<PdfDocument, "blocks">;

const ISSUER: Look = { size: 13, weight: "strong" };
const ISSUER_LINE: Look = { size: 8.5, color: COLOR.muted };
const TITLE: Look = { size: 20, weight: "strong" };
const SUBTITLE: Look = { size: 10.5, color: COLOR.muted };
const RUNNING: Look = { size: 8.5, color: COLOR.muted };
const HALF = CONTENT_WIDTH / 2;
const FOOT = PAGE.bottom + 18;

/** A file with its first page, and what completes it. */
export interface OpenDocument {
  readonly sheet: Sheet;
  readonly end: () => void;
}

/**
 * "Page 3 of 12" needs the number of pages, but pages are written as soon as they are full. Each page refers to a small
 * drawing of its own that is written last.
 */
function reservePageNumber(doc: PDFKit.PDFDocument, page: number): PDFKit.PDFKitReference {
  const name = `Page${page}`;
  const content = internals(doc).ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, PAGE.width, PAGE.height],
    Resources: {},
  });
  internals(doc).page.xobjects[name] = content;
  decorate({ doc }, "Pagination", () => doc.addContent(`/${name} Do`));
  return content;
}

function drawPageNumbers(sheet: Sheet, numbers: readonly PDFKit.PDFKitReference[]): void {
  const { font } = sheet.fonts.regular;
  const place = { x: PAGE.left, width: CONTENT_WIDTH, align: "right" } as const;
  for (const [index, drawing] of numbers.entries()) {
    const text = `Page ${index + 1} of ${numbers.length}`;
    Object.assign(drawing.data, { Resources: { Font: { [font.id]: font.ref() } } });
    drawing.end(latin1(lineContent(sheet, text, RUNNING, place, FOOT)));
  }
}

const LOGO = { width: 160, height: 40, gap: 8 } as const;

/** Decoration, because the name is below it. Returns where it ends. */
function drawLogo(sheet: Sheet, logo: string, y: number): number {
  const png = Buffer.from(logo, "base64");
  // In the first chunk of every PNG.
  const [pixelsAcross, pixelsDown] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const scale = Math.min(LOGO.width / pixelsAcross, LOGO.height / pixelsDown);
  const [width, height] = [pixelsAcross * scale, pixelsDown * scale];
  decorate(sheet, "Layout", () => sheet.doc.image(png, PAGE.left, y, { width, height }));
  return y + height + LOGO.gap;
}

function drawIssuer(sheet: Sheet, { issuer }: Frame): number {
  let y: number = PAGE.left;
  if (issuer.logo !== undefined) y = drawLogo(sheet, issuer.logo, y);
  tag(sheet, sheet.root, "P", () => {
    for (const [text, look] of [
      [issuer.name, ISSUER] as const,
      ...issuer.lines.map((line) => [line, ISSUER_LINE] as const),
    ]) {
      const { text: printed, actual } = readable(sheet, text);
      drawReadable(sheet, actual, () => {
        for (const line of wrap(sheet, printed, look, HALF - 12)) {
          drawLine(sheet, line, look, { x: PAGE.left, width: HALF }, y);
          y += look.size * LEADING;
        }
      });
    }
  });
  return y;
}

function drawTitle(sheet: Sheet, { title, subtitle }: Frame): number {
  const place = { x: PAGE.left + HALF, width: HALF, align: "right" } as const;
  let y: number = PAGE.left - 6;
  tag(sheet, sheet.root, "H1", () => drawFitted(sheet, title, { ...TITLE, color: sheet.accent }, place, y));
  y += TITLE.size * LEADING;
  if (subtitle !== undefined) {
    tag(sheet, sheet.root, "P", () => drawFitted(sheet, subtitle, SUBTITLE, place, y));
    y += SUBTITLE.size * LEADING;
  }
  return y;
}

/** From the second page on: whose document it is, and which. */
function drawRunningHeader(sheet: Sheet, frame: Frame): void {
  decorate(sheet, "Pagination", () => {
    const which = frame.subtitle === undefined ? frame.title : `${frame.title} · ${frame.subtitle}`;
    drawFitted(sheet, frame.issuer.name, { ...RUNNING, weight: "strong" }, { x: PAGE.left, width: HALF }, 46);
    drawFitted(sheet, which, RUNNING, { x: PAGE.left + HALF, width: HALF, align: "right" }, 46);
  });
  rule(sheet, 62);
}

function drawFooter(sheet: Sheet, frame: Frame): void {
  rule(sheet, PAGE.bottom + 10);
  decorate(sheet, "Pagination", () =>
    drawFitted(sheet, frame.footer, RUNNING, { x: PAGE.left, width: CONTENT_WIDTH - 90 }, FOOT),
  );
}

const EXPLANATION =
  "\ufffd replaces a character that this document's font does not have. Copied text and screen readers get the original character.";

export function openDocument(frame: Frame, onData: (chunk: Uint8Array) => void): OpenDocument {
  const title = frame.subtitle === undefined ? frame.title : `${frame.title} – ${frame.subtitle}`;
  const doc = openFile(title, frame.createdAt, onData);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const numbers: PDFKit.PDFKitReference[] = [];
  const startPage = () => {
    doc.addPage();
    numbers.push(reservePageNumber(doc, numbers.length + 1));
    drawFooter(sheet, frame);
  };
  const nextPage = () => {
    startPage();
    drawRunningHeader(sheet, frame);
    sheet.y = PAGE.top;
  };
  const readableText = readabilityOf(doc);
  const sheet: Sheet = {
    doc,
    root,
    readable: readableText,
    fonts: fontsOf(doc),
    accent: frame.issuer.color === undefined ? COLOR.accent : pdfColorOf(frame.issuer.color),
    y: PAGE.top,
    nextPage,
    replaced: false,
  };
  startPage();
  if (frame.issuer.color !== undefined) drawBand(sheet);
  sheet.y = Math.max(drawIssuer(sheet, frame), drawTitle(sheet, frame)) + 24;
  const end = () => {
    if (sheet.replaced) explainReplaced(sheet);
    drawPageNumbers(sheet, numbers);
    root.end();
    doc.end();
  };
  return { sheet, end };
}

/** At the top edge of the first page. */
function drawBand(sheet: Sheet): void {
  decorate(sheet, "Layout", () => sheet.doc.addContent(latin1(`${sheet.accent} rg 0 0 ${PAGE.width} 6 re f`)));
}

function explainReplaced(sheet: Sheet): void {
  if (sheet.y + 30 > PAGE.bottom) sheet.nextPage();
  for (const line of wrap(sheet, EXPLANATION, RUNNING, CONTENT_WIDTH)) {
    tag(sheet, sheet.root, "P", () => drawLine(sheet, line, RUNNING, { x: PAGE.left, width: CONTENT_WIDTH }, sheet.y));
    sheet.y += RUNNING.size * LEADING;
  }
}
