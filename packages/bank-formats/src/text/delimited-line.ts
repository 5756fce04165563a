type Delimited = { readonly delimiter: string; readonly quotes: "never" | "whenNeeded" };

/** The line, or undefined if a field cannot be written because the layout has no quotes. */
export function joinDelimited(fields: readonly string[], { delimiter, quotes }: Delimited): string | undefined {
  const cells: string[] = [];
  for (const field of fields) {
    const needsQuotes = field.includes(delimiter) || field.includes('"');
    if (needsQuotes && quotes === "never") return undefined;
    cells.push(needsQuotes ? `"${field.replaceAll('"', '""')}"` : field);
  }
  return cells.join(delimiter);
}

/**
 * The fields of a line; a field in quotes may contain the delimiter, and quotes that are doubled (RFC 4180). Undefined if a quote
 * is not closed, or text follows it. Without quotes in the layout, a quote is a character like any other.
 */
export function splitDelimited(line: string, { delimiter, quotes }: Delimited): readonly string[] | undefined {
  if (quotes === "never" || !line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const field = line[at] === '"' ? quotedField(line, at) : plainField(line, at, delimiter);
    if (field === undefined) return undefined;
    fields.push(field.text);
    if (field.end === line.length) return fields;
    if (line[field.end] !== delimiter) return undefined;
    at = field.end + 1;
  }
  return fields;
}

interface Cell {
  readonly text: string;
  /** Of the delimiter behind the field, or the line's length. */
  readonly end: number;
}

function plainField(line: string, start: number, delimiter: string): Cell {
  const at = line.indexOf(delimiter, start);
  const end = at === -1 ? line.length : at;
  return { text: line.slice(start, end), end };
}

function quotedField(line: string, start: number): Cell | undefined {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = line.indexOf('"', from);
    if (quote === -1) return undefined;
    parts.push(line.slice(from, quote));
    if (line[quote + 1] !== '"') return { text: parts.join('"'), end: quote + 1 };
    from = quote + 2;
  }
}
