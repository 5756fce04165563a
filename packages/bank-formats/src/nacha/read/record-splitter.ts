import { lineEnds } from "../../text/line-ends.ts";
import { RECORD_LENGTH } from "../fields/layout.ts";

/** How the records of a file end. */
export type LineEnding = "crlf" | "lf" | "none";

export interface FileLine {
  /** At most {@link LINE_KEPT_MAX} characters. */
  readonly text: string;
  /** Undefined at the end of the file and of lines that were cut. */
  readonly ending: LineEnding | "cr" | undefined;
}

/** Longer lines are cut: they are errors, and a file without line ends must not fill the memory. */
const LINE_KEPT_MAX = 200;

interface SplitterState {
  readonly emit: (line: FileLine) => void;
  /** Text that belongs to no record yet: at most one record, except while a piece is being split. */
  pending: string;
  mode: "unknown" | "lines" | "none";
  /** Whether the rest of a line that was cut is being skipped. */
  isCutting: boolean;
}

/** Emits the complete lines from that position on; returns where the rest begins. */
function splitLines(state: SplitterState, data: string, { from, isEnd }: { from: number; isEnd: boolean }): number {
  const next = lineEnds(data, isEnd);
  let at = from;
  for (let end = next(at); end !== undefined; end = next(at)) {
    if (!state.isCutting && end.at - at <= LINE_KEPT_MAX)
      state.emit({ text: data.slice(at, end.at), ending: end.ending });
    else if (!state.isCutting) state.emit({ text: data.slice(at, at + LINE_KEPT_MAX), ending: undefined });
    state.isCutting = false;
    at = end.next;
  }
  if (state.isCutting && !data.endsWith("\r")) return data.length;
  if (state.isCutting) return data.length - 1;
  // A carriage return whose line feed may follow is not part of the line.
  if (data.length - at <= LINE_KEPT_MAX + (data.endsWith("\r") ? 1 : 0)) return at;
  // The line is already too long: report it now, and drop the rest of it.
  state.emit({ text: data.slice(at, at + LINE_KEPT_MAX), ending: undefined });
  state.isCutting = true;
  return data.endsWith("\r") ? data.length - 1 : data.length;
}

function splitRecords(state: SplitterState, data: string, isEnd: boolean): number {
  let at = 0;
  while (data.length - at >= RECORD_LENGTH) {
    const text = data.slice(at, at + RECORD_LENGTH);
    if (/[\r\n]/.test(text)) {
      // The records are lines after all.
      state.mode = "lines";
      return splitLines(state, data, { from: at, isEnd });
    }
    state.emit({ text, ending: "none" });
    at += RECORD_LENGTH;
  }
  return at;
}

/** The first line may be longer than a record: a byte order mark, blanks, or characters of several bytes. */
const FIRST_LINE_MAX = RECORD_LENGTH + 40;

function decideMode(state: SplitterState, isEnd: boolean): void {
  const lineEnd = state.pending.search(/[\r\n]/);
  if (lineEnd >= 0 && lineEnd <= FIRST_LINE_MAX) state.mode = "lines";
  else if (state.pending.length > FIRST_LINE_MAX) state.mode = "none";
  else if (isEnd) state.mode = state.pending.length > RECORD_LENGTH ? "none" : "lines";
}

function splitPending(state: SplitterState, isEnd: boolean): void {
  if (state.mode === "unknown") decideMode(state, isEnd);
  if (state.mode === "unknown") return;
  const { pending } = state;
  const rest =
    state.mode === "lines" ? splitLines(state, pending, { from: 0, isEnd }) : splitRecords(state, pending, isEnd);
  state.pending = pending.slice(rest);
}

/**
 * Splits text that arrives in pieces into records, independent of where the pieces end. The first {@link FIRST_LINE_MAX}
 * characters decide: a line end there means that records are lines; otherwise they follow each other without line ends.
 * Takes time linear in the text and keeps no more than one record.
 */
export function createRecordSplitter(emit: (line: FileLine) => void) {
  const state: SplitterState = { emit, pending: "", mode: "unknown", isCutting: false };
  return {
    push(text: string): void {
      state.pending += text;
      splitPending(state, false);
    },
    end(): void {
      splitPending(state, true);
      // Programs that write records without line ends often end the file with one.
      if (state.mode === "none" && /^(?:\r?\n|\r)$/.test(state.pending)) state.pending = "";
      if (state.mode === "none" && /[\r\n]/.test(state.pending))
        state.pending = state.pending.slice(splitLines(state, state.pending, { from: 0, isEnd: true }));
      if (state.pending !== "") emit({ text: state.pending, ending: undefined });
      state.pending = "";
    },
  };
}
