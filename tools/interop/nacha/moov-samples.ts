import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  asBanksSend,
  NachaFileError,
  type NachaRule,
  type NachaTolerance,
  readNachaFile,
  readNachaSync,
} from "bursar-bank-formats/nacha";

/** A row of samples.txt: what the other library and ours say about one of its sample files. */
export interface SampleRow {
  /** From the root of that library. */
  readonly path: string;
  readonly theyAccept: boolean;
  /** The rules that the file violates, in our reading; none if it is accepted. */
  readonly rules: readonly string[];
  /** With which tolerances we accept it; "never" if with none; undefined if it is not tried. */
  readonly tolerant: readonly string[] | "never" | undefined;
  /** How we end if we receive it from a bank: `items` has entries that need a person. */
  readonly received: string;
}

export function readSampleRows(): readonly SampleRow[] {
  const lines = readFileSync(join(import.meta.dirname, "samples.txt"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [path = "", they = "", rules = "", tolerant = "", received = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      return {
        path,
        theyAccept: they === "accepts",
        rules: rules === "accepted" ? [] : rules.split(" "),
        tolerant: tolerant === "-" ? undefined : tolerant === "never" ? "never" : tolerant.split(" "),
        received,
      };
    });
}

const violated = (bytes: Uint8Array, tolerances: readonly string[]): readonly NachaRule[] => {
  const tolerant: Partial<Record<NachaTolerance, boolean>> = Object.fromEntries(tolerances.map((name) => [name, true]));
  try {
    readNachaFile(bytes, { tolerant });
    return [];
  } catch (error) {
    if (error instanceof NachaFileError) return [...new Set(error.errors.map(({ rule }) => rule))];
    throw error;
  }
};

/** How the reader ends if a bank sends the file. */
export function receivedAs(bytes: Uint8Array): "accepts" | "items" | "rejects" {
  try {
    const items = [...readNachaSync(bytes, asBanksSend)];
    return items.some(({ kind }) => kind === "problemEntry") ? "items" : "accepts";
  } catch (error) {
    if (error instanceof NachaFileError) return "rejects";
    throw error;
  }
}

/** Where our reader does something else than the row says; empty if it does not. */
export function differences(row: SampleRow, bytes: Uint8Array, theyAccept: boolean): readonly string[] {
  const found: string[] = [];
  if (theyAccept !== row.theyAccept)
    found.push(`${row.path}: the other library ${theyAccept ? "accepts" : "rejects"} it`);
  const rules = violated(bytes, []);
  if (rules.join(" ") !== row.rules.join(" "))
    found.push(`${row.path}: violates ${rules.join(" ") || "nothing"}, not ${row.rules.join(" ") || "nothing"}`);
  if (Array.isArray(row.tolerant) && violated(bytes, row.tolerant).length > 0)
    found.push(`${row.path}: is not accepted with ${row.tolerant.join(" ")}`);
  const received = receivedAs(bytes);
  if (received !== row.received)
    found.push(`${row.path}: received from a bank, ${received} instead of ${row.received}`);
  return found;
}
