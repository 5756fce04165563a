const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const entities = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * A text as the content of an element. What XML cannot contain, and carriage returns, which XML parsers change, are written
 * as `_xHHHH_` (ECMA-376, ST_Xstring); a text that looks like that is escaped.
 */
export const cellText = (text: string): string =>
  entities(
    text
      .toWellFormed()
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      .replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, coded),
  );

export const attributeValue = (text: string): string => entities(text);
