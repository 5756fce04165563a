/** XML 1.0, production [2]: no other character may be in a document, not even as a reference. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The rule that a text violates if XML cannot carry it; undefined if it can. */
export const characterProblem = (text: string): string | undefined =>
  NOT_IN_XML.test(text) ? "must not have control characters or halves of characters" : undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Readers turn a carriage return into a line feed, and white space in attributes into blanks, unless it is a reference.
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};

const replaced = (character: string): string => ESCAPES[character] ?? character;

/** A text as the content of an element. */
export const contentText = (text: string): string => text.replaceAll(/[&<>\r]/g, replaced);

/** A text as the value of an attribute in double quotes. */
export const attributeText = (text: string): string => text.replaceAll(/[&<>"\r\n\t]/g, replaced);
