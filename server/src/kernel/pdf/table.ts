import { drawLine, drawReadable, LEADING, type Look, readable, wrap } from "./lines.ts";
import type { PdfColumn, PdfRow } from "./pdf-document.ts";
import { COLOR, CONTENT_WIDTH, decorate, PAGE, rule, type Sheet, tag } from "./sheet.ts";

const HEAD: Look = { size: 8, weight: "strong", color: COLOR.muted };
const FIRST: Look = { size: 9 };
const FIRST_STRONG: Look = { size: 9, weight: "strong" };
const FURTHER: Look = { size: 8, color: COLOR.muted };
const PADDING = 4.5;
const GAP = 12;
/** What a row may take of a page; longer texts end with an ellipsis. */
const CELL_LINES_MAX = 24;

interface Column extends PdfColumn {
  readonly x: number;
  readonly inner: number;
}

interface CellLine {
  readonly text: string;
  readonly look: Look;
}

interface Cell {
  readonly lines: readonly CellLine[];
  readonly actual: string | undefined;
  readonly height: number;
}

/** A table in progress: rows are drawn, and their pages written, as they arrive. */
export interface OpenTable {
  readonly add: (rows: readonly PdfRow[]) => void;
  readonly end: () => void;
}

function placeColumns(columns: readonly PdfColumn[]): Column[] {
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const available = CONTENT_WIDTH - GAP * (columns.length - 1);
  let x: number = PAGE.left;
  return columns.map((column) => {
    const inner = (available * column.width) / shares;
    const placed = { ...column, x, inner };
    x += inner + GAP;
    return placed;
  });
}

const heightOf = (lines: readonly CellLine[]): number => lines.reduce((sum, { look }) => sum + look.size * LEADING, 0);

function layOut(sheet: Sheet, text: string, first: Look, width: number): Cell {
  const { text: printed, actual } = text.includes("\n")
    ? joined(text.split("\n").map((line) => readable(sheet, line)))
    : readable(sheet, text);
  const lines = printed.split("\n").flatMap((line, index) => {
    const look = index === 0 ? first : FURTHER;
    return wrap(sheet, line, look, width).map((part) => ({ text: part, look }));
  });
  const kept =
    lines.length <= CELL_LINES_MAX ? lines : [...lines.slice(0, CELL_LINES_MAX - 1), { text: "…", look: FURTHER }];
  return { lines: kept, actual, height: heightOf(kept) };
}

const joined = (parts: readonly { readonly text: string; readonly actual?: string }[]) => ({
  text: parts.map(({ text }) => text).join("\n"),
  actual: parts.some(({ actual }) => actual !== undefined)
    ? parts.map(({ text, actual }) => actual ?? text).join(" ")
    : undefined,
});

function drawCell(sheet: Sheet, cell: Cell, column: Column, top: number): void {
  drawReadable(sheet, cell.actual, () => {
    let y = top;
    for (const { text, look } of cell.lines) {
      drawLine(
        sheet,
        text,
        look,
        { x: column.x, width: column.inner, ...(column.align && { align: column.align }) },
        y,
      );
      y += look.size * LEADING;
    }
  });
}

function drawRow(sheet: Sheet, table: PDFKit.PDFStructureElement, columns: readonly Column[], cells: readonly Cell[]) {
  const row = sheet.doc.struct("TR");
  table.add(row);
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    tag(sheet, row, "TD", () => cell && drawCell(sheet, cell, column, sheet.y + PADDING));
  }
  row.end();
}

function drawHead(sheet: Sheet, columns: readonly Column[], table: PDFKit.PDFStructureElement | undefined): void {
  const cells = columns.map((column) => layOut(sheet, column.title, HEAD, column.inner));
  const height = Math.max(...cells.map((cell) => cell.height));
  const draw = (index: number) => {
    const [cell, column] = [cells[index], columns[index]];
    if (cell && column) drawCell(sheet, cell, column, sheet.y + height - cell.height);
  };
  if (table) {
    const row = sheet.doc.struct("TR");
    table.add(row);
    for (const index of columns.keys()) tag(sheet, row, "TH", () => draw(index), "Column");
    row.end();
  } else {
    // Repeated on every page for the eye; a screen reader hears it once.
    decorate(sheet, "Pagination", () => {
      for (const index of columns.keys()) draw(index);
    });
  }
  sheet.y += height + PADDING;
  rule(sheet, sheet.y, COLOR.muted);
}

export function openTable(sheet: Sheet, summary: string, titles: readonly PdfColumn[]): OpenTable {
  const { doc } = sheet;
  const columns = placeColumns(titles);
  if (sheet.y + 60 > PAGE.bottom) sheet.nextPage();
  const table = doc.struct("Table", { alt: summary });
  sheet.root.add(table);
  drawHead(sheet, columns, table);
  const add = (rows: readonly PdfRow[]) => {
    for (const { cells: texts, strong } of rows) {
      const first = strong ? FIRST_STRONG : FIRST;
      const cells = columns.map((column, index) => layOut(sheet, texts[index] ?? "", first, column.inner));
      const height = Math.max(...cells.map((cell) => cell.height)) + 2 * PADDING;
      if (sheet.y + height > PAGE.bottom) {
        sheet.nextPage();
        drawHead(sheet, columns, undefined);
      }
      drawRow(sheet, table, columns, cells);
      sheet.y += height;
      rule(sheet, sheet.y);
    }
  };
  const end = () => {
    table.end();
    sheet.y += 18;
  };
  return { add, end };
}
