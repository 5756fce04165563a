import type { Bai2Difference, Bai2Trailer } from "./items.ts";
import type { ProblemLog } from "./problem-log.ts";

type Level = "file" | "group" | "account";

/** What has been counted since the header of a file, group, or account. */
interface Tally {
  controlTotalMinor: bigint;
  parts: number;
  records: number;
}

/** Which envelopes are open, and their sums: a file contains groups, which contain accounts, which contain transactions. */
export interface Envelopes {
  /** Counts the physical records of a logical record in all open envelopes. */
  readonly countRecords: (records: number) => void;
  readonly add: (amountMinor: bigint | undefined) => void;
  /** Opens the envelope of a header, if it may begin here. */
  readonly open: (level: Level, line: number, code: string) => boolean;
  /** Compares the trailer with what was counted and closes the envelope. */
  readonly close: (level: Level, trailer: Bai2Trailer, code: string) => boolean;
  readonly isOpen: (level: Level) => boolean;
  readonly isComplete: () => boolean;
  /** From now on, sums mean nothing: a record could not be read. */
  readonly stopComparing: () => void;
}

const LEVELS: readonly Level[] = ["file", "group", "account"];
const HEADER: Readonly<Record<Level, string>> = { file: "01", group: "02", account: "03" };
const TRAILER: Readonly<Record<Level, string>> = { file: "99", group: "98", account: "49" };
const PARTS: Readonly<Record<Level, string>> = {
  file: "Number of Groups",
  group: "Number of Accounts",
  account: "",
};
const TOTAL: Readonly<Record<Level, string>> = {
  file: "File Control Total",
  group: "Group Control Total",
  account: "Account Control Total",
};

export function envelopes(log: ProblemLog, differ: (difference: Bai2Difference) => void): Envelopes {
  const open: Tally[] = [];
  let files = 0;
  let compares = true;
  const depthOf = (level: Level): number => LEVELS.indexOf(level);
  const expectation = (): string => {
    const here = LEVELS[open.length - 1];
    if (here === undefined) return files === 0 ? "an 01 record begins the file" : "nothing may follow the 99 record";
    const inner = LEVELS[open.length];
    const next = inner === undefined ? "a 16" : `an ${HEADER[inner]}`;
    return `${next} or ${TRAILER[here]} record is expected here`;
  };
  const misplaced = (line: number, code: string): false => {
    log.add({ line, record: code }, expectation());
    compares = false;
    return false;
  };
  const openLevel = (level: Level, line: number, code: string): boolean => {
    if (open.length !== depthOf(level) || (level === "file" && files > 0)) return misplaced(line, code);
    const outer = open.at(-1);
    if (outer) outer.parts += 1;
    if (level === "file") files += 1;
    open.push({ controlTotalMinor: 0n, parts: 0, records: 0 });
    return true;
  };
  const close = (level: Level, trailer: Bai2Trailer, code: string): boolean => {
    if (open.length !== depthOf(level) + 1) return misplaced(trailer.line, code);
    const tally = open.pop();
    if (tally === undefined) return false;
    if (compares) compare({ level, tally, trailer, code, differ });
    // The next level adds up what the trailers state, so that one wrong total is reported once.
    const outer = open.at(-1);
    if (outer) outer.controlTotalMinor += trailer.controlTotalMinor;
    return true;
  };
  return {
    countRecords: (records) => {
      for (const tally of open) tally.records += records;
    },
    add: (amountMinor) => {
      const account = open[depthOf("account")];
      if (account) account.controlTotalMinor += amountMinor ?? 0n;
    },
    open: openLevel,
    close,
    isOpen: (level) => open.length === depthOf(level) + 1,
    isComplete: () => files === 1 && open.length === 0,
    stopComparing: () => {
      compares = false;
    },
  };
}

interface Comparison {
  readonly level: Level;
  readonly tally: Tally;
  readonly trailer: Bai2Trailer;
  readonly code: string;
  readonly differ: (difference: Bai2Difference) => void;
}

function compare({ level, tally, trailer, code, differ }: Comparison): void {
  const { line, parts } = trailer;
  const report = (
    what: Bai2Difference["what"],
    field: string,
    [stated, counted]: readonly [stated: bigint, counted: bigint],
  ): void => {
    if (stated !== counted) differ({ kind: "difference", line, record: code, level, what, field, stated, counted });
  };
  report("controlTotal", TOTAL[level], [trailer.controlTotalMinor, tally.controlTotalMinor]);
  if (parts !== undefined) report("parts", PARTS[level], [BigInt(parts), BigInt(tally.parts)]);
  report("records", "Number of Records", [BigInt(trailer.records), BigInt(tally.records)]);
}
