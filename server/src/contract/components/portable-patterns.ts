/** Not schemas: a member called `pattern` in them is data. */
const VALUES = new Set(["example", "examples", "default", "enum", "const", "required"]);

/**
 * The same part of the document, with patterns that mean the same with and without the flag `u`: JSON Schema leaves the
 * flag open, and linters and generators compile patterns without it. A class of Unicode such as `\p{Cc}` becomes its
 * ranges; characters above U+FFFF, which have no escape for both, are refused by the service only.
 */
export function withPortablePatterns(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withPortablePatterns);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, member]) => {
      if (VALUES.has(key)) return [key, member];
      return [key, key === "pattern" && typeof member === "string" ? portable(member) : withPortablePatterns(member)];
    }),
  );
}

const portable = (pattern: string): string =>
  pattern.replaceAll(/\\p\{(\w+)\}/g, (_, category: string) => rangesOf(category));

const cache = new Map<string, string>();
const LAST = 0xffff;

/** The characters of a category, as ranges of a character class. */
function rangesOf(category: string): string {
  const found = cache.get(category);
  if (found !== undefined) return found;
  const isIn = new RegExp(`^\\p{${category}}$`, "u");
  let ranges = "";
  for (let first = 0; first <= LAST; first += 1) {
    if (!isIn.test(String.fromCharCode(first))) continue;
    let last = first;
    while (last < LAST && isIn.test(String.fromCharCode(last + 1))) last += 1;
    ranges += first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`;
    first = last;
  }
  cache.set(category, ranges);
  return ranges;
}

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
