import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { long, testSeed } from "../../../../test/kit/faults/random.ts";
import { removeFolder } from "../../../../test/kit/service/server-process.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type SpooledFile, spool } from "../../../kernel/storage/spool.ts";
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
  const kept = ["IHDR", "iCCP", "pHYs", "IDAT", "IDAT", "IEND"].map((type) => chunk(type, ascii(`of ${type}`)));
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
  const data = chunk("VP8 ", ascii("data of odd length!"));
  const secrets = [chunk("EXIF", ascii(SECRET)), chunk("XMP ", ascii(SECRET)), chunk("MORE", ascii(SECRET))];
  const photo = Buffer.concat([riff(chunk("VP8X", bytes(0x3c, 0, 0, 0, 0)), data, ...secrets), ascii(SECRET)]);
  assert.ok((await stored(photo, "image/webp")).equals(riff(chunk("VP8X", bytes(0x30, 0, 0, 0, 0)), data)));
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
