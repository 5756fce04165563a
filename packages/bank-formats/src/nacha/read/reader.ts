import { toleranceUses } from "../../text/tolerance-uses.ts";
import { errorOf, type Finding, type NachaError, NachaFileError } from "../errors.ts";
import type { Leniency } from "../fields/layout.ts";
import { type NachaTolerance, toleranceFor } from "../rules.ts";
import { type NachaItem, newFileState } from "./file-state.ts";
import { readEnd, readLine } from "./read-record.ts";
import { createRecordSplitter } from "./record-splitter.ts";

export interface NachaReadOptions {
  /** Deviations to accept, each by name. None by default. */
  readonly tolerant?: Readonly<Partial<Record<NachaTolerance, boolean>>> | undefined;
  /**
   * What happens to an entry that is wrong on its own, such as a return with an unknown code, in a file whose structure
   * and totals are right: `errors` of the file by default, or `items` next to the other entries.
   */
  readonly entryProblems?: "errors" | "items" | undefined;
  /** Reading stops after this many errors; 100 by default. */
  readonly errorsMax?: number | undefined;
  /** How bytes become characters; Latin-1 by default. ASCII is the same in both. */
  readonly encoding?: "latin1" | "utf8" | undefined;
}

const ERRORS_MAX = 100;

type Tolerances = NonNullable<NachaReadOptions["tolerant"]>;

const leniencyOf = (tolerant: Tolerances, uses: ReturnType<typeof toleranceUses<NachaTolerance>>): Leniency => ({
  accepts(rule, line) {
    const name = toleranceFor(rule);
    if (name === undefined || tolerant[name] !== true) return false;
    uses.count(name, line);
    return true;
  },
});

/**
 * A reader that is fed text and collects what it has read. Strict: every deviation from the rules is an error, except
 * those that the caller names. After the first error it collects only further errors, and `end` throws them.
 */
export function createNachaReader(options: NachaReadOptions = {}) {
  const { tolerant = {}, errorsMax = ERRORS_MAX, entryProblems = "errors" } = options;
  const errors: NachaError[] = [];
  let items: NachaItem[] = [];
  const uses = toleranceUses<NachaTolerance>();
  const leniency = leniencyOf(tolerant, uses);
  const report = (finding: Finding): void => {
    if (leniency.accepts(finding.rule, finding.line)) return;
    errors.push(errorOf(finding));
    if (errors.length >= errorsMax) throw new NachaFileError(errors, true);
  };
  const add = (item: NachaItem): number => items.push(item);
  const state = newFileState({ leniency, report, add, hasProblemEntries: entryProblems === "items" });
  const splitter = createRecordSplitter((line) => readLine(state, line));
  return {
    /** Reads more of the file, which may be split anywhere. Throws {@link NachaFileError} at the error limit. */
    push: (text: string): void => splitter.push(text),
    /** Removes and returns what was read since the last call; nothing once there is an error. */
    take(): readonly NachaItem[] {
      const taken = items;
      items = [];
      return errors.length === 0 ? taken : [];
    },
    /** Ends the file. Throws {@link NachaFileError} if it has errors. */
    end(): void {
      splitter.end();
      readEnd(state);
      if (errors.length > 0) throw new NachaFileError(errors, false);
      add({ kind: "end", line: state.line, tolerated: uses.list() });
    },
  };
}
