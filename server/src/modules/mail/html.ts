/** A piece of HTML whose texts are escaped. Made by the tag alone, so that nothing from outside becomes markup. */
export interface Html {
  readonly markup: string;
}

type Piece = string | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

function markupOf(piece: Piece): string {
  if (typeof piece === "string") return escapeText(piece);
  return "markup" in piece ? piece.markup : piece.map(({ markup }) => markup).join("");
}

/** HTML with its values escaped, but for values that are HTML themselves. Attributes are to be quoted. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  markup: strings.map((text, at) => `${text}${markupOf(pieces[at] ?? "")}`).join(""),
});
