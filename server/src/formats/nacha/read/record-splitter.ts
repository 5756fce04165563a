import { RECORD_LENGTH } from "../fields/layout.ts";

/** How the records of a file end. */
export type LineEnding = "crlf" | "lf" | "none";

export interface Line {
  /** At most {@link LINE_KEPT_MAX} characters. */
  readonly text: string;
  /** Undefined at the end of the file and of lines that were cut. */
  readonly ending: LineEnding | undefined;
}

/** Longer lines are cut: they are errors, and a file without line ends must not fill the memory. */
const LINE_KEPT_MAX = 200;

/**
 * Splits text that arrives in pieces into records, independent of where the pieces end. The characters after the first
 * 94 decide: a line end there, or before, means that records are lines; otherwise they follow each other without line
 * ends. Takes time linear in the text and keeps no more than one record.
 */
export function createRecordSplitter(emit: (line: Line) => void) {
  let pending = "";
  let mode: "unknown" | "lines" | "none" = "unknown";
  let isCutting = false;

  const emitLine = (text: string, end: "\n" | ""): void => {
    const isCrlf = end !== "" && text.endsWith("\r");
    const ending = end === "" ? undefined : isCrlf ? "crlf" : "lf";
    emit({ text: isCrlf ? text.slice(0, -1) : text, ending });
  };

  const emitCut = (text: string): void => emit({ text, ending: undefined });

  const decide = (isEnd: boolean): void => {
    const lineEnd = pending.indexOf("\n");
    if (lineEnd >= 0 && lineEnd <= RECORD_LENGTH + 1) mode = "lines";
    else if (pending.length >= RECORD_LENGTH + 2) mode = "none";
    else if (isEnd) mode = "lines";
  };

  /** Emits the lines before `from` moves to the rest; returns where the rest begins. */
  const splitLines = (data: string, from: number): number => {
    let at = from;
    for (let end = data.indexOf("\n", at); end >= 0; end = data.indexOf("\n", at)) {
      if (!isCutting && end - at <= LINE_KEPT_MAX) emitLine(data.slice(at, end), "\n");
      else if (!isCutting) emitCut(data.slice(at, at + LINE_KEPT_MAX));
      isCutting = false;
      at = end + 1;
    }
    if (isCutting) return data.length;
    if (data.length - at <= LINE_KEPT_MAX) return at;
    // The line is already too long: report it now, and drop the rest of it.
    emitCut(data.slice(at, at + LINE_KEPT_MAX));
    isCutting = true;
    return data.length;
  };

  const splitRecords = (data: string): number => {
    let at = 0;
    while (data.length - at >= RECORD_LENGTH) {
      const text = data.slice(at, at + RECORD_LENGTH);
      if (text.includes("\n")) {
        // The records are lines after all; the first one was too long.
        mode = "lines";
        return splitLines(data, at);
      }
      emit({ text, ending: "none" });
      at += RECORD_LENGTH;
    }
    return at;
  };

  const split = (isEnd: boolean): void => {
    if (mode === "unknown") decide(isEnd);
    if (mode === "unknown") return;
    pending = pending.slice(mode === "lines" ? splitLines(pending, 0) : splitRecords(pending));
  };

  return {
    push(text: string): void {
      pending += text;
      split(false);
    },
    end(): void {
      split(true);
      // Programs that write records without line ends often end the file with one.
      if (mode === "none" && /^\r?\n$/.test(pending)) pending = "";
      if (pending === "") return;
      if (mode === "none" && pending.includes("\n")) pending = pending.slice(splitLines(pending, 0));
      if (pending !== "") emitLine(pending, "");
      pending = "";
    },
  };
}
