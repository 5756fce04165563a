import { decode as decodeJpeg } from "jpeg-js";
import { PNG } from "pngjs";

const SIDE_MAX = 1_600;
const PIXELS_MAX = 1_000_000;
/** Sharp on a screen at twice the size at which it is shown. */
const DRAWN = { width: 480, height: 160 } as const;
const WHITE = 255;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, and opacity of each pixel. */
  readonly data: Uint8Array;
}

/** Why a file is no logo, after the name of its field. */
export class LogoProblem extends Error {
  override readonly name = "LogoProblem";
}

const refuse = (message: string) => new LogoProblem(message);
const refuseDamaged = () => refuse("is damaged, or neither a PNG nor a JPEG. Save it again, and upload that");

/**
 * A logo as it is stored: decoded, on white, at most as large as it is shown, and written as a plain PNG. Whatever else
 * was in the uploaded file, or behind it, is gone. Throws a LogoProblem. Takes up to a second, so it is done in a thread
 * (`logo-thread.ts`).
 */
export function drawLogo(file: Buffer): Buffer {
  const { width, height, data } = scaled(onWhite(decoded(file)));
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { colorType: 2, inputHasAlpha: true });
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** By its content, whatever it is called. */
function decoded(file: Buffer): Picture {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE) && file.length >= 24) {
    requireSize(file.readUInt32BE(16), file.readUInt32BE(20));
    return orDamaged(() => PNG.sync.read(file));
  }
  if (!file.subarray(0, 3).equals(JPEG_SIGNATURE)) throw refuse("must be a PNG or a JPEG");
  // It reads the size before it takes the memory.
  const limits = { maxResolutionInMP: PIXELS_MAX / 1_000_000, maxMemoryUsageInMB: 64, tolerantDecoding: false };
  const picture = orDamaged(() => decodeJpeg(file, { useTArray: true, ...limits }));
  requireSize(picture.width, picture.height);
  return picture;
}

function orDamaged(decode: () => Picture): Picture {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Error && /maxResolutionInMP/.test(error.message)) throw refuseLarge();
    throw refuseDamaged();
  }
}

const refuseLarge = () => refuse(`must be at most ${SIDE_MAX} pixels wide or high, and one megapixel. Make it smaller`);

function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw refuseDamaged();
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) throw refuseLarge();
}

/** Paper and emails have no transparency. */
function onWhite({ width, height, data }: Picture): Picture {
  const drawn = new Uint8Array(data.length).fill(WHITE);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = (data[at + 3] ?? WHITE) / WHITE;
    for (let part = 0; part < 3; part += 1)
      drawn[at + part] = Math.round((data[at + part] ?? 0) * opacity + WHITE * (1 - opacity));
  }
  return { width, height, data: drawn };
}

/** Each pixel is the mean of those that it replaces. */
function scaled(picture: Picture): Picture {
  const { width, height, data } = picture;
  const factor = Math.min(1, DRAWN.width / width, DRAWN.height / height);
  if (factor === 1) return picture;
  const [newWidth, newHeight] = [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))];
  const drawn = new Uint8Array(newWidth * newHeight * 4).fill(WHITE);
  const range = (at: number, of: number, total: number): readonly [number, number] => {
    const start = Math.floor((at * total) / of);
    return [start, Math.max(start + 1, Math.floor(((at + 1) * total) / of))];
  };
  for (let y = 0; y < newHeight; y += 1) {
    const [top, bottom] = range(y, newHeight, height);
    for (let x = 0; x < newWidth; x += 1) {
      const [left, right] = range(x, newWidth, width);
      const sums = [0, 0, 0];
      for (let row = top; row < bottom; row += 1)
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
          for (let part = 0; part < 3; part += 1) sums[part] = (sums[part] ?? 0) + (data[at + part] ?? 0);
      const count = (bottom - top) * (right - left);
      for (let part = 0; part < 3; part += 1)
        drawn[(y * newWidth + x) * 4 + part] = Math.round((sums[part] ?? 0) / count);
    }
  }
  return { width: newWidth, height: newHeight, data: drawn };
}
