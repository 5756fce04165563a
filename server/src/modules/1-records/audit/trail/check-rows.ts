import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type ChainKey, rowFits, type SealedRow } from "#records/audit";
import { raiseAlarm } from "./alarms.ts";
import type { AuditProblem } from "./problem.ts";
import { streamEndMac } from "./seals/chain.ts";
import { findStreamEnds, putStreamEnds, type StreamEndRow } from "./streams.queries.ts";

/** The last number found in each stream. */
export type StreamEnds = Map<string, bigint>;

/**
 * What is wrong with a row at its position: whether the service wrote it, and whether its number follows the previous
 * one of its stream. Advances the stream's end to the row, so that a gap is reported once.
 */
export function problemsOfRow(
  { key, organizationId }: { readonly key: ChainKey; readonly organizationId: OrganizationId },
  row: SealedRow,
  ends: StreamEnds,
): readonly AuditProblem[] {
  const { stream_id: streamId, number } = row;
  if (streamId === null || number === null)
    return ends.size > 0 ? [{ kind: "rowNotNumbered", auditId: row.audit_id }] : [];
  const problems: AuditProblem[] = [];
  if (!rowFits(key, organizationId, row)) problems.push({ kind: "rowDoesNotFit", auditId: row.audit_id });
  const expected = (ends.get(streamId) ?? 0n) + 1n;
  if (number !== expected) problems.push({ kind: "numberMissing", streamId, expected, found: number });
  ends.set(streamId, number);
  return problems;
}

/** Whether the sealer wrote the stored end of a stream. */
export const endFits = (key: ChainKey, organizationId: OrganizationId, end: StreamEndRow): boolean =>
  streamEndMac(key, { organizationId, streamId: end.stream_id, number: end.number }).equals(end.mac);

interface ToSeal {
  readonly organizationId: OrganizationId;
  readonly key: ChainKey;
  readonly ids: readonly string[];
  readonly rows: ReadonlyMap<string, SealedRow>;
}

/** Checks rows before sealing against the ends of their streams, raises alarms, and advances the ends. */
export async function checkRows(
  service: Pick<Service, "vault" | "log">,
  tx: Tx,
  { organizationId, key, ids, rows }: ToSeal,
): Promise<void> {
  const ends: StreamEnds = new Map();
  for (const end of await findStreamEnds(tx, organizationId)) {
    ends.set(end.stream_id, end.number);
    if (!endFits(key, organizationId, end))
      raiseAlarm(service, organizationId, { kind: "streamEndDoesNotFit", streamId: end.stream_id });
  }
  const before = new Map(ends);
  for (const auditId of ids) {
    const row = rows.get(auditId);
    if (row === undefined) raiseAlarm(service, organizationId, { kind: "rowMissing", auditId });
    else
      for (const problem of problemsOfRow({ key, organizationId }, row, ends))
        raiseAlarm(service, organizationId, problem);
  }
  const moved = [...ends].filter(([streamId, number]) => before.get(streamId) !== number);
  await putStreamEnds(
    tx,
    organizationId,
    moved.map(([streamId, number]) => ({
      stream_id: streamId,
      number,
      mac: streamEndMac(key, { organizationId, streamId, number }),
    })),
  );
}
