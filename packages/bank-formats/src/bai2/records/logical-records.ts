import { BAI2_CONTINUATIONS_MAX } from "../bai2-options.ts";
import type { ProblemLog } from "../problem-log.ts";
import type { LogicalRecord } from "./field-cursor.ts";
import type { PhysicalRecord } from "./physical-records.ts";

const CONTINUATION = "88";
const CODES: ReadonlySet<string> = new Set(["01", "02", "03", "16", "49", "98", "99", CONTINUATION]);

/** Joins each record with the 88 records that continue it. A record is complete when the next one begins. */
export interface RecordJoiner {
  /** The record that this line completes. */
  readonly push: (physical: PhysicalRecord) => LogicalRecord | undefined;
  readonly end: () => LogicalRecord | undefined;
}

interface Joining {
  readonly code: string;
  readonly parts: PhysicalRecord[];
}

export function joinRecords(log: ProblemLog): RecordJoiner {
  let joining: Joining | undefined;
  const continues = (body: PhysicalRecord): undefined => {
    if (joining === undefined) log.add({ line: body.line, record: CONTINUATION }, "continues no record");
    else if (joining.parts.length > BAI2_CONTINUATIONS_MAX) {
      log.add(
        { line: body.line, record: CONTINUATION },
        `a record has at most ${BAI2_CONTINUATIONS_MAX} continuations`,
      );
      log.finish();
    } else joining.parts.push(body);
  };
  const push = ({ line, content, endsWithCarriageReturn }: PhysicalRecord): LogicalRecord | undefined => {
    const code = content.slice(0, 2);
    if (!CODES.has(code) || content[2] !== ",") {
      log.add(
        { line, record: "", value: content },
        "must begin with a record code (01, 02, 03, 16, 49, 88, 98, 99) and a comma",
      );
      return undefined;
    }
    const body = { line, content: content.slice(3), endsWithCarriageReturn };
    if (code === CONTINUATION) return continues(body);
    const complete = joining;
    joining = { code, parts: [body] };
    return complete;
  };
  const end = (): LogicalRecord | undefined => {
    const complete = joining;
    joining = undefined;
    return complete;
  };
  return { push, end };
}
