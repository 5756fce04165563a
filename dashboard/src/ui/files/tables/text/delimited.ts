import { assertColumns, FileProblem, type FileRecord, type Separator } from "../file-table.ts";

const QUOTE = '"';

/**
 * Reads comma-separated values as RFC 4180 defines them, and more forgivingly: any line ending, spaces around quoted
 * cells, quotes inside unquoted cells, and text after a closing quote. Empty records are skipped. A quoted cell may
 * contain line breaks, so records count the file's lines.
 *
 * @throws FileProblem for a quote that is never closed, or too many columns
 */
export function* recordsIn(text: string, separator: Separator): Generator<FileRecord, void, undefined> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const first = line;
    for (let ended = false; !ended; ) {
      const cell = cellAt(text, at, separator, line);
      cells.push(cell.text);
      assertColumns(cells.length, `Line ${first}`);
      line += cell.lineBreaks;
      at = cell.end;
      ended = text[at] !== separator;
      if (!ended) at += 1;
    }
    // Past the line ending; a carriage return with a line feed is one.
    if (at < text.length) line += 1;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (cells.some((cell) => cell !== "")) yield { line: first, cells };
  }
}

interface FoundCell {
  readonly text: string;
  /** Of the separator or line ending after the cell, or of the text's end. */
  readonly end: number;
  readonly lineBreaks: number;
}

function cellAt(text: string, start: number, separator: Separator, line: number): FoundCell {
  let at = start;
  while (text[at] === " " || (text[at] === "\t" && separator !== "\t")) at += 1;
  if (text[at] !== QUOTE) {
    const end = endOfCell(text, at, separator);
    return { text: text.slice(at, end).trim(), end, lineBreaks: 0 };
  }
  const parts: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf(QUOTE, from);
    if (quote === -1)
      throw new FileProblem(
        `Line ${line} opens a quotation mark that is never closed. Correct the file and choose it again.`,
      );
    parts.push(text.slice(from, quote));
    from = quote + 1;
    if (text[from] !== QUOTE) break;
    parts.push(QUOTE);
    from += 1;
  }
  const quoted = parts.join("");
  const end = endOfCell(text, from, separator);
  return { text: (quoted + text.slice(from, end)).trim(), end, lineBreaks: lineBreaksIn(quoted) };
}

function endOfCell(text: string, start: number, separator: Separator): number {
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === separator || sign === "\n" || sign === "\r") return at;
  }
  return text.length;
}

function lineBreaksIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) count += 1;
  }
  return count;
}
