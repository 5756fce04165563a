/** A point in grid squares: x to the right from the glyph's left edge, y down from the top of the nine rows. */
export type GridPoint = readonly [x: number, y: number];

export interface Glyph {
  /** In grid squares. */
  readonly width: number;
  /** Closed outlines; what an inner outline encloses is a hole. */
  readonly outlines: readonly Outline[];
}

export interface Outline {
  readonly points: readonly GridPoint[];
  /** Of the corners, in grid squares. */
  readonly radius: number;
}

/** Characters of a MICR line: digits and, in letters as MICR readers report them, the four symbols. */
export const MICR_SYMBOLS = { transit: "A", amount: "B", onUs: "C", dash: "D" } as const;

/** Half a square: strokes are one square wide, and their ends are round (ISO 1004-1, corner radius 0.0065 inch). */
const CORNER = 0.5;

const outline = (points: readonly GridPoint[], radius: number = CORNER): Outline => ({ points, radius });
const box = (left: number, top: number, right: number, bottom: number, radius: number = CORNER): Outline =>
  outline(
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    radius,
  );

/**
 * The 14 shapes of E-13B (ISO 1004-1:2013 and ANSI X9.100-20), on a grid of 9 rows and up to 7 columns of 0.013 inch. Drawn
 * from the dimensions of the standard; no font is part of this file.
 */
export const e13bGlyphs: Readonly<Record<string, Glyph>> = {
  "0": { width: 7, outlines: [box(0, 0, 7, 9, 2), box(1, 1, 6, 8, 1)] },
  "1": {
    width: 4,
    outlines: [
      outline([
        [0, 0],
        [2, 0],
        [2, 5],
        [4, 5],
        [4, 9],
        [0, 9],
        [0, 5],
        [1, 5],
        [1, 1],
        [0, 1],
      ]),
    ],
  },
  "2": {
    width: 4,
    outlines: [
      outline([
        [0, 0],
        [4, 0],
        [4, 5],
        [1, 5],
        [1, 8],
        [4, 8],
        [4, 9],
        [0, 9],
        [0, 4],
        [3, 4],
        [3, 1],
        [0, 1],
      ]),
    ],
  },
  "3": {
    width: 5,
    outlines: [
      outline([
        [0, 0],
        [4, 0],
        [4, 4.5],
        [5, 4.5],
        [5, 9],
        [0, 9],
        [0, 8],
        [3, 8],
        [3, 5],
        [0, 5],
        [0, 4],
        [3, 4],
        [3, 1],
        [0, 1],
      ]),
    ],
  },
  "4": {
    width: 6,
    outlines: [
      outline([
        [0, 0],
        [2, 0],
        [2, 6],
        [4, 6],
        [4, 5],
        [6, 5],
        [6, 9],
        [4, 9],
        [4, 7],
        [0, 7],
      ]),
    ],
  },
  "5": {
    width: 5,
    outlines: [
      outline([
        [0, 0],
        [5, 0],
        [5, 1],
        [1, 1],
        [1, 4],
        [5, 4],
        [5, 9],
        [0, 9],
        [0, 8],
        [4, 8],
        [4, 5],
        [0, 5],
      ]),
    ],
  },
  "6": {
    width: 6,
    outlines: [
      outline([
        [0, 0],
        [4, 0],
        [4, 2.5],
        [3, 2.5],
        [3, 1],
        [1, 1],
        [1, 5],
        [6, 5],
        [6, 9],
        [0, 9],
      ]),
      box(1, 6, 5, 8),
    ],
  },
  "7": {
    width: 5,
    outlines: [
      outline([
        [0, 0],
        [5, 0],
        [5, 3.96],
        [3, 4.86],
        [3, 9],
        [2, 9],
        [2, 4.22],
        [4, 3.32],
        [4, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ]),
    ],
  },
  "8": {
    width: 7,
    outlines: [
      outline([
        [1, 0],
        [6, 0],
        [6, 4.5],
        [7, 4.5],
        [7, 9],
        [0, 9],
        [0, 4.5],
        [1, 4.5],
      ]),
      box(2, 1, 5, 4),
      box(2, 5, 5, 8),
    ],
  },
  "9": {
    width: 6,
    outlines: [
      outline([
        [0, 0],
        [6, 0],
        [6, 9],
        [4, 9],
        [4, 5],
        [0, 5],
      ]),
      box(1, 1, 5, 4),
    ],
  },
  [MICR_SYMBOLS.transit]: { width: 7, outlines: [box(0, 1.5, 2, 7.5), box(4, 0, 7, 3), box(4, 6, 7, 9)] },
  [MICR_SYMBOLS.amount]: { width: 7, outlines: [box(0, 5, 2, 9), box(3, 2.25, 4, 6.75), box(5, 0, 7, 4)] },
  [MICR_SYMBOLS.onUs]: { width: 7, outlines: [box(0, 1.5, 1, 7.5), box(2, 1.5, 3, 7.5), box(4, 0.5, 7, 4.5)] },
  [MICR_SYMBOLS.dash]: { width: 7, outlines: [box(0, 2.5, 2, 6.5), box(3, 2.5, 5, 6.5), box(6, 2.5, 7, 6.5)] },
};
