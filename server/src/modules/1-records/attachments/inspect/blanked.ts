import { PARTS_MAX, type Piece } from "./pieces.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}
interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * An image whose parts are addressed by their place in the file: what is not kept becomes zeros, so that no place
 * changes. Patches replace bytes of the same length, kept or not.
 */
export function blankedFile(sizeBytes: number) {
  const kept: Range[] = [];
  const patches: Patch[] = [];
  let isTooLong = false;
  return {
    /** Ends at the end of the file, if not before. */
    keep(start: number, length: number): void {
      const end = Math.min(start + length, sizeBytes);
      if (end <= start) return;
      const last = kept.at(-1);
      // Some writers begin each part at an even place.
      const isNext = last !== undefined && start >= last.end && start <= last.end + 1;
      if (isNext) kept[kept.length - 1] = { start: last.start, end };
      else if (kept.length < PARTS_MAX) kept.push({ start, end });
      else isTooLong = true;
    },
    patch(at: number, bytes: Buffer): void {
      patches.push({ at, bytes });
    },
    /** Undefined if there are too many parts, or patches overlap. */
    pieces(): readonly Piece[] | undefined {
      return isTooLong ? undefined : piecesOf(sizeBytes, kept, patches);
    },
  };
}

function piecesOf(sizeBytes: number, kept: readonly Range[], patches: readonly Patch[]): readonly Piece[] | undefined {
  const ranges = [...kept].sort((a, b) => a.start - b.start);
  const inOrder = [...patches].sort((a, b) => a.at - b.at);
  const pieces: Piece[] = [];
  let [at, next] = [0, 0];
  const fillTo = (end: number): void => {
    while (at < end) {
      while (next < ranges.length && (ranges[next]?.end ?? 0) <= at) next += 1;
      const range = ranges[next];
      const isKept = range !== undefined && range.start <= at;
      const to = Math.min(end, isKept ? range.end : (range?.start ?? end));
      pieces.push(isKept ? { start: at, end: to } : { zeros: to - at });
      at = to;
    }
  };
  for (const { at: place, bytes } of inOrder) {
    if (place < at || place + bytes.length > sizeBytes) return undefined;
    fillTo(place);
    pieces.push(bytes);
    at += bytes.length;
  }
  fillTo(sizeBytes);
  return pieces;
}
