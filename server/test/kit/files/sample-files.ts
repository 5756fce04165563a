import { crc32, deflateRawSync } from "node:zlib";
import { onePagePdf } from "#administration/demo/one-page-pdf.ts";

/** Small files of the accepted types, built byte by byte, and what attackers make of them. */

/** A PDF of one page with a line of text. */
export const pdf = (text = "Invoice 43", after = ""): Buffer =>
  Buffer.concat([onePagePdf([text]), Buffer.from(after, "latin1")]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A PNG of one pixel, with a comment. */
export function png(comment = "a receipt"): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  // One line: filter byte and a pixel of three bytes, as a stored deflate block within a zlib stream.
  const pixels = Buffer.from([
    0x78, 0x01, 0x01, 0x04, 0x00, 0xfb, 0xff, 0x00, 0x20, 0x80, 0xa0, 0x03, 0x82, 0x01, 0x41,
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${comment}`, "latin1")),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The beginning and the end of a JPEG, with a comment segment: enough for everything that does not render it. */
export function jpeg(comment = "a receipt"): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe]),
    length,
    Buffer.from(comment, "latin1"),
    Buffer.from([0xff, 0xd9]),
  ]);
}

interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
  /** What the directory claims. */
  readonly inflatedBytes?: number;
  /** Where the directory says it begins. */
  readonly offset?: number;
  readonly flags?: number;
}

/** An archive; its directory may lie. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, inflatedBytes = content.length, offset: claimed = offset, flags = 0 } of parts) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(inflatedBytes, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(inflatedBytes, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(claimed, 42);
    local.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += head.length + Buffer.byteLength(name) + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listing, end]);
}

/** The parts that make an archive a Word document. */
export const docxParts: readonly ZipPart[] = [
  { name: "[Content_Types].xml", content: Buffer.from('<?xml version="1.0"?><Types/>') },
  { name: "word/document.xml", content: Buffer.from('<?xml version="1.0"?><w:document/>') },
];
export const xlsxParts: readonly ZipPart[] = [
  { name: "[Content_Types].xml", content: Buffer.from('<?xml version="1.0"?><Types/>') },
  { name: "xl/workbook.xml", content: Buffer.from('<?xml version="1.0"?><workbook/>') },
];
