import { blankedFile } from "./blanked.ts";
import { BOX_HEADER_BYTES, type Box, blankBox, boxAt, boxesIn } from "./heic-boxes.ts";
import { extentsIn, pictureIdsIn } from "./heic-items.ts";
import { requireViewable } from "./picture-size.ts";
import { type Content, type Piece, type ReadAt, readerOf } from "./pieces.ts";

const BOXES_MAX = 1_000;
/** A phone writes a few kilobytes. */
const META_BYTES_MAX = 2 * 1024 * 1024;

/** Boxes within "meta" that describe the pictures (ISO/IEC 14496-12, section 8.11). */
const keptInMeta: ReadonlySet<string> = new Set("hdlr pitm iinf iref iprp iloc idat grpl dinf".split(" "));
/** Properties that decide how a picture looks. All others are left out, such as descriptions and times. */
const keptProperties: ReadonlySet<string> = new Set(
  "ispe pixi colr hvcC lhvC av1C avcC vvcC jpgC irot imir clap auxC pasp rloc lsel clli mdcv cclv amve oinf tols".split(
    " ",
  ),
);
/** Of "hdlr", until its name. */
const HANDLER_BYTES = 24;

/**
 * A HEIC file without EXIF, XMP, descriptions, names, films, and other programs' data, which become zeros, because places
 * in the file are absolute. Undefined if it is damaged.
 */
export async function heicPieces(file: Content): Promise<readonly Piece[] | undefined> {
  const boxes = await outerBoxes(readerOf(file), file.sizeBytes);
  const metaBoxes = boxes?.filter(({ type }) => type === "meta") ?? [];
  const [meta] = metaBoxes;
  if (boxes === undefined || meta === undefined || metaBoxes.length > 1) return undefined;
  if (meta.end - meta.start > META_BYTES_MAX) return undefined;
  const result = blankedFile(file.sizeBytes);
  for (const { type, start, content, end } of boxes) {
    if (type === "meta") continue;
    result.keep(start, type === "ftyp" ? end - start : content - start);
    if (type !== "ftyp" && type !== "mdat") result.patch(start + 4, Buffer.from("free", "latin1"));
  }
  const bytes = Buffer.from(await file.read(meta.start, meta.end - meta.start));
  try {
    const extents = cleanMeta(bytes);
    if (extents === undefined) return undefined;
    for (const { start, length } of extents) {
      if (start + length > file.sizeBytes) return undefined;
      result.keep(start, length);
    }
  } catch (error) {
    // Numbers beyond the end of a box.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  result.patch(meta.start, bytes);
  return result.pieces();
}

async function outerBoxes(read: ReadAt, sizeBytes: number): Promise<readonly Box[] | undefined> {
  const boxes: Box[] = [];
  for (let at = 0; at < sizeBytes; ) {
    const box = boxAt(await read(at, 2 * BOX_HEADER_BYTES), at, sizeBytes);
    if (box === undefined || boxes.length === BOXES_MAX) return undefined;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Removes what is not needed from the box, and returns where in the file its pictures are. */
function cleanMeta(meta: Buffer) {
  const head = boxAt(meta.subarray(0, 2 * BOX_HEADER_BYTES), 0, meta.length);
  const boxes = head && boxesIn(meta, head.content + 4, meta.length);
  if (boxes === undefined) return undefined;
  for (const box of boxes) if (!keptInMeta.has(box.type)) blankBox(meta, box);
  const only = (type: string): Box | undefined => {
    const found = boxes.filter((box) => box.type === type);
    return found.length === 1 ? found[0] : undefined;
  };
  const [handler, items, places, properties] = [only("hdlr"), only("iinf"), only("iloc"), only("iprp")];
  if (handler === undefined || items === undefined || places === undefined || properties === undefined)
    return undefined;
  meta.fill(0, handler.content + HANDLER_BYTES, handler.end);
  const lists = boxesIn(meta, properties.content, properties.end)?.filter(({ type }) => type === "ipco");
  const all = lists?.map(({ content, end }) => boxesIn(meta, content, end));
  if (all === undefined || all.includes(undefined)) return undefined;
  for (const property of all.flat()) {
    if (property && !keptProperties.has(property.type)) blankBox(meta, property);
    // After its version and flags: width and height.
    if (property?.type === "ispe")
      requireViewable(meta.readUInt32BE(property.content + 4), meta.readUInt32BE(property.content + 8));
  }
  const pictures = pictureIdsIn(meta, items, (from) => boxesIn(meta, from, items.end));
  const extents = extentsIn(meta, places)?.filter(({ id }) => pictures?.has(id));
  if (extents === undefined || extents.length === 0) return undefined;
  return keepInside(meta, only("idat"), extents);
}

/** Blanks what else is in the box "idat"; returns the extents outside. Undefined if one of them is not in it. */
function keepInside(
  meta: Buffer,
  box: Box | undefined,
  extents: NonNullable<ReturnType<typeof extentsIn>>,
): ReturnType<typeof extentsIn> {
  const before = Buffer.from(meta);
  if (box !== undefined) meta.fill(0, box.content, box.end);
  for (const { where, start, length } of extents) {
    if (where === "file") continue;
    if (box === undefined || box.content + start + length > box.end) return undefined;
    before.copy(meta, box.content + start, box.content + start, box.content + start + length);
  }
  return extents.filter(({ where }) => where === "file");
}
