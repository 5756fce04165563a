/** A piece of text, ready for a page's content stream. */
interface Piece {
  /** Operands of the operator TJ: glyphs in hexadecimal and the distances between them. */
  readonly shown: string;
  /** In thousandths of the font size. */
  readonly width: number;
}

/** The library's font: its glyphs become part of the file when they are first encoded. */
export interface EmbeddedFont {
  readonly id: string;
  /** Of the tallest letters, in thousandths of the font size. */
  readonly ascender: number;
  ref(): PDFKit.PDFKitReference;
  encode(text: string): [string[], { readonly xAdvance: number; readonly advanceWidth: number }[]];
}

export interface TypeSetter {
  readonly font: EmbeddedFont;
  readonly widthOf: (text: string, size: number) => number;
  readonly show: (text: string) => string;
}

/** Words in a cache; a document with more starts over. */
const WORDS_MAX = 20_000;
const AFTER_SPACE = /(?<= )/;
const FIGURES = /^[\d$−.,]+$/;

function pieceOf(font: EmbeddedFont, text: string): Piece {
  const [glyphs, positions] = font.encode(text);
  let [shown, run, width] = ["", "", 0];
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance, advanceWidth } = positions[index] ?? { xAdvance: 0, advanceWidth: 0 };
    const kerning = advanceWidth - xAdvance;
    run += glyph;
    width += xAdvance;
    if (kerning === 0) continue;
    shown += `<${run}>${kerning.toFixed(1)}`;
    run = "";
  }
  return { shown: run === "" ? shown : `${shown}<${run}>`, width };
}

/**
 * The library's own text functions take a hundred microseconds per cell, most of them for kerning. Words repeat, and
 * figures, which do not, have equal widths and no kerning; so each word, and each figure, is set once.
 */
export function typeSetterOf(font: EmbeddedFont): TypeSetter {
  const words = new Map<string, Piece>();
  const setOnce = (text: string): Piece => {
    const measured = words.get(text);
    if (measured) return measured;
    const piece = pieceOf(font, text);
    if (words.size >= WORDS_MAX) words.clear();
    words.set(text, piece);
    return piece;
  };
  const setLine = (text: string): Piece => {
    let [shown, width] = ["", 0];
    for (const word of text.split(AFTER_SPACE)) {
      for (const part of FIGURES.test(word) ? word : [word]) {
        const piece = setOnce(part);
        shown += piece.shown;
        width += piece.width;
      }
    }
    return { shown: `[${shown}]TJ`, width };
  };
  // A line is measured and then shown.
  let last = { text: "", ...setLine("") };
  const lineOf = (text: string): Piece => {
    if (last.text !== text) last = { text, ...setLine(text) };
    return last;
  };
  return {
    font,
    widthOf: (text, size) => (lineOf(text).width * size) / 1000,
    show: (text) => lineOf(text).shown,
  };
}
