import type { Tolerances } from "../bai2-options.ts";
import type { PhysicalRecord } from "./physical-records.ts";

/** A record and the 88 records that continue it, without the record codes. */
export interface LogicalRecord {
  readonly code: string;
  readonly parts: readonly PhysicalRecord[];
}

/** Reads the fields of a logical record one after the other, because only the fields before say where the text begins. */
export interface FieldCursor {
  /** The physical record that the last field was in. */
  readonly line: () => number;
  /** False after the last field. */
  readonly hasMore: () => boolean;
  /** The next field; undefined if there is none, which is a problem unless `missingFields` is tolerated. */
  readonly next: () => string | undefined;
  /** All that remains, one text per physical record. */
  readonly rest: () => readonly CursorText[];
}

export interface CursorText {
  readonly line: number;
  readonly text: string;
  /** It is all of an 88 record, so that nothing else can begin there. */
  readonly isContinuation: boolean;
}

type Report = (line: number, rule: string) => void;

export function fieldCursor(record: LogicalRecord, tolerances: Tolerances, report: Report): FieldCursor {
  const { parts } = record;
  let part = 0;
  let offset = 0;
  let line = parts[0]?.line ?? 0;
  // The field after the last comma of a record that does not end with a slash may be cut.
  const nextPart = (): void => {
    part += 1;
    offset = 0;
  };
  const current = (): PhysicalRecord | undefined => parts[part];
  const endOf = (content: string): string => {
    if (content.endsWith("/")) return content.slice(offset, -1);
    if (!tolerances.accepts("missingSlash", line)) report(line, "must end with a slash (/)");
    return content.slice(offset);
  };
  const lastField = ({ content }: PhysicalRecord): string => {
    const field = endOf(content);
    nextPart();
    const isCut = !content.endsWith("/") && current() !== undefined;
    return isCut ? `${field}${next() ?? ""}` : field;
  };
  const next = (): string | undefined => {
    const here = current();
    if (here === undefined) return undefined;
    line = here.line;
    const comma = here.content.indexOf(",", offset);
    if (comma === -1) return lastField(here);
    const field = here.content.slice(offset, comma);
    offset = comma + 1;
    return field;
  };
  const rest = (): readonly CursorText[] => {
    const texts: CursorText[] = [];
    for (let here = current(); here !== undefined; nextPart(), here = current()) {
      line = here.line;
      texts.push({ line, text: here.content.slice(offset), isContinuation: part > 0 && offset === 0 });
    }
    return texts;
  };
  return { line: () => line, hasMore: () => current() !== undefined, next, rest };
}
