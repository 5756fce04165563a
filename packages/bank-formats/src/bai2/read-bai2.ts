import { BYTE_ORDER_MARK, END_MARKS } from "../text/file-marks.ts";
import { toleranceUses } from "../text/tolerance-uses.ts";
import { decodedUtf8 } from "../text/utf8-line.ts";
import { BAI2_PROBLEMS_MAX, type Bai2Options, type Bai2ToleranceName, type Tolerances } from "./bai2-options.ts";
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

function pushReader(options: Bai2Options): PushReader {
  const { tolerant = {}, recordLength, problemsMax = BAI2_PROBLEMS_MAX } = options;
  const log = problemLog(problemsMax);
  const uses = toleranceUses<Bai2ToleranceName>();
  const tolerances: Tolerances = {
    accepts(name, line) {
      if (tolerant[name] !== true) return false;
      uses.count(name, line);
      return true;
    },
  };
  const lines = splitLines(recordLength);
  const joiner = joinRecords(log);
  const interpreter = interpretRecords(log, tolerances, options);
  // Each line is decoded again if it is UTF-8: a file of both has names of both.
  const decoder = new TextDecoder("latin1");
  let lastLine = 0;
  let records = 0;

  /** The line without what is not part of its record. */
  const recordIn = ({ line, content, endsWithCarriageReturn }: PhysicalRecord): PhysicalRecord => {
    let text = content;
    if (line === 1 && BYTE_ORDER_MARK.test(text) && tolerances.accepts("byteOrderMark", line))
      text = text.replace(BYTE_ORDER_MARK, "");
    if (END_MARKS.test(text) && tolerances.accepts("endOfFileMarks", line)) text = text.replace(END_MARKS, "");
    if (endsWithCarriageReturn && !tolerances.accepts("carriageReturns", line))
      log.add({ line, record: "" }, "ends with a carriage return only");
    text = decodedUtf8(text) ?? text;
    if (text.includes("\t") && tolerances.accepts("nonAscii", line)) text = text.replaceAll("\t", " ");
    return { line, content: text.trimEnd() === "" ? "" : text, endsWithCarriageReturn };
  };
  const isReadable = ({ line, content }: PhysicalRecord): boolean => {
    const character = NOT_PRINTABLE.exec(content)?.[0];
    if (character === undefined) return true;
    const accepted = !CONTROL.test(content) && tolerances.accepts("nonAscii", line);
    if (accepted) return true;
    const shown = (tolerant.nonAscii === true ? CONTROL.exec(content)?.[0] : undefined) ?? character;
    const code = (shown.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    log.add({ line, record: content.slice(0, 2) }, `contains the character U+${code}, which is not allowed`);
    // The record is still read, so that one character does not hide what else is wrong.
    return true;
  };
  const itemsOf = (physicalRecords: Iterable<PhysicalRecord>): readonly Bai2Item[] => {
    const items: Bai2Item[] = [];
    for (const physical of physicalRecords) {
      lastLine = physical.line;
      const record = recordIn(physical);
      if (record.content === "") {
        // What is left of an end-of-file mark is not a line.
        const isBlank = physical.content.trim() === "";
        if (isBlank && !tolerances.accepts("blankLines", physical.line))
          log.add({ line: physical.line, record: "" }, "is empty");
        continue;
      }
      records += 1;
      const complete = isReadable(record) ? joiner.push(record) : undefined;
      if (complete) items.push(...interpreter.read(complete));
    }
    return items;
  };
  const guarded = (physicalRecords: Iterable<PhysicalRecord>): readonly Bai2Item[] => {
    try {
      return itemsOf(physicalRecords);
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
    if (complete) items.push(...interpreter.read(complete));
    if (records > 0 || log.count() > 0 || !tolerances.accepts("emptyFile", 1)) interpreter.end(lastLine);
    log.finish();
    return [...items, { kind: "end", line: lastLine, tolerated: uses.list() }];
  };
  return {
    push: (chunk) => guarded(lines.push(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))),
    end,
  };
}

/**
 * Reads a BAI2 file (Cash Management Balance Reporting Specifications Version 2), or its successor BTRS (ANSI X9.121), that arrives in pieces, in bounded
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
