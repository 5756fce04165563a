import { drawLine, drawReadable, LEADING, type Look, readable, widthOf, wrap } from "./lines.ts";
import { drawNotice } from "./notice.ts";
import type { PdfBlock, PdfFact, PdfTextColumn } from "./pdf-document.ts";
import { COLOR, CONTENT_WIDTH, PAGE, reserve, rule, type Sheet, tag } from "./sheet.ts";

const BODY: Look = { size: 9.5 };
const BODY_STRONG: Look = { size: 9.5, weight: "strong" };
const MUTED: Look = { size: 8.5, color: COLOR.muted };
const HEADING: Look = { size: 12, weight: "strong" };
const FIGURE: Look = { size: 12.5, weight: "strong" };
const LABEL_WIDTH = 130;
const COLUMN_GAP = 18;

const leading = ({ size }: Look): number => size * LEADING;

/** Texts, broken into lines that fit. */
function linesOf(sheet: Sheet, texts: readonly string[], look: Look, width: number) {
  return texts.map((text) => {
    const { text: printed, actual } = readable(sheet, text);
    return { actual, lines: wrap(sheet, printed, look, width) };
  });
}

function paragraph(sheet: Sheet, text: string, look: Look): void {
  for (const { actual, lines } of linesOf(sheet, text.split("\n"), look, CONTENT_WIDTH)) {
    const element = sheet.doc.struct("P");
    sheet.root.add(element);
    for (const [index, line] of lines.entries()) {
      reserve(sheet, leading(look));
      element.add(() =>
        drawReadable(sheet, index === 0 ? actual : undefined, () =>
          drawLine(sheet, line, look, { x: PAGE.left, width: CONTENT_WIDTH }, sheet.y),
        ),
      );
      sheet.y += leading(look);
    }
    element.end();
  }
  sheet.y += 10;
}

function heading(sheet: Sheet, text: string, keep = 50): void {
  reserve(sheet, keep + 30);
  const { text: printed, actual } = readable(sheet, text);
  for (const line of wrap(sheet, printed, HEADING, CONTENT_WIDTH)) {
    tag(sheet, sheet.root, "H2", () =>
      drawReadable(sheet, actual, () =>
        drawLine(sheet, line, HEADING, { x: PAGE.left, width: CONTENT_WIDTH }, sheet.y),
      ),
    );
    sheet.y += leading(HEADING);
  }
  sheet.y += 6;
}

/** Draws texts from `y` downward and returns where they end. */
function stack(sheet: Sheet, texts: readonly string[], look: Look, place: { x: number; width: number }, y: number) {
  let top = y;
  for (const { actual, lines } of linesOf(sheet, texts, look, place.width)) {
    drawReadable(sheet, actual, () => {
      for (const line of lines) {
        drawLine(sheet, line, look, place, top);
        top += leading(look);
      }
    });
  }
  return top;
}

function columns(sheet: Sheet, parts: readonly PdfTextColumn[]): void {
  const width = (CONTENT_WIDTH - COLUMN_GAP * (parts.length - 1)) / parts.length;
  const heights = parts.map(({ heading: label, lines }) =>
    linesOf(sheet, [label, ...lines], BODY, width).reduce((sum, { lines: all }) => sum + all.length * leading(BODY), 0),
  );
  reserve(sheet, Math.min(Math.max(...heights), PAGE.bottom - PAGE.top));
  const top = sheet.y;
  let bottom = top;
  for (const [index, { heading: label, lines }] of parts.entries()) {
    const place = { x: PAGE.left + index * (width + COLUMN_GAP), width };
    tag(sheet, sheet.root, "P", () => {
      const below = label === "" ? top : stack(sheet, [label], MUTED, place, top);
      bottom = Math.max(bottom, stack(sheet, lines, BODY, place, below));
    });
  }
  sheet.y = bottom + 16;
}

/** A row of the structure for a label and its value. */
function pair(sheet: Sheet, table: PDFKit.PDFStructureElement, label: () => void, value: () => void): void {
  const row = sheet.doc.struct("TR");
  table.add(row);
  tag(sheet, row, "TH", label, "Row");
  tag(sheet, row, "TD", value);
  row.end();
}

function facts(sheet: Sheet, pairs: readonly PdfFact[]): void {
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  const width = CONTENT_WIDTH - LABEL_WIDTH;
  for (const { label, value, strong } of pairs) {
    const look = strong ? BODY_STRONG : BODY;
    const lines = linesOf(sheet, value.split("\n"), look, width).reduce((sum, part) => sum + part.lines.length, 0);
    reserve(sheet, lines * leading(look));
    const top = sheet.y;
    pair(
      sheet,
      table,
      () => stack(sheet, [label], { ...MUTED, size: look.size }, { x: PAGE.left, width: LABEL_WIDTH - 8 }, top),
      () => {
        sheet.y = stack(sheet, value.split("\n"), look, { x: PAGE.left + LABEL_WIDTH, width }, top) + 2;
      },
    );
  }
  table.end();
  sheet.y += 14;
}

function figures(sheet: Sheet, pairs: readonly PdfFact[]): void {
  reserve(sheet, 64);
  rule(sheet, sheet.y, COLOR.muted);
  const top = sheet.y + 10;
  const width = (CONTENT_WIDTH - COLUMN_GAP * (pairs.length - 1)) / pairs.length;
  const x = (index: number) => PAGE.left + index * (width + COLUMN_GAP);
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  const row = (type: "TH" | "TD", draw: (fact: PdfFact, index: number) => void) => {
    const element = sheet.doc.struct("TR");
    table.add(element);
    for (const [index, fact] of pairs.entries()) {
      tag(sheet, element, type, () => draw(fact, index), type === "TH" ? "Column" : undefined);
    }
    element.end();
  };
  row("TH", ({ label }, index) => stack(sheet, [label], MUTED, { x: x(index), width }, top));
  let bottom = top;
  const size = figureSize(sheet, pairs, width);
  row("TD", ({ value, strong }, index) => {
    const look = { ...FIGURE, size, ...(strong ? { color: sheet.accent } : {}) };
    bottom = Math.max(bottom, stack(sheet, [value], look, { x: x(index), width }, top + leading(MUTED) + 2));
  });
  table.end();
  rule(sheet, bottom + 8, COLOR.muted);
  sheet.y = bottom + 26;
}

/** An amount broken over two lines would be misread, so large ones are set smaller, down to the size of a label. */
function figureSize(sheet: Sheet, pairs: readonly PdfFact[], width: number): number {
  const widest = Math.max(...pairs.map(({ value }) => widthOf(sheet, readable(sheet, value).text, FIGURE)));
  return Math.max(MUTED.size, Math.min(FIGURE.size, Math.floor((FIGURE.size * 10 * width) / widest) / 10));
}

function totals(sheet: Sheet, pairs: readonly PdfFact[]): void {
  reserve(sheet, pairs.length * 18 + 8);
  const left = PAGE.left + CONTENT_WIDTH / 2;
  const width = CONTENT_WIDTH / 2;
  const table = sheet.doc.struct("Table");
  sheet.root.add(table);
  for (const { label, value, strong } of pairs) {
    const look = strong ? BODY_STRONG : BODY;
    if (strong) rule(sheet, sheet.y - 1, COLOR.muted, left);
    const top = sheet.y + 3;
    const shown = readable(sheet, value);
    pair(
      sheet,
      table,
      () => {
        sheet.y = stack(sheet, [label], look, { x: left, width: width / 2 }, top) + 3;
      },
      () =>
        drawReadable(sheet, shown.actual, () =>
          drawLine(sheet, shown.text, look, { x: left, width, align: "right" }, top),
        ),
    );
  }
  table.end();
  sheet.y += 14;
}

/** Draws everything but tables, whose rows arrive in parts. */
export function drawBlock(sheet: Sheet, block: Exclude<PdfBlock, { kind: "table" }>): void {
  switch (block.kind) {
    case "heading":
      heading(sheet, block.text, block.keep);
      break;
    case "paragraph":
      paragraph(sheet, block.text, block.muted ? MUTED : BODY);
      break;
    case "notice":
      drawNotice(sheet, block);
      break;
    case "columns":
      columns(sheet, block.columns);
      break;
    case "facts":
      facts(sheet, block.facts);
      break;
    case "figures":
      figures(sheet, block.figures);
      break;
    case "totals":
      totals(sheet, block.totals);
  }
}
