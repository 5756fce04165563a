import { MICR } from "../micr/micr-geometry.ts";
import { micrLine } from "../micr/micr-line.ts";
import { amountInFigures, amountInWords, protectedAmount } from "./amount-text.ts";
import type { CheckCanvas, TextLook, TextPlace } from "./check-canvas.ts";
import { CHECK_PAGE, type CheckPart, type CheckSlot, type CheckStock } from "./check-stock.ts";
import type { CheckDrawer, CheckMark, PrintableCheck } from "./printable-check.ts";

/** What the checks of a run have in common. */
export interface CheckRun {
  readonly stock: CheckStock;
  readonly drawer: CheckDrawer;
  readonly mark: CheckMark | undefined;
  /** The signature as a data URI, which is part of the file once. */
  readonly signature: string | undefined;
}

const MARKS: Readonly<Record<CheckMark, string>> = { void: "VOID", sample: "NON-NEGOTIABLE SAMPLE" };
const LABEL: TextLook = { size: 6.5 };
const LABEL_HEIGHT = 9;

/** 11/20/2026. */
export const writtenDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** Draws a check with its MICR line; everything but the line is in the boxes of the stock. */
export function drawCheck(canvas: CheckCanvas, run: CheckRun, slot: CheckSlot, check: PrintableCheck): void {
  const { stock, drawer, mark } = run;
  const { checkNumber, amountMinor } = check;
  const placeOf = (part: CheckPart): TextPlace => {
    const box = stock.boxes[part];
    return { checkNumber, field: part, box: { ...box, x: box.x + stock.shift.x, y: box.y + slot.top + stock.shift.y } };
  };
  const draw = (part: CheckPart, how: (place: TextPlace) => void): void => {
    if (!stock.preprinted.includes(part)) how(placeOf(part));
  };
  if (mark !== undefined) canvas.watermark(MARKS[mark], markBox(stock, slot));
  const { payer, bank } = drawer;
  draw("payer", (place) => drawHeading(canvas, place, payer.name, payer.lines));
  draw("bank", (place) =>
    drawHeading(canvas, place, bank.name, [...bank.lines, ...(bank.fraction ? [bank.fraction] : [])]),
  );
  draw("checkNumber", (place) =>
    canvas.line(String(checkNumber), place, { size: 13, sizeMin: 8, weight: "strong", align: "right" }),
  );
  draw("date", (place) =>
    labeled(canvas, place, "DATE", writtenDate(check.date), { size: 10, sizeMin: 8, align: "right" }),
  );
  draw("payeeLabel", (place) => canvas.lines(["PAY TO THE", "ORDER OF"], place, { size: 8, sizeMin: 6 }));
  draw("payee", (place) => {
    canvas.line(check.payee, place, { size: 12, sizeMin: 7, weight: "strong" });
    canvas.rule(place.box.x, place.box.y + place.box.height, place.box.width);
  });
  draw("amount", (place) =>
    canvas.line(`$ ${protectedAmount(amountMinor)}`, place, { size: 13, sizeMin: 8, weight: "strong", align: "right" }),
  );
  draw("amountInWords", (place) => drawWords(canvas, place, amountMinor));
  draw("address", (place) => canvas.lines([check.payee, ...check.address], place, { size: 9, sizeMin: 6 }));
  draw("memo", (place) => labeled(canvas, place, "MEMO", check.memo ?? "", { size: 9, sizeMin: 6 }));
  draw("signature", (place) => drawSignature(canvas, place, mark === undefined ? run.signature : undefined));
  drawMicrLine(canvas, run, slot, check);
}

function drawHeading(canvas: CheckCanvas, place: TextPlace, name: string, lines: readonly string[]): void {
  const { box } = place;
  const nameHeight = 14;
  canvas.line(name, { ...place, box: { ...box, height: nameHeight } }, { size: 11, sizeMin: 7, weight: "strong" });
  if (lines.length === 0) return;
  canvas.lines(
    lines,
    { ...place, box: { ...box, y: box.y + nameHeight, height: box.height - nameHeight } },
    { size: 8, sizeMin: 5.5 },
  );
}

/** A small label above a text on a line. */
function labeled(canvas: CheckCanvas, place: TextPlace, label: string, text: string, look: TextLook): void {
  const { box } = place;
  canvas.line(
    label,
    { ...place, box: { ...box, height: LABEL_HEIGHT } },
    { ...LABEL, ...(look.align ? { align: look.align } : {}) },
  );
  const below = { ...box, y: box.y + LABEL_HEIGHT - 1, height: box.height - LABEL_HEIGHT + 1 };
  if (text !== "") canvas.line(text, { ...place, box: below }, look);
}

/** The words, then asterisks up to "DOLLARS", so that nothing can be added. */
function drawWords(canvas: CheckCanvas, place: TextPlace, amountMinor: bigint): void {
  const { box } = place;
  const unit = 52;
  const words = { ...box, width: box.width - unit };
  canvas.line(`${amountInWords(amountMinor)} ***`, { ...place, box: words }, { size: 11, sizeMin: 6.5 });
  canvas.line(
    "DOLLARS",
    { ...place, box: { ...box, x: box.x + words.width, width: unit } },
    { size: 9, sizeMin: 7, align: "right" },
  );
  canvas.rule(box.x, box.y + box.height, words.width);
}

function drawSignature(canvas: CheckCanvas, place: TextPlace, signature: string | undefined): void {
  const { box } = place;
  const lineY = box.y + box.height - LABEL_HEIGHT - 1;
  if (signature !== undefined)
    canvas.image(signature, { ...place, box: { ...box, height: box.height - LABEL_HEIGHT - 2 } });
  canvas.rule(box.x, lineY, box.width);
  canvas.line("AUTHORIZED SIGNATURE", { ...place, box: { ...box, y: lineY + 1, height: LABEL_HEIGHT } }, LABEL);
}

function drawMicrLine(
  canvas: CheckCanvas,
  { stock, drawer }: CheckRun,
  slot: CheckSlot,
  { checkNumber }: PrintableCheck,
): void {
  const { routingNumber, accountNumber, micr } = drawer;
  const { shift, micrShift } = stock;
  canvas.micr(micrLine({ routingNumber, accountNumber, checkNumber }, micr), {
    right: CHECK_PAGE.width + shift.x + micrShift.x,
    bottom: slot.top + stock.checkHeight + shift.y + micrShift.y,
  });
}

const markBox = ({ checkHeight }: CheckStock, { top }: CheckSlot) => ({
  x: 0,
  y: top,
  width: CHECK_PAGE.width,
  height: checkHeight - MICR.clearBand,
});

/** An amount on a stub, with a minus for credits. */
export const stubAmount = (amountMinor: bigint): string =>
  amountMinor < 0n ? `-${amountInFigures(-amountMinor)}` : amountInFigures(amountMinor);
