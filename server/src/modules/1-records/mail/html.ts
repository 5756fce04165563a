/** HTML whose texts are escaped. Only the tag creates it, so outside text never becomes markup. */
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

/** HTML with its values escaped, except values that are HTML themselves. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  markup: strings.map((text, at) => `${text}${markupOf(pieces[at] ?? "")}`).join(""),
});
