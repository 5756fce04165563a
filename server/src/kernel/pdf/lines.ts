import { COLOR, internals, latin1, type Sheet, type Weight } from "./sheet.ts";

/** How a line of text looks. */
export interface Look {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

export interface LinePlace {
  readonly x: number;
  readonly width: number;
  readonly align?: "left" | "right";
}

export const LEADING = 1.38;

/** No cell, paragraph, or address is longer than this, whatever was entered. */
const LINES_MAX = 200;

export const widthOf = (sheet: Sheet, text: string, look: Look): number =>
  sheet.fonts[look.weight ?? "regular"].widthOf(text, look.size);

/** The longest beginning of a word that fits, at least one character. */
function fitting(sheet: Sheet, word: string, look: Look, width: number): string {
  const characters = Array.from(word);
  let fits = 1;
  while (fits < characters.length && widthOf(sheet, characters.slice(0, fits + 1).join(""), look) <= width) fits += 1;
  return characters.slice(0, fits).join("");
}

/** Breaks a text into lines of a width; words that are too long are broken. */
export function wrap(sheet: Sheet, text: string, look: Look, width: number): string[] {
  if (widthOf(sheet, text, look) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(sheet, longer, look) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    let rest = word;
    while (widthOf(sheet, rest, look) > width && lines.length < LINES_MAX) {
      const part = fitting(sheet, rest, look, width);
      lines.push(part);
      rest = rest.slice(part.length);
    }
    line = rest;
  }
  lines.push(line);
  return lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX - 1), "…"];
}

/** What draws one line with its top at `y`. The page is flipped so that y grows downward; text is flipped back. */
export function lineContent(sheet: Sheet, text: string, look: Look, place: LinePlace, y: number): string {
  const { font, show } = sheet.fonts[look.weight ?? "regular"];
  const x = place.align === "right" ? place.x + place.width - widthOf(sheet, text, look) : place.x;
  const baseline = y + (font.ascender * look.size) / 1000;
  const matrix = `1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm`;
  return `BT ${look.color ?? COLOR.text} rg /${font.id} ${look.size} Tf ${matrix} ${show(text)} ET`;
}

export function drawLine(sheet: Sheet, text: string, look: Look, place: LinePlace, y: number): void {
  if (text === "") return;
  const { font } = sheet.fonts[look.weight ?? "regular"];
  internals(sheet.doc).page.fonts[font.id] ??= font.ref();
  sheet.doc.addContent(latin1(lineContent(sheet, text, look, place, y)));
}

/** Replaces what the font lacks. What was replaced remains readable for machines: see `drawReadable`. */
export function readable(sheet: Sheet, text: string): { readonly text: string; readonly actual?: string } {
  const result = sheet.readable(text);
  if (result.complete) return { text: result.text };
  sheet.replaced = true;
  return { text: result.text, actual: text };
}

/** Draws inside a structure element; a text with replaced characters carries the original. */
export function drawReadable(sheet: Sheet, actual: string | undefined, draw: () => void): void {
  if (actual !== undefined) sheet.doc.markContent("Span", { actual });
  draw();
  if (actual !== undefined) sheet.doc.endMarkedContent();
}

/** Draws one line of any text, shortened to its place. */
export function drawFitted(sheet: Sheet, text: string, look: Look, place: LinePlace, y: number): void {
  const { text: printed, actual } = readable(sheet, text);
  const lines = wrap(sheet, printed, look, place.width - look.size);
  const line = lines.length > 1 ? `${lines[0] ?? ""}…` : printed;
  drawReadable(sheet, actual, () => drawLine(sheet, line, look, place, y));
}
