import assert from "node:assert/strict";
import { test } from "node:test";
import { canShow } from "./picture-size.ts";

const file = (...bytes: readonly number[]) => Uint8Array.from(bytes);
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const big = (size: number, value: number) =>
  Array.from({ length: size }, (_, at) => (value >>> (8 * (size - 1 - at))) & 255);
const little = (size: number, value: number) => big(size, value).toReversed();
const zeros = (count: number) => new Array<number>(count).fill(0);

const files = {
  "image/png": (width: number, height: number) => file(...zeros(16), ...big(4, width), ...big(4, height)),
  "image/gif": (width: number, height: number) => file(...ascii("GIF89a"), ...little(2, width), ...little(2, height)),
  "image/jpeg": (width: number, height: number) =>
    file(0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, ...big(2, height), ...big(2, width)),
  "image/webp": (width: number, height: number) =>
    file(...ascii("RIFF0000WEBPVP8X"), ...zeros(8), ...little(3, width - 1), ...little(3, height - 1)),
};

test("pictures are shown up to the size that the service accepts, by their headers", () => {
  for (const [mediaType, make] of Object.entries(files)) {
    assert.ok(canShow(make(4_032, 3_024), mediaType), mediaType);
    assert.ok(canShow(make(1_240, 29_000), mediaType), mediaType);
    for (const [width, height] of [
      [12_000, 12_000],
      [30_001, 1],
      [1, 65_535],
    ] as const)
      assert.ok(!canShow(make(width, height), mediaType), `${mediaType} ${width} × ${height}`);
  }
  const lossy = file(...ascii("RIFF0000WEBPVP8 "), ...zeros(10), ...little(2, 16_383), ...little(2, 16_383));
  const lossless = file(...ascii("RIFF0000WEBPVP8L"), ...zeros(4), 0x2f, ...little(4, 0x0f_ff_ff_ff));
  for (const content of [lossy, lossless]) assert.ok(!canShow(content, "image/webp"));
});

test("what does not say how large it is is not shown", () => {
  for (const mediaType of Object.keys(files)) {
    assert.ok(!canShow(file(), mediaType));
    assert.ok(!canShow(file(0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 1), mediaType));
  }
  assert.ok(!canShow(file(1, 2, 3), "image/heic"));
});
