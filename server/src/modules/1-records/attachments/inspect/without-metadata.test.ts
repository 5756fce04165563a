import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { Refusal } from "#kernel/refusal.ts";
import { type SpooledFile, spool } from "#kernel/storage/spool.ts";
import { long, testSeed } from "#test/kit/faults/random.ts";
import { heicPhoto, type Photo, tiffPhoto } from "#test/kit/files/sample-photos.ts";
import { removeFolder } from "#test/kit/servers/server-process.ts";
import { withoutMetadata } from "./without-metadata.ts";

const folder = join(tmpdir(), `bursar-images-${randomBytes(6).toString("hex")}`);
after(() => removeFolder(folder));

const SECRET = "40.7484N 73.9857W";
const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

async function contentOf(file: SpooledFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of file.chunks()) parts.push(chunk);
  return Buffer.concat(parts);
}

async function stored(content: Buffer, mediaType: string): Promise<Buffer> {
  const received = await spool(folder, once(content), { maxBytes: 1e8 });
  try {
    const file = await withoutMetadata(folder, received, mediaType);
    const result = await contentOf(file);
    assert.equal(file.sizeBytes, result.length);
    await file.discard();
    return result;
  } finally {
    await received.discard();
  }
}

const segment = (kind: number, content: Buffer): Buffer =>
  Buffer.concat([bytes(0xff, kind, (content.length + 2) >> 8, (content.length + 2) & 0xff), content]);
/** A directory with the orientation and a pointer to the location. */
const exifOf = (orientation: number): Buffer =>
  Buffer.concat([
    ascii("Exif\0\0II*\0"),
    bytes(8, 0, 0, 0, 2, 0),
    bytes(0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0),
    bytes(0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0),
    ascii(SECRET),
  ]);
const onlyOrientation = segment(
  0xe1,
  Buffer.concat([ascii("Exif\0\0MM\0*"), bytes(0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0)]),
);

test("a JPEG keeps its picture, color profile, and orientation, and nothing else", async () => {
  const jfif = segment(0xe0, ascii("JFIF\0\x01\x02\0\0\x01\0\x01\0\0"));
  const profile = segment(0xe2, ascii("ICC_PROFILE\0\x01\x01profile"));
  const scan = (data: string): Buffer => Buffer.concat([segment(0xda, ascii("scan")), ascii(data)]);
  const picture = Buffer.concat([
    segment(0xdb, ascii("tables")),
    scan(`data\xff\0data\xff\xd3${"x".repeat(70_000)}`),
    segment(0xc4, ascii("more tables")),
    scan("\xff\0\xff\0"),
    bytes(0xff, 0xd9),
  ]);
  const start = bytes(0xff, 0xd8);
  const photo = Buffer.concat([
    start,
    jfif,
    segment(0xe1, exifOf(6)),
    segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="${SECRET}"/>`)),
    segment(0xe0, ascii(`JFXX\0${SECRET}`)),
    segment(0xe2, ascii(`MPF\0${SECRET}`)),
    profile,
    segment(0xed, ascii(`Photoshop 3.0\0${SECRET}`)),
    segment(0xfe, ascii(SECRET)),
    picture,
    ascii(`video ${SECRET}`),
  ]);
  const expected = Buffer.concat([start, jfif, onlyOrientation, profile, picture]);
  assert.ok((await stored(photo, "image/jpeg")).equals(expected));
  assert.ok((await stored(expected, "image/jpeg")).equals(expected), "a second pass changes nothing");
  const upright = Buffer.concat([start, segment(0xe1, exifOf(1)), picture]);
  assert.ok((await stored(upright, "image/jpeg")).equals(Buffer.concat([start, picture])));
});

test("a PNG keeps the chunks of its picture", async () => {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, ascii(type), content, ascii("CRC!")]);
  };
  const signature = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const kept = ["IHDR", "iCCP", "pHYs", "IDAT", "IDAT", "IEND"].map((type) =>
    chunk(type, ascii(`\0\0\0\x01\0\0\0\x01 of ${type}`)),
  );
  const hidden = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "caBX", "prVt"].map((type) => chunk(type, ascii(SECRET)));
  const [header = signature, ...others] = kept;
  const picture = Buffer.concat([signature, header, ...hidden, ...others, ascii(SECRET)]);
  assert.ok((await stored(picture, "image/png")).equals(Buffer.concat([signature, ...kept])));
});

test("a WebP keeps the chunks of its picture, and announces no others", async () => {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([ascii(type), length, content, Buffer.alloc(content.length % 2)]);
  };
  const riff = (...chunks: readonly Buffer[]): Buffer => chunk("RIFF", Buffer.concat([ascii("WEBP"), ...chunks]));
  const data = chunk("VP8 ", ascii("frame:\x01\0\x01\0 of odd length!!"));
  const secrets = [chunk("EXIF", ascii(SECRET)), chunk("XMP ", ascii(SECRET)), chunk("MORE", ascii(SECRET))];
  const photo = Buffer.concat([
    riff(chunk("VP8X", bytes(0x3c, 0, 0, 0, 0, 0, 0, 0, 0, 0)), data, ...secrets),
    ascii(SECRET),
  ]);
  assert.ok(
    (await stored(photo, "image/webp")).equals(riff(chunk("VP8X", bytes(0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0)), data)),
  );
});

const gif = (...blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([ascii("GIF89a"), bytes(2, 0, 2, 0, 0x80, 0, 0), ascii("colors"), ...blocks, ascii(";")]);
const subBlocks = (...texts: readonly string[]): Buffer =>
  Buffer.concat([...texts.map((text) => Buffer.concat([bytes(text.length), ascii(text)])), bytes(0)]);
const image = Buffer.concat([
  bytes(0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0x80),
  ascii("colors"),
  bytes(2),
  subBlocks("data", ";,!"),
]);

test("a GIF keeps its pictures, their timing, and how often it repeats", async () => {
  const control = Buffer.concat([bytes(0x21, 0xf9), subBlocks("time")]);
  const loop = Buffer.concat([bytes(0x21, 0xff), subBlocks("NETSCAPE2.0", "\x01\0\0")]);
  const secrets = [
    Buffer.concat([bytes(0x21, 0xfe), subBlocks(SECRET, SECRET)]),
    Buffer.concat([bytes(0x21, 0x01), subBlocks("twelve bytes", SECRET)]),
    Buffer.concat([bytes(0x21, 0xff), subBlocks("XMP DataXMP", SECRET)]),
  ];
  const animation = Buffer.concat([gif(loop, ...secrets, control, image, ...secrets, image), ascii(SECRET)]);
  assert.ok((await stored(animation, "image/gif")).equals(gif(loop, control, image, image)));
});

/** Same size, same picture at the same places, and elsewhere only zeros instead of what was removed. */
async function assertBlanked({ content, picture }: Photo, mediaType: string): Promise<Buffer> {
  const result = await stored(content, mediaType);
  assert.equal(result.length, content.length);
  for (const { at, bytes: part } of picture) assert.ok(result.subarray(at, at + part.length).equals(part));
  assert.ok(content.includes(SECRET) && !result.includes(SECRET));
  assert.ok((await stored(result, mediaType)).equals(result), "a second pass changes nothing");
  return result;
}

test("a TIFF keeps its pages and the tags they need", async () => {
  for (const order of ["II", "MM"] as const) {
    const photo = tiffPhoto(SECRET, order);
    const result = await assertBlanked(photo, "image/tiff");
    const short = (at: number) => (order === "II" ? result.readUInt16LE(at) : result.readUInt16BE(at));
    const tags = Array.from({ length: short(8) }, (_, index) => short(10 + 12 * index));
    assert.deepEqual(tags, [256, 257, 259, 262, 273, 279, 274]);
    const obsolete = Buffer.from(photo.content);
    // The value of the third tag.
    obsolete.writeUInt8(6, 10 + 2 * 12 + 8 + (order === "II" ? 0 : 1));
    await assert.rejects(stored(obsolete, "image/tiff"), /compression is obsolete/);
  }
});

test("a HEIC keeps its pictures and their properties", async () => {
  const result = await assertBlanked(heicPhoto(SECRET), "image/heic");
  for (const kept of ["ftyp", "ispe", "irot", "hvc1", "grid", "iloc", "the grid"])
    assert.ok(result.includes(kept), kept);
  for (const removed of ["Exif", "mime", "udes", "uuid", "mpvd"]) assert.ok(!result.includes(removed), removed);
});

const samples = [
  ["image/gif", gif(image, Buffer.concat([bytes(0x21, 0xfe), subBlocks(SECRET)]))],
  ["image/tiff", tiffPhoto(SECRET, "II").content],
  ["image/tiff", tiffPhoto(SECRET, "MM").content],
  ["image/heic", heicPhoto(SECRET).content],
] as const;

test("damaged places in a file are refused, or what is stored does not change again", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 4, 0x7f, 0xff)), { minLength: 1, maxLength: 3 }),
    fc.nat({ max: 40 }),
    async ([mediaType, content], changes, cut) => {
      const damaged = Buffer.from(content.subarray(0, content.length - cut));
      for (const [at, value] of changes) damaged[at % damaged.length] = value;
      const first = await stored(damaged, mediaType).catch((error) => error);
      if (!Buffer.isBuffer(first)) return assert.ok(first instanceof Refusal, String(first));
      assert.ok(first.length <= damaged.length);
      assert.ok((await stored(first, mediaType)).equals(first));
    },
  );
  await fc.assert(property, { numRuns: long ? 3_000 : 100, seed: testSeed("damaged places") });
});

test("damaged images are refused, and no content is stored that grew or that changes again", async () => {
  const starts = {
    "image/jpeg": bytes(0xff, 0xd8),
    "image/png": bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    "image/webp": ascii("RIFF"),
  };
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some)),
    fc.constantFrom(segment(0xe1, exifOf(8)), segment(0xda, ascii("x\xff\0")), bytes(0xff, 0xd9), bytes(0xff, 0xff)),
    fc.constantFrom(ascii("\x10\0\0\0WEBPEXIF\x02\0\0\0ab"), ascii("\0\0\0\x01tEXta----"), ascii("\0\0\0\0IEND----")),
  );
  const property = fc.asyncProperty(
    fc.constantFrom("image/jpeg", "image/png", "image/webp"),
    fc.array(piece, { maxLength: 8 }),
    async (mediaType, pieces) => {
      const content = Buffer.concat([starts[mediaType], ...pieces]);
      const first = await stored(content, mediaType).catch((error) => error);
      if (!Buffer.isBuffer(first)) return assert.ok(first instanceof Refusal, String(first));
      assert.ok(first.length <= content.length);
      assert.ok((await stored(first, mediaType)).equals(first));
    },
  );
  await fc.assert(property, { numRuns: long ? 5_000 : 80, seed: testSeed("images") });
});
