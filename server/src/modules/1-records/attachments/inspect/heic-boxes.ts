/** Boxes of ISO/IEC 14496-12, section 4.2. */
export interface Box {
  readonly type: string;
  readonly start: number;
  /** Where its content begins. */
  readonly content: number;
  readonly end: number;
}

export const BOX_HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;

/** The box that begins with these bytes, of which there are up to 16; undefined if it does not end before `end`. */
export function boxAt(head: Buffer, start: number, end: number): Box | undefined {
  if (head.length < BOX_HEADER_BYTES) return undefined;
  const type = head.toString("latin1", 4, 8);
  const size = head.readUInt32BE();
  const isLarge = size === 1;
  if (isLarge && head.length < LARGE_HEADER_BYTES) return undefined;
  // A size of zero: until the end of the file.
  const length = size === 0 ? end - start : isLarge ? Number(head.readBigUInt64BE(8)) : size;
  const content = start + (isLarge ? LARGE_HEADER_BYTES : BOX_HEADER_BYTES);
  return start + length > end || start + length < content ? undefined : { type, start, content, end: start + length };
}

/** The boxes in a part of a box; undefined unless they fill it. */
export function boxesIn(bytes: Buffer, from: number, to: number): readonly Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const box = boxAt(bytes.subarray(at, Math.min(at + LARGE_HEADER_BYTES, to)), at, to);
    if (box === undefined) return undefined;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** A box of no meaning, of the same size. */
export function blankBox(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write("free", start + 4, "latin1");
  bytes.fill(0, content, end);
}

/** Reads big-endian numbers one after another. Throws RangeError at the end. */
export function cursorIn(bytes: Buffer, from: number, to: number) {
  let at = from;
  return {
    get at() {
      return at;
    },
    /** Of 0, 1, 2, 4, or 8 bytes. */
    number(size: number): number {
      const start = at;
      at += size;
      if (at > to) throw new RangeError("The box ends early");
      if (size === 0) return 0;
      return size === 8 ? Number(bytes.readBigUInt64BE(start)) : bytes.readUIntBE(start, size);
    },
  };
}
