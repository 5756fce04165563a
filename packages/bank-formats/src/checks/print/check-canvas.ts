import { toPlainText } from "../../text/plain-text.ts";
import { type CheckEdges, micrPaths } from "../micr/micr-geometry.ts";
import type { MicrCharacter, MicrLine } from "../micr/micr-line.ts";
import { printError } from "./check-print-error.ts";
import { CHECK_PAGE, type CheckBox } from "./check-stock.ts";

/** TrueType or OpenType fonts that have the letters of ASCII, as files in memory. */
export interface CheckFonts {
  readonly regular: Uint8Array;
  readonly strong: Uint8Array;
}

/** How a text looks. Between `size` and `sizeMin` (points), it gets the largest size that fits its box. */
export interface TextLook {
  readonly size: number;
  readonly sizeMin?: number;
  readonly weight?: "regular" | "strong";
  readonly align?: "left" | "right";
  /** Cuts a text that does not fit, which is otherwise an error: for stubs only. */
  readonly mayCut?: boolean;
}

export interface TextPlace {
  readonly checkNumber: number;
  /** For errors. */
  readonly field: string;
  readonly box: CheckBox;
}

/** Draws on the current page; all distances are points from its left and top. */
export interface CheckCanvas {
  readonly addPage: () => void;
  readonly line: (text: string, place: TextPlace, look: TextLook) => void;
  /** Lines below each other, all in one size. */
  readonly lines: (texts: readonly string[], place: TextPlace, look: TextLook) => void;
  readonly rule: (x: number, y: number, width: number) => void;
  readonly micr: (line: MicrLine, edges: CheckEdges) => void;
  readonly image: (image: string, place: TextPlace) => void;
  /** Pale text across a box. */
  readonly watermark: (text: string, box: CheckBox) => void;
  /** What was drawn so far, as bytes of the file. */
  readonly drain: () => Uint8Array;
  readonly end: () => AsyncGenerator<Uint8Array>;
}

const LEADING = 1.2;
const SIZE_STEP = 0.5;

/** What a file says about itself. */
export interface CheckFileInfo {
  readonly title: string;
  readonly subject: string | undefined;
  readonly createdAt: Date;
}

/** An empty file. The same drawing with the same date gives the same bytes. */
export async function checkCanvas(
  fonts: CheckFonts,
  { title, subject, createdAt }: CheckFileInfo,
): Promise<CheckCanvas> {
  // Loading the library takes longer than the rest of these formats together, and few programs print checks.
  const { default: PdfKit } = await import("pdfkit");
  const doc = new PdfKit({
    size: [CHECK_PAGE.width, CHECK_PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.7",
    // Not the library's Helvetica, which it reads from a file of its own.
    font: "",
    lang: "en-US",
    displayTitle: true,
    info: {
      Title: title,
      Producer: "Bursar",
      Creator: "Bursar",
      CreationDate: createdAt,
      ...(subject === undefined ? {} : { Subject: subject }),
    },
  });
  doc.registerFont("regular", Buffer.from(fonts.regular));
  doc.registerFont("strong", Buffer.from(fonts.strong));
  const stream: NodeJS.ReadableStream = doc;

  const drain = (): Uint8Array => {
    const parts: Buffer[] = [];
    // The library writes each line of the file apart.
    for (let bytes = stream.read(); bytes !== null; bytes = stream.read())
      parts.push(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    return Buffer.concat(parts);
  };
  async function* end(): AsyncGenerator<Uint8Array> {
    doc.end();
    for await (const bytes of stream) yield typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
  }
  const ruler = rulerOf(doc);
  const micrCharacters = new Map<string, PDFKit.PDFKitReference>();
  return {
    addPage: () => void doc.addPage(),
    line: (text, place, look) => drawLines(doc, ruler, [text], { place, look }),
    lines: (texts, place, look) => drawLines(doc, ruler, texts, { place, look }),
    rule: (x, y, width) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .stroke("#000000"),
    micr: ({ characters }, edges) => {
      for (const character of characters) {
        // The same characters are at the same places of nearly all checks, so each is in the file once.
        const place = `${character.character} ${character.position} ${edges.right} ${edges.bottom}`;
        const form = micrCharacters.get(place) ?? formOf(doc, outlinesOf(character, edges));
        micrCharacters.set(place, form);
        const name = `M${form.id}`;
        doc.page.xobjects[name] = form;
        doc.addContent(`/${name} Do`);
      }
    },
    image: (image, { box, ...place }) => {
      try {
        doc.image(image, box.x, box.y, { fit: [box.width, box.height], align: "center", valign: "bottom" });
      } catch {
        throw printError(place, "must be a PNG or JPEG image");
      }
    },
    watermark: (text, box) => drawWatermark(doc, text, box),
    drain,
    end,
  };
}

type Doc = PDFKit.PDFDocument;

/** The width of a text in a font and size. */
type Ruler = (text: string, weight: string, size: number) => number;

/** Widths that are remembered: the texts of many checks differ. */
const WIDTHS_MAX = 10_000;

/** Most texts of a check are those of the one before. */
function rulerOf(doc: Doc): Ruler {
  const widths = new Map<string, number>();
  return (text, weight, size) => {
    const name = `${weight} ${size} ${text}`;
    const measured = widths.get(name);
    if (measured !== undefined) return measured;
    if (widths.size === WIDTHS_MAX) widths.clear();
    const width = doc.font(weight).fontSize(size).widthOfString(text);
    widths.set(name, width);
    return width;
  };
}

interface Placed {
  readonly place: TextPlace;
  readonly look: TextLook;
}

function drawLines(doc: Doc, ruler: Ruler, texts: readonly string[], { place, look }: Placed): void {
  const { box } = place;
  const { weight = "regular" } = look;
  const plain = texts.map((text) => plainText(text, place));
  const size = sizeThatFits(ruler, plain, { place, look });
  const widthOf = (text: string): number => ruler(text, weight, size);
  doc.fillColor("#000000");
  for (const [index, text] of plain.entries()) {
    const shown = look.mayCut ? cutToWidth(widthOf, text, box.width) : text;
    const x = look.align === "right" ? box.x + box.width - widthOf(shown) : box.x;
    doc
      .font(weight)
      .fontSize(size)
      .text(shown, x, box.y + index * size * LEADING, { lineBreak: false });
  }
}

function plainText(text: string, { checkNumber, field }: TextPlace): string {
  const plain = toPlainText(text);
  if (plain === undefined)
    throw printError({ checkNumber, field, value: text }, "has a character that cannot be printed");
  return plain;
}

function sizeThatFits(ruler: Ruler, texts: readonly string[], { place, look }: Placed): number {
  const { checkNumber, field, box } = place;
  const { weight = "regular" } = look;
  for (let size = look.size; size >= (look.sizeMin ?? look.size); size -= SIZE_STEP) {
    const isLow = texts.length * size * LEADING <= box.height + 0.01;
    if (isLow && (look.mayCut || texts.every((text) => ruler(text, weight, size) <= box.width))) return size;
  }
  throw printError({ checkNumber, field, value: texts.join(" / ") }, "does not fit its place on the check");
}

/** The longest beginning that fits, found by halving. */
function cutToWidth(widthOf: (text: string) => number, text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(`${text.slice(0, middle)}...`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits).trimEnd()}...`;
}

const operators = { move: "m", line: "l", curve: "c" } as const;

/** The outlines of a character as PDF operators: moves, lines, curves, and the ends of paths. */
function outlinesOf(character: MicrCharacter, edges: CheckEdges): string {
  const numbers = (...values: readonly number[]): string =>
    values.map((value) => Math.round(value * 1e6) / 1e6).join(" ");
  return micrPaths(character, edges)
    .flatMap((path) => [
      ...path.map((step) => {
        const controls = step.step === "curve" ? step.controls : [];
        return `${numbers(...controls, step.x, step.y)} ${operators[step.step]}`;
      }),
      "h",
    ])
    .join("\n");
}

/** A drawing in black that pages refer to (ISO 32000-1, 8.10: form XObjects), with their coordinates. */
function formOf(doc: Doc, outlines: string): PDFKit.PDFKitReference {
  const form = doc.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, CHECK_PAGE.width, CHECK_PAGE.height],
    Resources: {},
  });
  form.end(`/DeviceRGB cs\n0 0 0 scn\n${outlines}\nf*`);
  return form;
}

function drawWatermark(doc: Doc, text: string, box: CheckBox): void {
  doc.save().font("strong").fontSize(100);
  const size = Math.min(100, (100 * box.width * 0.9) / doc.widthOfString(text));
  doc.fontSize(size).fillColor("#cccccc");
  const [x, y] = [box.x + (box.width - doc.widthOfString(text)) / 2, box.y + (box.height - size * LEADING) / 2];
  doc.text(text, x, y, { lineBreak: false }).restore();
}
