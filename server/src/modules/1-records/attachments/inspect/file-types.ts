/** The accepted types: how their content begins, and the extensions of their names. */
export interface FileType {
  readonly mediaType: string;
  readonly extensions: readonly [string, ...string[]];
  readonly check: "pdf" | "image" | "office" | "text";
}

interface Signature extends FileType {
  readonly begins: (head: Buffer) => boolean;
}

const bytes =
  (...values: readonly number[]) =>
  (head: Buffer): boolean =>
    values.every((value, at) => head[at] === value);
const text = (head: Buffer, start: number, length: number): string => head.toString("latin1", start, start + length);

/** Brands of ISO 23008-12 for still images in HEIF. */
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

const signatures: readonly Signature[] = [
  {
    mediaType: "application/pdf",
    extensions: ["pdf"],
    check: "pdf",
    begins: (head) => text(head, 0, 5) === "%PDF-",
  },
  {
    mediaType: "image/png",
    extensions: ["png"],
    check: "image",
    begins: bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  {
    mediaType: "image/jpeg",
    extensions: ["jpg", "jpeg", "jpe", "jfif"],
    check: "image",
    begins: bytes(0xff, 0xd8, 0xff),
  },
  {
    mediaType: "image/gif",
    extensions: ["gif"],
    check: "image",
    begins: (head) => ["GIF87a", "GIF89a"].includes(text(head, 0, 6)),
  },
  {
    mediaType: "image/webp",
    extensions: ["webp"],
    check: "image",
    begins: (head) => text(head, 0, 4) === "RIFF" && text(head, 8, 4) === "WEBP",
  },
  {
    mediaType: "image/tiff",
    extensions: ["tif", "tiff"],
    check: "image",
    begins: (head) => ["II*\u0000", "MM\u0000*"].includes(text(head, 0, 4)),
  },
  {
    mediaType: "image/heic",
    extensions: ["heic", "heif"],
    check: "image",
    begins: (head) => text(head, 4, 4) === "ftyp" && heicBrands.includes(text(head, 8, 4)),
  },
];

/** Documents of Office Open XML (ISO/IEC 29500) are ZIP archives; their main part distinguishes them. */
export const officeTypes = [
  {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: ["docx"],
    check: "office",
    mainPart: "word/document.xml",
  },
  {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extensions: ["xlsx"],
    check: "office",
    mainPart: "xl/workbook.xml",
  },
] as const satisfies readonly (FileType & { mainPart: string })[];

const textTypes: readonly FileType[] = [
  { mediaType: "text/csv", extensions: ["csv"], check: "text" },
  { mediaType: "text/plain", extensions: ["txt"], check: "text" },
];

/** What a download can be. */
export const mediaTypes: readonly string[] = [...signatures, ...officeTypes, ...textTypes].map(
  (type) => type.mediaType,
);

export const isZip = bytes(0x50, 0x4b, 0x03, 0x04);
/** [MS-CFB]: documents of Office 2003 and before, and encrypted ones of today. */
export const isCompound = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** The type by how the content begins. Text has no such bytes, so its name decides. */
export const typeBySignature = (head: Buffer): FileType | undefined => signatures.find(({ begins }) => begins(head));
export const textTypeOf = (extension: string | undefined): FileType | undefined =>
  textTypes.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
