import type { CheckCanvas, TextLook } from "./check-canvas.ts";
import { CHECK_PAGE, type CheckSlot } from "./check-stock.ts";
import { type CheckRun, stubAmount, writtenDate } from "./draw-check.ts";
import type { PrintableCheck, RemittanceLine } from "./printable-check.ts";

const LEFT = 36;
const RIGHT = CHECK_PAGE.width - 36;
const ROW = 11;
const HEAD = 54;
/** The total below the rows, and the space at the perforation. */
const FOOT = 24;
const TEXT: TextLook = { size: 8, mayCut: true };
const STRONG: TextLook = { ...TEXT, weight: "strong" };
const COLUMNS = {
  date: { x: LEFT, width: 58 },
  reference: { x: LEFT + 62, width: 130 },
  description: { x: LEFT + 198, width: 240 },
  amount: { x: LEFT + 444, width: RIGHT - LEFT - 444 },
} as const;

/** What the check pays for. Lines without room are summed up in the last row, so that the stub always adds up. */
export function drawStub(
  canvas: CheckCanvas,
  { drawer, stock }: CheckRun,
  stub: CheckSlot["stubs"][number],
  check: PrintableCheck,
): void {
  const top = stub.top + 14 + stock.shift.y;
  const cell = (
    text: string,
    column: { readonly x: number; readonly width: number },
    y: number,
    look: TextLook,
  ): void => {
    const box = { x: column.x + stock.shift.x, y, width: column.width, height: ROW };
    if (text !== "") canvas.line(text, { checkNumber: check.checkNumber, field: "stub", box }, look);
  };
  const half = (RIGHT - LEFT) / 2;
  cell(drawer.payer.name, { x: LEFT, width: half }, top, STRONG);
  cell(`Check ${check.checkNumber}`, { x: LEFT + half, width: half }, top, { ...STRONG, align: "right" });
  cell(check.payee, { x: LEFT, width: half }, top + ROW, TEXT);
  cell(writtenDate(check.date), { x: LEFT + half, width: half }, top + ROW, { ...TEXT, align: "right" });
  if (check.memo) cell(check.memo, { x: LEFT, width: RIGHT - LEFT }, top + 2 * ROW, TEXT);
  const head = top + HEAD - ROW - 8;
  const titles = [
    ["Date", COLUMNS.date],
    ["Reference", COLUMNS.reference],
    ["Description", COLUMNS.description],
  ] as const;
  for (const [title, column] of titles) cell(title, column, head, STRONG);
  cell("Amount", COLUMNS.amount, head, { ...STRONG, align: "right" });
  canvas.rule(LEFT + stock.shift.x, head + ROW, RIGHT - LEFT);
  const rows = rowsFor(check.remittance, Math.floor((stub.height - 14 - HEAD - FOOT) / ROW));
  let y = head + ROW + 3;
  for (const row of rows) {
    cell(row.date === undefined ? "" : writtenDate(row.date), COLUMNS.date, y, TEXT);
    cell(row.reference, COLUMNS.reference, y, TEXT);
    cell(row.description ?? "", COLUMNS.description, y, TEXT);
    cell(stubAmount(row.amountMinor), COLUMNS.amount, y, { ...TEXT, align: "right" });
    y += ROW;
  }
  canvas.rule(COLUMNS.amount.x + stock.shift.x, y + 2, COLUMNS.amount.width);
  cell("Total", COLUMNS.description, y + 4, STRONG);
  cell(stubAmount(check.amountMinor), COLUMNS.amount, y + 4, { ...STRONG, align: "right" });
}

/** At most so many rows; the last one sums up what did not fit. */
export function rowsFor(lines: readonly RemittanceLine[], rowsMax: number): readonly RemittanceLine[] {
  if (lines.length <= rowsMax) return lines;
  const shown = lines.slice(0, rowsMax - 1);
  const others = lines.slice(rowsMax - 1);
  const amountMinor = others.reduce((sum, line) => sum + line.amountMinor, 0n);
  return [
    ...shown,
    { reference: `${others.length} more items`, description: "See the remittance advice", amountMinor },
  ];
}
