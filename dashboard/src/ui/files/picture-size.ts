/** As the service accepts them; older files may be larger. */
const SIDE_MAX = 30_000;
const PIXELS_MAX = 120_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a browser can show a picture without taking gigabytes of memory: a small file may say that it is billions of
 * pixels large. Reads its headers only.
 */
export function canShow(bytes: Uint8Array<ArrayBuffer>, mediaType: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[mediaType]?.(view);
    return (
      size !== undefined && Math.max(size.width, size.height) <= SIDE_MAX && size.width * size.height <= PIXELS_MAX
    );
  } catch (error) {
    // The file ends in the middle of a number.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const readers: Readonly<Record<string, (view: DataView) => Size | undefined>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** Of the first frame header (ITU-T T.81, B.2.2), which follows the tables. */
function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const kind = view.getUint8(at + 1);
    if (kind === 0xff) at += 1;
    else if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Of the first chunk (RFC 9649). */
function webpSize(view: DataView): Size | undefined {
  const [type, at] = [view.getUint32(12), 20];
  const less = (place: number) => view.getUint16(place, true) + view.getUint8(place + 2) * 0x1_00_00 + 1;
  if (type === 0x56_50_38_58) return { width: less(at + 4), height: less(at + 7) };
  if (type === 0x56_50_38_20)
    return { width: view.getUint16(at + 6, true) & 0x3f_ff, height: view.getUint16(at + 8, true) & 0x3f_ff };
  const sides = view.getUint32(at + 1, true);
  return type === 0x56_50_38_4c ? { width: (sides & 0x3f_ff) + 1, height: ((sides >> 14) & 0x3f_ff) + 1 } : undefined;
}
