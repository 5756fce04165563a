import { MICR } from "../micr/micr-geometry.ts";
import { CheckPrintError, type CheckPrintProblem } from "./check-print-error.ts";

/** Letter paper, in points. */
export const CHECK_PAGE = { width: 612, height: 792 } as const;

/** A place for text, in points from the left and the top of the check or stub. */
export interface CheckBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is on a check, each in its box. */
export const checkParts = [
  "payer",
  "bank",
  "checkNumber",
  "date",
  "payeeLabel",
  "payee",
  "amount",
  "amountInWords",
  "address",
  "memo",
  "signature",
] as const;

export type CheckPart = (typeof checkParts)[number];

/** A check on a page with the stubs that belong to it. */
export interface CheckSlot {
  /** From the top of the page to the top of the check. */
  readonly top: number;
  readonly stubs: readonly { readonly top: number; readonly height: number }[];
}

/** A kind of check paper: where checks and stubs are on a page, and where everything is on a check. */
export interface CheckStock {
  readonly id: string;
  readonly title: string;
  readonly checkHeight: number;
  readonly slots: readonly CheckSlot[];
  readonly boxes: Readonly<Record<CheckPart, CheckBox>>;
  /** Parts that the paper already shows, such as a logo; they are not printed. */
  readonly preprinted: readonly CheckPart[];
  /** Moves everything, for printers that feed paper off center. */
  readonly shift: { readonly x: number; readonly y: number };
  /** Moves the MICR line only, within the tolerance of the standard. */
  readonly micrShift: { readonly x: number; readonly y: number };
}

const CHECK_HEIGHT = 252;

/** The lowest 5/8 inch of the check, 45 points, is the MICR clear band. */
const boxes: CheckStock["boxes"] = {
  payer: { x: 36, y: 16, width: 230, height: 52 },
  bank: { x: 280, y: 16, width: 180, height: 40 },
  checkNumber: { x: 476, y: 14, width: 100, height: 18 },
  date: { x: 476, y: 44, width: 100, height: 22 },
  payeeLabel: { x: 36, y: 84, width: 56, height: 20 },
  payee: { x: 96, y: 84, width: 350, height: 20 },
  amount: { x: 456, y: 80, width: 120, height: 24 },
  amountInWords: { x: 36, y: 112, width: 540, height: 18 },
  address: { x: 72, y: 136, width: 260, height: 48 },
  memo: { x: 36, y: 186, width: 270, height: 20 },
  signature: { x: 350, y: 140, width: 226, height: 66 },
};

const stock = (id: string, title: string, slots: readonly CheckSlot[]): CheckStock => ({
  id,
  title,
  checkHeight: CHECK_HEIGHT,
  slots,
  boxes,
  preprinted: [],
  shift: { x: 0, y: 0 },
  micrShift: { x: 0, y: 0 },
});

/** Common Letter papers with checks of 8½ by 3½ inches. */
export const checkStocks: readonly CheckStock[] = [
  stock("check-on-top", "Check on top, two stubs below", [
    {
      top: 0,
      stubs: [
        { top: 252, height: 270 },
        { top: 522, height: 270 },
      ],
    },
  ]),
  stock("check-in-middle", "Check in the middle, between two stubs", [
    {
      top: 252,
      stubs: [
        { top: 0, height: 252 },
        { top: 504, height: 288 },
      ],
    },
  ]),
  stock("check-on-bottom", "Check at the bottom, two stubs above", [
    {
      top: 540,
      stubs: [
        { top: 0, height: 270 },
        { top: 270, height: 270 },
      ],
    },
  ]),
  stock("three-per-page", "Three checks, no stubs", [
    { top: 0, stubs: [] },
    { top: 252, stubs: [] },
    { top: 504, stubs: [] },
  ]),
];

/** What a company may change on a stock, such as boxes for its own paper. */
export interface CheckStockChanges {
  readonly boxes?: Readonly<Partial<Record<CheckPart, CheckBox>>>;
  readonly preprinted?: readonly CheckPart[];
  readonly shift?: CheckStock["shift"];
  readonly micrShift?: CheckStock["micrShift"];
}

/** A stock with changes. Throws `CheckPrintError` if anything would leave the page, overlap, or enter the MICR clear band. */
export function adjustedStock(base: CheckStock, changes: CheckStockChanges): CheckStock {
  const adjusted: CheckStock = {
    ...base,
    boxes: { ...base.boxes, ...changes.boxes },
    preprinted: changes.preprinted ?? base.preprinted,
    shift: changes.shift ?? base.shift,
    micrShift: changes.micrShift ?? base.micrShift,
  };
  requirePrintable(adjusted);
  return adjusted;
}

/** Throws `CheckPrintError` with everything that is wrong with a stock. */
export function requirePrintable(stock: CheckStock): void {
  const problems: CheckPrintProblem[] = [];
  const add = (field: string, rule: string): void => void problems.push({ checkNumber: 0, field, value: "", rule });
  for (const part of checkParts) requireBox(part, stock, add);
  for (const [first, second] of pairsOf(checkParts))
    if (overlap(stock.boxes[first], stock.boxes[second])) add(first, `must not overlap ${second}`);
  requireSlots(stock, add);
  for (const axis of ["x", "y"] as const)
    if (!(Math.abs(stock.micrShift[axis]) <= MICR.tolerance))
      add(`micrShift.${axis}`, `must be at most ${MICR.tolerance} points (1/16 inch) either way`);
  if (problems.length > 0) throw new CheckPrintError(problems);
}

type Add = (field: string, rule: string) => void;

function requireBox(part: CheckPart, { boxes: all, checkHeight, shift, slots }: CheckStock, add: Add): void {
  const { x, y, width, height } = all[part];
  // The comparisons are written so that they fail for NaN, too.
  if (!(width > 0 && height > 0)) add(part, "must have a width and a height");
  if (!(x >= 0 && x + width <= CHECK_PAGE.width && y >= 0)) add(part, "must be on the check");
  if (!(y + height <= checkHeight - MICR.clearBand))
    add(part, "must not enter the MICR clear band, the lowest 45 points (5/8 inch) of the check");
  const isOnPage = slots.every(
    ({ top }) =>
      x + shift.x >= 0 &&
      x + width + shift.x <= CHECK_PAGE.width &&
      top + y + shift.y >= 0 &&
      top + y + height + shift.y <= CHECK_PAGE.height,
  );
  if (!isOnPage) add(part, "leaves the page with this shift");
}

function requireSlots({ slots, checkHeight, shift }: CheckStock, add: Add): void {
  if (slots.length === 0) add("slots", "must contain a check");
  const areas = slots.flatMap(({ top, stubs }) => [
    { name: "a check", top, height: checkHeight },
    ...stubs.map((stub) => ({ name: "a stub", ...stub })),
  ]);
  for (const { name, top, height } of areas)
    if (!(top >= 0 && height > 0 && top + height <= CHECK_PAGE.height)) add("slots", `${name} leaves the page`);
  for (const [first, second] of pairsOf(areas))
    if (first.top < second.top + second.height && second.top < first.top + first.height)
      add("slots", `${first.name} overlaps ${second.name}`);
  const micrLeaves = slots.some(({ top }) => top + checkHeight - MICR.band.bottom + shift.y > CHECK_PAGE.height);
  if (micrLeaves || !(shift.x <= MICR.right)) add("shift", "moves the MICR line off the page");
}

function* pairsOf<T>(all: readonly T[]): Generator<readonly [T, T]> {
  for (const [index, first] of all.entries()) for (const second of all.slice(index + 1)) yield [first, second];
}

const overlap = (a: CheckBox, b: CheckBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
