import { RECORD_LENGTH } from "../fields/layout.ts";

/** How the records of a file end. */
export type LineEnding = "crlf" | "lf" | "none";

export interface FileLine {
  /** At most {@link LINE_KEPT_MAX} characters. */
  readonly text: string;
  /** Undefined at the end of the file and of lines that were cut. */
  readonly ending: LineEnding | undefined;
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

function emitLine({ emit }: SplitterState, text: string, end: "\n" | ""): void {
  const isCrlf = end !== "" && text.endsWith("\r");
  const ending = end === "" ? undefined : isCrlf ? "crlf" : "lf";
  emit({ text: isCrlf ? text.slice(0, -1) : text, ending });
}

/** Emits the complete lines from that position on; returns where the rest begins. */
function splitLines(state: SplitterState, data: string, from: number): number {
  let at = from;
  for (let end = data.indexOf("\n", at); end >= 0; end = data.indexOf("\n", at)) {
    if (!state.isCutting && end - at <= LINE_KEPT_MAX) emitLine(state, data.slice(at, end), "\n");
    else if (!state.isCutting) state.emit({ text: data.slice(at, at + LINE_KEPT_MAX), ending: undefined });
    state.isCutting = false;
    at = end + 1;
  }
  if (state.isCutting) return data.length;
  if (data.length - at <= LINE_KEPT_MAX) return at;
  // The line is already too long: report it now, and drop the rest of it.
  state.emit({ text: data.slice(at, at + LINE_KEPT_MAX), ending: undefined });
  state.isCutting = true;
  return data.length;
}

function splitRecords(state: SplitterState, data: string): number {
  let at = 0;
  while (data.length - at >= RECORD_LENGTH) {
    const text = data.slice(at, at + RECORD_LENGTH);
    if (text.includes("\n")) {
      // The records are lines after all; the first one was too long.
      state.mode = "lines";
      return splitLines(state, data, at);
    }
    state.emit({ text, ending: "none" });
    at += RECORD_LENGTH;
  }
  return at;
}

function decideMode(state: SplitterState, isEnd: boolean): void {
  const lineEnd = state.pending.indexOf("\n");
  if (lineEnd >= 0 && lineEnd <= RECORD_LENGTH + 1) state.mode = "lines";
  else if (state.pending.length >= RECORD_LENGTH + 2) state.mode = "none";
  else if (isEnd) state.mode = "lines";
}

function splitPending(state: SplitterState, isEnd: boolean): void {
  if (state.mode === "unknown") decideMode(state, isEnd);
  if (state.mode === "unknown") return;
  const { pending } = state;
  state.pending = pending.slice(state.mode === "lines" ? splitLines(state, pending, 0) : splitRecords(state, pending));
}

/**
 * Splits text that arrives in pieces into records, independent of where the pieces end. The characters after the first
 * 94 decide: a line end there, or before, means that records are lines; otherwise they follow each other without line
 * ends. Takes time linear in the text and keeps no more than one record.
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
      if (state.mode === "none" && /^\r?\n$/.test(state.pending)) state.pending = "";
      const { mode, pending } = state;
      const rest = mode === "none" && pending.includes("\n") ? pending.slice(splitLines(state, pending, 0)) : pending;
      if (rest !== "") emitLine(state, rest, "");
      state.pending = "";
    },
  };
}
