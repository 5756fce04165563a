import { type LineEnd, lineEnds } from "../../text/line-ends.ts";
import { BAI2_LINE_LENGTH_MAX } from "../bai2-options.ts";

/** A line of the file, without its line break and the padding behind its last character. */
export interface PhysicalRecord {
  readonly line: number;
  readonly content: string;
  readonly endsWithCarriageReturn: boolean;
}

export interface LineSplitter {
  /** One line at a time, so that reading can stop in the middle of a large piece. */
  readonly push: (chunk: string) => Iterable<PhysicalRecord>;
  /** The last line, if it has no line break. */
  readonly end: () => Iterable<PhysicalRecord>;
}

export class LineTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} has more than ${BAI2_LINE_LENGTH_MAX} characters`);
    this.line = line;
  }
}

/** Without `trimEnd`, which also removes control characters that must be reported. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Cuts text that arrives in pieces into lines, or into records of a fixed length. Memory is bounded by the piece. */
export function splitLines(recordLength: number | undefined): LineSplitter {
  let rest = "";
  let line = 0;
  const record = (text: string, ending?: LineEnd["ending"]): PhysicalRecord => {
    line += 1;
    if (text.length > BAI2_LINE_LENGTH_MAX) throw new LineTooLong(line);
    return { line, content: withoutEnd(text, " "), endsWithCarriageReturn: ending === "cr" };
  };
  function* lines(data: string, isEnd: boolean): Generator<PhysicalRecord> {
    const next = lineEnds(data, isEnd);
    let from = 0;
    for (let end = next(from); end !== undefined; end = next(from)) {
      yield record(data.slice(from, end.at), end.ending);
      from = end.next;
    }
    rest = data.slice(from);
  }
  function* blocks(data: string, length: number): Generator<PhysicalRecord> {
    let from = 0;
    for (; data.length - from >= length; from += length) yield record(data.slice(from, from + length));
    rest = data.slice(from);
  }
  function* push(chunk: string): Generator<PhysicalRecord> {
    yield* recordLength === undefined ? lines(rest + chunk, false) : blocks(rest + chunk, recordLength);
    if (rest.length > BAI2_LINE_LENGTH_MAX) throw new LineTooLong(line + 1);
  }
  function* end(): Generator<PhysicalRecord> {
    if (recordLength === undefined) yield* lines(rest, true);
    const text = withoutEnd(rest, " \r\n");
    if (text !== "") yield record(text);
  }
  return { push, end };
}
