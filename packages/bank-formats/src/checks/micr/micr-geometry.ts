import { e13bGlyphs, type GridPoint, type Outline } from "./e13b-glyphs.ts";
import type { MicrCharacter } from "./micr-line.ts";

const POINTS_PER_INCH = 72;

/** Dimensions of the MICR line in points (ISO 1004-1; ANSI X9.100-160-1). */
export const MICR = {
  /** A square of the grid, 0.013 inch. */
  square: 0.013 * POINTS_PER_INCH,
  /** Nine squares, 0.117 inch. */
  height: 9 * 0.013 * POINTS_PER_INCH,
  /** From the right edge of a character to that of the next, 0.125 inch. */
  pitch: 0.125 * POINTS_PER_INCH,
  /** From the check's right edge to the right edge of the character at position 1, 5/16 inch. */
  right: 0.3125 * POINTS_PER_INCH,
  /** From the check's bottom edge to the middle of the characters, 5/16 inch: the middle of the printing band. */
  middle: 0.3125 * POINTS_PER_INCH,
  /** The printing band is from 3/16 to 7/16 inch above the bottom edge. */
  band: { bottom: 0.1875 * POINTS_PER_INCH, top: 0.4375 * POINTS_PER_INCH },
  /** Nothing else may be printed in the lowest 5/8 inch, on either side. */
  clearBand: 0.625 * POINTS_PER_INCH,
  /** How far the line may be from its nominal place to either side: 1/16 inch. */
  tolerance: 0.0625 * POINTS_PER_INCH,
} as const;

/** A step of an outline, in points from the left and the top of the page. */
export type PathStep =
  | { readonly step: "move" | "line"; readonly x: number; readonly y: number }
  | {
      readonly step: "curve";
      readonly controls: readonly [number, number, number, number];
      readonly x: number;
      readonly y: number;
    };

/** Where a check is on its page: its right and bottom edge, in points from the left and the top of the page. */
export interface CheckEdges {
  readonly right: number;
  readonly bottom: number;
}

/** Each outline of a character as a closed path. Fill them with the even-odd rule, so that holes stay empty. */
export function micrPaths({ position, character }: MicrCharacter, edges: CheckEdges): readonly (readonly PathStep[])[] {
  const glyph = e13bGlyphs[character];
  if (glyph === undefined) return [];
  const rightEdge = edges.right - MICR.right - (position - 1) * MICR.pitch;
  const left = rightEdge - glyph.width * MICR.square;
  const top = edges.bottom - MICR.middle - MICR.height / 2;
  return glyph.outlines.map((shape) => roundedPath(shape, ([x, y]) => [left + x * MICR.square, top + y * MICR.square]));
}

/** Distance of a curve's control points from its ends, as part of the way to the corner: the usual approximation of a circle. */
const CIRCLE = 0.5523;

const between = (from: GridPoint, to: GridPoint, part: number): GridPoint => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
];

function roundedPath({ points, radius }: Outline, place: (point: GridPoint) => GridPoint): readonly PathStep[] {
  const steps: PathStep[] = [];
  for (const [index, corner] of points.entries()) {
    const before = points.at(index - 1) ?? corner;
    const after = points[(index + 1) % points.length] ?? corner;
    const start = towards(corner, before, radius);
    const end = towards(corner, after, radius);
    const [x, y] = place(start);
    steps.push({ step: index === 0 ? "move" : "line", x, y });
    const [first, second] = [place(between(start, corner, CIRCLE)), place(between(end, corner, CIRCLE))];
    const [endX, endY] = place(end);
    steps.push({ step: "curve", controls: [first[0], first[1], second[0], second[1]], x: endX, y: endY });
  }
  return steps;
}

/** The point on the edge where the rounding of a corner begins: never behind the middle of the edge. */
function towards(corner: GridPoint, other: GridPoint, radius: number): GridPoint {
  const length = Math.hypot(other[0] - corner[0], other[1] - corner[1]);
  return between(corner, other, Math.min(radius / length, 0.5));
}
