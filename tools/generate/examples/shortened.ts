/** Items of a list that an example shows. */
const ITEMS_MAX = 3;
const LINES_MAX = 24;
const CHARACTERS_MAX = 1_600;

/** The response as the examples show it: with the beginnings of lists and files. */
export function shortened(response: unknown): unknown {
  if (typeof response === "string") return response;
  if (Array.isArray(response)) return response.slice(0, ITEMS_MAX).map(shortened);
  if (typeof response !== "object" || response === null) return response;
  return Object.fromEntries(Object.entries(response).map(([name, member]) => [name, shortened(member)]));
}

/** The beginning of a file: whole lines, or the characters before its binary part. */
export function beginningOf(content: string): string {
  const [readable = ""] = content.split(/[^\t\n\r -~\u00a0-\ufffc]/, 1);
  const lines = readable.split(/(?<=\n)/);
  let text = "";
  for (const line of lines.slice(0, LINES_MAX)) {
    if (text !== "" && text.length + line.length > CHARACTERS_MAX) break;
    text += line;
  }
  return text.slice(0, CHARACTERS_MAX);
}
