import { BAI2_LINE_LENGTH_MAX } from "../bai2-options.ts";

/** A line of the file, without its line break and the padding behind its last character. */
export interface PhysicalRecord {
  readonly line: number;
  readonly content: string;
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
  let rest: string[] = [];
  let restLength = 0;
  let line = 0;
  const record = (text: string): PhysicalRecord => {
    line += 1;
    return { line, content: withoutEnd(text.endsWith("\r") ? text.slice(0, -1) : text, " ") };
  };
  const hold = (text: string): void => {
    if (text === "") return;
    rest.push(text);
    restLength += text.length;
    if (restLength > BAI2_LINE_LENGTH_MAX) throw new LineTooLong(line + 1);
  };
  const taken = (end: string): string => {
    hold(end);
    const text = rest.join("");
    [rest, restLength] = [[], 0];
    return text;
  };
  function* push(chunk: string): Generator<PhysicalRecord> {
    let from = 0;
    for (;;) {
      const at = recordLength === undefined ? chunk.indexOf("\n", from) : from + recordLength - restLength;
      if (at === -1 || at > chunk.length || (recordLength === undefined && at === chunk.length)) break;
      yield record(taken(chunk.slice(from, at)));
      from = recordLength === undefined ? at + 1 : at;
    }
    hold(chunk.slice(from));
  }
  const end = (): Iterable<PhysicalRecord> => {
    const text = withoutEnd(taken(""), " \r\n");
    return text === "" ? [] : [record(text)];
  };
  return { push, end };
}
