/** Photos whose metadata is addressed by places in the file, built byte by byte. The secret is in each kind of metadata. */

const ascii = (text: string): Buffer => Buffer.from(text, "latin1");

export interface Photo {
  readonly content: Buffer;
  /** Parts that belong to the picture, at places that must not change. */
  readonly picture: readonly { readonly at: number; readonly bytes: Buffer }[];
}

/** A TIFF of two pages, with a description, a location, and remains of an older version. */
export function tiffPhoto(secret: string, order: "II" | "MM"): Photo {
  const numbers = (size: 2 | 4, ...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(size * values.length);
    for (const [at, value] of values.entries())
      order === "II" ? bytes.writeUIntLE(value, at * size, size) : bytes.writeUIntBE(value, at * size, size);
    return bytes;
  };
  const strips = [ascii("the first strip"), ascii("the second strip"), ascii("another page")];
  const parts: Buffer[] = [ascii(order), numbers(2, 42), numbers(4, 8)];
  const DIRECTORY = 2 + 9 * 12 + 4;
  // After both directories.
  const places = { next: 8 + 2 * DIRECTORY };
  const values: Buffer[] = [];
  const place = (bytes: Buffer): number => {
    const at = places.next;
    values.push(bytes, Buffer.alloc(bytes.length % 2));
    places.next += bytes.length + (bytes.length % 2);
    return at;
  };
  const picture: { at: number; bytes: Buffer }[] = [];
  const short = (tag: number, value: number): Buffer =>
    Buffer.concat([numbers(2, tag, 3), numbers(4, 1), numbers(2, value, 0)]);
  const entry = (tag: number, type: number, count: number, value: number): Buffer =>
    Buffer.concat([numbers(2, tag, type), numbers(4, count, value)]);
  const strip = (bytes: Buffer): number => {
    const at = place(bytes);
    picture.push({ at, bytes });
    return at;
  };
  const page = (own: readonly Buffer[], next: number): void => {
    place(ascii(`old version ${secret}`));
    const starts = own.map(strip);
    const single = own.length === 1;
    const listOf = (list: readonly number[]): number => (single ? (list[0] ?? 0) : place(numbers(4, ...list)));
    parts.push(
      numbers(2, 9),
      short(256, 8),
      short(257, 8),
      short(259, 1),
      short(262, 1),
      entry(270, 2, secret.length, place(ascii(secret))),
      entry(273, 4, own.length, listOf(starts)),
      entry(279, 4, own.length, listOf(own.map(({ length }) => length))),
      short(274, 6),
      entry(34_853, 4, 1, place(ascii(`GPS directory ${secret}`))),
      numbers(4, next),
    );
  };
  page(strips.slice(0, 2), 8 + DIRECTORY);
  page(strips.slice(2), 0);
  return { content: Buffer.concat([...parts, ...values, ascii(secret)]), picture };
}

const big = (size: 1 | 2 | 4, ...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(size * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntBE(value, at * size, size);
  return bytes;
};
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(content);
  return Buffer.concat([big(4, all.length + 8), ascii(type), all]);
};
const fullBox = (type: string, version: number, ...content: readonly Buffer[]): Buffer =>
  box(type, big(1, version, 0, 0, 0), ...content);

/** A HEIC of a grid and a tile, with EXIF, XMP, a description, names, and a film. */
export function heicPhoto(secret: string): Photo {
  const item = (id: number, type: string, name: string): Buffer =>
    fullBox("infe", 2, big(2, id, 0), ascii(`${type}${name}\0`));
  const grid = ascii("the grid");
  const [tile, exif, xmp] = [ascii("compressed tile"), ascii(`Exif ${secret}`), ascii(`<x:xmpmeta ${secret}/>`)];
  const ftyp = box("ftyp", ascii("heic\0\0\0\0mif1heic"));
  const metaAt = (data: number): Buffer => {
    const extent = (id: number, method: number, start: number, { length }: Buffer): Buffer =>
      big(2, id, method, 0, 1, 0, start, 0, length);
    return fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, big(4, 0), ascii("pict"), big(4, 0, 0, 0), ascii(`${secret}\0`)),
      fullBox("pitm", 0, big(2, 1)),
      fullBox(
        "iinf",
        0,
        big(2, 4),
        item(1, "grid", secret),
        item(2, "hvc1", ""),
        item(3, "Exif", secret),
        item(4, "mime", `\0${secret}`),
      ),
      fullBox("iref", 0, box("cdsc", big(2, 3, 1, 1))),
      box(
        "iprp",
        box("ipco", fullBox("ispe", 0, big(4, 8, 8)), fullBox("udes", 0, ascii(secret)), box("irot", big(1, 1))),
        fullBox("ipma", 0, big(4, 0)),
      ),
      box("idat", grid, ascii(secret)),
      fullBox(
        "iloc",
        1,
        big(1, 0x44, 0),
        big(2, 4),
        extent(1, 1, 0, grid),
        extent(2, 0, data, tile),
        extent(3, 0, data + tile.length, exif),
        extent(4, 0, data + tile.length + exif.length, xmp),
      ),
      box("uuid", ascii(secret)),
    );
  };
  const data = ftyp.length + metaAt(0).length + 8;
  const meta = metaAt(data);
  const content = Buffer.concat([ftyp, meta, box("mdat", tile, exif, xmp, ascii(secret)), box("mpvd", ascii(secret))]);
  const picture = [
    { at: data, bytes: tile },
    { at: content.indexOf(grid), bytes: grid },
  ];
  return { content, picture };
}
