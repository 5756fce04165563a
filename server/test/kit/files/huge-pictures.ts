import { png } from "./sample-files.ts";
import { heicPhoto } from "./sample-photos.ts";

const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const numbers = (bytesEach: 2 | 3 | 4, order: "BE" | "LE", ...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const number = Buffer.alloc(bytesEach);
      number[order === "BE" ? "writeUIntBE" : "writeUIntLE"](value, 0, bytesEach);
      return number;
    }),
  );
const riff = (...chunks: readonly Buffer[]): Buffer => {
  const content = Buffer.concat([ascii("WEBP"), ...chunks]);
  return Buffer.concat([ascii("RIFF"), numbers(4, "LE", content.length), content]);
};
const riffChunk = (type: string, content: Buffer): Buffer =>
  Buffer.concat([ascii(type), numbers(4, "LE", content.length), content, Buffer.alloc(content.length % 2)]);
/** Pictures whose headers say how large they are; what follows them does not matter. */
export const pictureOf = {
  "image/png": (width: number, height: number) => {
    const file = png();
    numbers(4, "BE", width, height).copy(file, 16);
    return file;
  },
  "image/jpeg": (width: number, height: number) =>
    Buffer.concat([
      bytes(0xff, 0xd8, 0xff, 0xc2, 0, 11, 8),
      numbers(2, "BE", height, width),
      bytes(1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9),
    ]),
  "image/gif": (width: number, height: number) =>
    Buffer.concat([ascii("GIF89a"), numbers(2, "LE", width, height), bytes(0, 0, 0, 0x3b)]),
  "image/webp": (width: number, height: number) =>
    riff(riffChunk("VP8X", Buffer.concat([Buffer.alloc(4), numbers(3, "LE", width - 1, height - 1), Buffer.alloc(2)]))),
  "image/tiff": (width: number, height: number) => {
    const entry = (tag: number, value: number) => Buffer.concat([numbers(2, "LE", tag, 4), numbers(4, "LE", 1, value)]);
    return Buffer.concat([
      ascii("II*\0"),
      numbers(4, "LE", 8),
      numbers(2, "LE", 4),
      entry(256, width),
      entry(257, height),
      entry(273, 0),
      entry(279, 8),
      Buffer.alloc(4),
    ]);
  },
  "image/heic": (width: number, height: number) => {
    const file = Buffer.from(heicPhoto("").content);
    // After the type, the version, and the flags of the property.
    numbers(4, "BE", width, height).copy(file, file.indexOf("ispe") + 8);
    return file;
  },
} as const;
/** The signature of a PNG and its first chunk, which says how large it is. */
const PNG_HEAD_BYTES = 33;
/** Frames and compressed data that are larger than the picture around them. */
export const largerInside: readonly (readonly [string, string, Buffer])[] = [
  [
    "a GIF with a large frame",
    "image/gif",
    Buffer.concat([
      ascii("GIF89a"),
      numbers(2, "LE", 1, 1),
      bytes(0, 0, 0, 0x2c, 0, 0, 0, 0),
      numbers(2, "LE", 60_000, 60_000),
      bytes(0, 2, 0, 0x3b),
    ]),
  ],
  [
    "a PNG with a large frame",
    "image/png",
    Buffer.concat([
      png().subarray(0, PNG_HEAD_BYTES),
      numbers(4, "BE", 26),
      ascii("fcTL"),
      numbers(4, "BE", 0, 60_000, 60_000),
      Buffer.alloc(18),
      png().subarray(PNG_HEAD_BYTES),
    ]),
  ],
  ["a JPEG that says its height later", "image/jpeg", pictureOf["image/jpeg"](3_000, 0)],
  [
    "a lossless WebP",
    "image/webp",
    riff(riffChunk("VP8L", Buffer.concat([bytes(0x2f), numbers(4, "LE", 0x0f_ff_ff_ff), Buffer.alloc(8)]))),
  ],
  [
    "a lossy WebP",
    "image/webp",
    riff(
      riffChunk(
        "VP8 ",
        Buffer.concat([bytes(0, 0, 0, 0x9d, 1, 0x2a), numbers(2, "LE", 16_383, 16_383), Buffer.alloc(4)]),
      ),
    ),
  ],
  [
    "a WebP with a large frame",
    "image/webp",
    riff(
      riffChunk("VP8X", Buffer.alloc(10)),
      riffChunk("ANMF", Buffer.concat([Buffer.alloc(6), numbers(3, "LE", 99_999, 99_999), Buffer.alloc(4)])),
    ),
  ],
];
