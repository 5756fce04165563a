/** Not schemas: a member called `type` in them is data. */
const VALUES = new Set(["example", "examples", "default", "enum", "const", "required"]);

/**
 * The same part of the document, with the format double for every number. Without a format, some generators choose 32
 * bits (Go's float32), which do not hold the cents of $131,072.01.
 */
export function withDoubles(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withDoubles);
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([key, member]): [string, unknown] => [
    key,
    VALUES.has(key) ? member : withDoubles(member),
  ]);
  const { type, ...rest } = Object.fromEntries(members);
  if (type === undefined) return rest;
  const isNumber = [type].flat().includes("number");
  return isNumber && rest["format"] === undefined ? { type, format: "double", ...rest } : { type, ...rest };
}
