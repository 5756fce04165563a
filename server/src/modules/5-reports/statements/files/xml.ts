const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 allows these nowhere in a document, not even as references. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text as the content of an element, at most as long as its type allows. */
export const xmlText = (text: string, lengthMax: number): string =>
  Array.from(text.toWellFormed().replaceAll(NOT_IN_XML, "").trim())
    .slice(0, lengthMax)
    .join("")
    .trim()
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** An element whose content is XML; nothing without content, because most types reject an empty text. */
export const element = (name: string, ...content: readonly string[]): string => {
  const inner = content.join("");
  return inner === "" ? "" : `<${name}>${inner}</${name}>`;
};
