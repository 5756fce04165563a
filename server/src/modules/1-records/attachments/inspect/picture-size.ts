import { refuseAttachment } from "../attachment-refusals.ts";

/** A side of the longest receipts that scanners write, and the resolution of cameras, with some room. */
const SIDE_MAX = 30_000;
const PIXELS_MAX = 120_000_000;

/**
 * Refuses a picture that is small as a file and takes gigabytes of memory when it is shown: a few hundred bytes can say
 * that they are billions of white pixels. Its headers say how large it is, so that nothing is decoded.
 */
export function requireViewable(width: number, height: number): void {
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
    throw refuseAttachment("fileTypeNotAccepted", {
      details: {
        problem: `the picture is ${width} × ${height} pixels large; at most ${PIXELS_MAX / 1_000_000} megapixels can be shown. Make it smaller`,
      },
    });
}
