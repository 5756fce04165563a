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

/** The beginning of a file: the first line of a PDF, which says that it is one, and whole lines of others. */
export function beginningOf(content: string, type = "text/plain"): string {
  const lines = content.split(/(?<=\n)/);
  if (type === "application/pdf") return lines[0]?.trimEnd() ?? "";
  // A scrape begins with figures of the process, which are different each time.
  const shown = lines.filter((line) => !/^(# [A-Z]+ )?(process|nodejs)_/.test(line)).slice(0, LINES_MAX);
  let text = "";
  for (const line of shown) {
    if (text !== "" && text.length + line.length > CHARACTERS_MAX) break;
    text += line;
  }
  return text.slice(0, CHARACTERS_MAX);
}
