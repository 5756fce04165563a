import { type Box, cursorIn } from "./heic-boxes.ts";

/** Pictures, and what combines them (ISO/IEC 23008-12, section 6). Exif, XMP ("mime"), and all others are left out. */
const pictureTypes: ReadonlySet<string> = new Set(
  "hvc1 hev1 lhv1 av01 avc1 vvc1 jpeg j2k1 unci grid iden iovl tmap".split(" "),
);

/** The ids of pictures. The other items lose their types and names (ISO/IEC 14496-12, section 8.11.6). */
export function pictureIdsIn(meta: Buffer, list: Box, entriesOf: (from: number) => readonly Box[] | undefined) {
  const wide = meta.readUInt8(list.content) > 0;
  const entries = entriesOf(list.content + 4 + (wide ? 4 : 2));
  if (entries === undefined) return undefined;
  const pictures = new Set<number>();
  for (const { type, content, end } of entries) {
    const version = meta.readUInt8(content);
    if (type !== "infe" || version < 2 || version > 3) return undefined;
    const cursor = cursorIn(meta, content + 4, end);
    const id = cursor.number(version === 2 ? 2 : 4);
    cursor.number(2);
    const at = cursor.at;
    cursor.number(4);
    if (pictureTypes.has(meta.toString("latin1", at, at + 4))) pictures.add(id);
    // An unknown type is ignored by readers, as the standard demands.
    else meta.write("free", at, "latin1");
    meta.fill(0, cursor.at, end);
  }
  return pictures;
}

export interface Extent {
  readonly id: number;
  /** In the file, or in the box "idat". */
  readonly where: "file" | "idat";
  readonly start: number;
  readonly length: number;
}

const EXTENTS_MAX = 20_000;

/** Where the items are (ISO/IEC 14496-12, section 8.11.3); undefined if in another file or computed from others. */
export function extentsIn(meta: Buffer, { content, end }: Box): readonly Extent[] | undefined {
  const cursor = cursorIn(meta, content, end);
  const version = cursor.number(1);
  cursor.number(3);
  const sizes = cursor.number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  if (version > 2 || [offsetBytes, lengthBytes, baseBytes, indexBytes].some((size) => ![0, 4, 8].includes(size)))
    return undefined;
  const extents: Extent[] = [];
  for (let items = cursor.number(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = cursor.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.number(2) & 15;
    const file = cursor.number(2);
    const base = cursor.number(baseBytes);
    for (let left = cursor.number(2); left > 0; left -= 1) {
      cursor.number(indexBytes);
      const start = base + cursor.number(offsetBytes);
      const length = cursor.number(lengthBytes);
      if (method > 1 || file !== 0 || length === 0 || extents.length === EXTENTS_MAX) return undefined;
      extents.push({ id, where: method === 0 ? "file" : "idat", start, length });
    }
  }
  return extents;
}
