import { BAI2_PROBLEMS_MAX, type Bai2Options } from "./bai2-options.ts";
import type { Bai2Item } from "./items.ts";
import { problemLog } from "./problem-log.ts";
import { interpretRecords } from "./record-interpreter.ts";
import { joinRecords } from "./records/logical-records.ts";
import { LineTooLong, type PhysicalRecord, splitLines } from "./records/physical-records.ts";

/** Receives a file in pieces and returns the items that each piece completes. */
interface PushReader {
  readonly push: (chunk: string | Uint8Array) => readonly Bai2Item[];
  readonly end: () => readonly Bai2Item[];
}

const NOT_PRINTABLE = /[^ -~]/;
const CONTROL = /\p{Cc}/u;

function pushReader({ tolerant = {}, recordLength, problemsMax = BAI2_PROBLEMS_MAX }: Bai2Options): PushReader {
  const log = problemLog(problemsMax);
  const lines = splitLines(recordLength);
  const joiner = joinRecords(log);
  const interpreter = interpretRecords(log, tolerant);
  const decoder = new TextDecoder("utf-8");
  let lastLine = 0;

  const isReadable = ({ line, content }: PhysicalRecord): boolean => {
    lastLine = line;
    if (content === "") {
      if (tolerant.blankLines !== true) log.add({ line, record: "" }, "is empty");
      return false;
    }
    const character = (tolerant.nonAscii === true ? CONTROL : NOT_PRINTABLE).exec(content)?.[0];
    if (character === undefined) return true;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    log.add({ line, record: content.slice(0, 2) }, `contains the character U+${code}, which is not allowed`);
    // The record is still read, so that one character does not hide what else is wrong.
    return true;
  };
  const itemsOf = (records: Iterable<PhysicalRecord>): readonly Bai2Item[] => {
    const items: Bai2Item[] = [];
    for (const physical of records) {
      const complete = isReadable(physical) ? joiner.push(physical) : undefined;
      const item = complete && interpreter.read(complete);
      if (item) items.push(item);
    }
    return items;
  };
  const guarded = (records: Iterable<PhysicalRecord>): readonly Bai2Item[] => {
    try {
      return itemsOf(records);
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      log.add({ line: error.line, record: "" }, error.message);
      log.finish();
      return [];
    }
  };
  const end = (): readonly Bai2Item[] => {
    const items = [...guarded(lines.push(decoder.decode())), ...guarded(lines.end())];
    const complete = joiner.end();
    const item = complete && interpreter.read(complete);
    if (item) items.push(item);
    interpreter.end(lastLine);
    log.finish();
    return items;
  };
  return {
    push: (chunk) => guarded(lines.push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))),
    end,
  };
}

/**
 * Reads a BAI2 file (Cash Management Balance Reporting Specifications Version 2) that arrives in pieces, in bounded
 * memory. Items come in the order of the file, before the trailers that confirm them are read: use none of them until the
 * reading has ended. Throws `Bai2Error` with all problems, up to `problemsMax`, at the end of the file.
 */
export async function* readBai2(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: Bai2Options = {},
): AsyncGenerator<Bai2Item> {
  const reader = pushReader(options);
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}

/** Reads a file that is in memory. Throws `Bai2Error`. */
export function parseBai2(text: string, options: Bai2Options = {}): readonly Bai2Item[] {
  const reader = pushReader(options);
  return [...reader.push(text), ...reader.end()];
}
