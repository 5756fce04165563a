import { MINUTE_MS, plusMs, SECOND_MS } from "../../kernel/clock/clock.ts";
import type { Service } from "../../kernel/process/service.ts";
import { isUnavailable, type Tx } from "../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "../../kernel/values/ids.ts";
import { clearAlarm, raiseAlarm } from "./alarms.ts";
import { type Recheck, recheckSome, startRecheck } from "./recheck.ts";
import { readAnchors } from "./seals/anchors.ts";
import { streamName, type WitnessedRow, witnessedStreams, witnessNumber } from "./seals/witness.ts";
import {
  findMissingRows,
  findStreamEnds,
  findStreams,
  findUnauditedPayments,
  limitWaits,
  type StreamRow,
} from "./streams.queries.ts";

/**
 * Watches the audit log beside the sealer, and takes none of the sealer's locks: rows that are not sealed in time, rows that
 * were committed and are gone, payments that no row tells of, and, a little at a time and again and again, everything that
 * is sealed. What it finds becomes an alarm (alarms.ts).
 */
const SEALED_WITHIN_MS = 30 * SECOND_MS;
/** A payment is committed at most so long after its ID was made, as a rule. */
const OVERLAP_MS = 5 * SECOND_MS;
const FIRST_LOOK_BACK_MS = 5 * MINUTE_MS;

type Watching = Pick<Service, "config" | "database" | "clock" | "vault" | "log">;

interface Watch {
  /** Up to where payments were compared with audit rows. */
  readonly paymentsUntil: Map<OrganizationId, Date>;
  readonly rechecks: Map<OrganizationId, Recheck>;
}
const byProcess = new WeakMap<Service["vault"], Watch>();

/** What this process knew of its streams, by name, before it read the database. */
type Known = ReadonlyMap<
  string,
  { readonly number: bigint; readonly organizationId: OrganizationId; readonly rows: readonly WitnessedRow[] }
>;

export interface WatchOptions {
  /** Milliseconds of a clock that only goes forward; the process's own by default. */
  readonly nowMs?: number;
}

/** One pass. Returns 0: it does no work that others wait for. */
export async function runAuditWatch(
  service: Watching,
  { nowMs = performance.now() }: WatchOptions = {},
): Promise<number> {
  const watch: Watch = byProcess.get(service.vault) ?? { paymentsUntil: new Map(), rechecks: new Map() };
  byProcess.set(service.vault, watch);
  // The numbers as they were before the database is read: rows committed meanwhile are not missing from what it says.
  const known = new Map(
    [...witnessedStreams(service)].map(([name, { number, organizationId, rows }]) => [
      name,
      { number, organizationId, rows: [...rows] },
    ]),
  );
  const organizations = await reporting(service, undefined, (tx) => checkAllStreams(service, tx, { known, nowMs }));
  for (const organizationId of organizations ?? [])
    await reporting(service, organizationId, async (tx) => {
      await checkCommitted(service, tx, { known, organizationId });
      await checkOrganization(service, tx, { watch, organizationId });
    });
  return 0;
}

/**
 * Runs a check in a transaction that does not wait long for locks, and raises an alarm when it fails: whoever holds a lock
 * or breaks a table must not silence the watch.
 */
async function reporting<T>(
  service: Watching,
  organizationId: OrganizationId | undefined,
  check: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const problem = { kind: "checkFailed" } as const;
  try {
    const result = await service.database.transaction(async (tx) => {
      await limitWaits(tx);
      return check(tx);
    });
    clearAlarm(service, organizationId, problem);
    return result;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    service.log.error({ err: error, organizationId }, "The audit log could not be checked");
    raiseAlarm(service, organizationId, problem);
    return undefined;
  }
}

async function checkOrganization(
  service: Watching,
  tx: Tx,
  { watch, organizationId }: { readonly watch: Watch; readonly organizationId: OrganizationId },
): Promise<void> {
  await checkPayments(service, tx, { watch, organizationId });
  const recheck =
    watch.rechecks.get(organizationId) ??
    startRecheck(service, organizationId, (await readAnchors(service.config.dataDir)).get(organizationId));
  watch.rechecks.delete(organizationId);
  const next = await recheckSome(service, tx, recheck);
  if (next !== undefined) watch.rechecks.set(organizationId, next);
}

/** Compares what the database says of every stream with what this process knows. Returns the organizations. */
async function checkAllStreams(
  service: Watching,
  tx: Tx,
  { known, nowMs }: { readonly known: Known; readonly nowMs: number },
): Promise<ReadonlySet<OrganizationId>> {
  const streams = await findStreams(tx);
  const seen = new Set<string>();
  for (const stream of streams) {
    const name = streamName(stream.organization_id, stream.stream_id);
    seen.add(name);
    const before = known.get(name)?.number ?? 0n;
    if (stream.number < before || stream.number < stream.sealed) {
      const number = before > stream.sealed ? before : stream.sealed;
      raiseAlarm(service, stream.organization_id, { kind: "streamCut", streamId: stream.stream_id, number });
    }
    checkSealing(service, stream, nowMs);
  }
  for (const [name, { organizationId, streamId }] of witnessedStreams(service)) {
    const number = known.get(name)?.number;
    if (number !== undefined && !seen.has(name))
      raiseAlarm(service, organizationId, { kind: "streamCut", streamId, number });
  }
  return new Set(streams.map((stream) => stream.organization_id));
}

/** A number that waited at the last looks must be sealed in time, however many came after it. */
function checkSealing(service: Watching, stream: StreamRow, nowMs: number): void {
  const { organization_id: organizationId, stream_id: streamId, number, sealed } = stream;
  const streams = witnessedStreams(service);
  const name = streamName(organizationId, streamId);
  const overdue = { kind: "sealingOverdue", streamId } as const;
  const last = streams.get(name)?.number ?? 0n;
  if (sealed >= number && sealed >= last) {
    if (streams.get(name)?.rows.length === 0) streams.delete(name);
    clearAlarm(service, organizationId, overdue);
    return;
  }
  const witnessed = witnessNumber(service, { organizationId, streamId, number });
  if (witnessed === undefined) return;
  const { waiting } = witnessed;
  if (waiting === undefined || sealed >= waiting.number) {
    witnessed.waiting = { number: witnessed.number, sinceMs: nowMs };
    clearAlarm(service, organizationId, overdue);
  } else if (nowMs - waiting.sinceMs > SEALED_WITHIN_MS) raiseAlarm(service, organizationId, overdue);
}

/** The rows this process committed are there. Those that are sealed by now are the seals' to remember. */
async function checkCommitted(
  service: Watching,
  tx: Tx,
  { known, organizationId }: { readonly known: Known; readonly organizationId: OrganizationId },
): Promise<void> {
  const own = [...known].filter(([, stream]) => stream.organizationId === organizationId);
  const ids = own.flatMap(([, { rows }]) => rows.map((row) => row.auditId));
  for (const { audit_id: auditId } of await findMissingRows(tx, organizationId, ids))
    raiseAlarm(service, organizationId, { kind: "rowMissing", auditId });
  const sealed = new Map((await findStreamEnds(tx, organizationId)).map((end) => [end.stream_id, end.number]));
  for (const stream of witnessedStreams(service).values())
    if (stream.organizationId === organizationId) {
      const upTo = sealed.get(stream.streamId) ?? 0n;
      const checked = known.get(streamName(organizationId, stream.streamId))?.rows.length ?? 0;
      stream.rows = stream.rows.filter((row, index) => index >= checked || row.number > upTo);
    }
}

async function checkPayments(
  service: Watching,
  tx: Tx,
  { watch, organizationId }: { readonly watch: Watch; readonly organizationId: OrganizationId },
): Promise<void> {
  const now = service.clock.now();
  const until = watch.paymentsUntil.get(organizationId) ?? plusMs(now, -FIRST_LOOK_BACK_MS);
  const from = plusMs(until < now ? until : now, -OVERLAP_MS);
  const missing = await findUnauditedPayments(tx, organizationId, {
    fromId: firstIdAt(from),
    auditFromId: firstIdAt(plusMs(from, -OVERLAP_MS)),
  });
  for (const { transaction_id: transactionId } of missing)
    raiseAlarm(service, organizationId, { kind: "paymentNotAudited", transactionId });
  watch.paymentsUntil.set(organizationId, now);
}
