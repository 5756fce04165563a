import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { keptBy } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { streamName, type WitnessedRow, witnessedStreams, witnessNumber } from "#records/audit";
import { clearAlarm, raiseAlarm } from "./alarms.ts";
import { type Recheck, recheckSome, startRecheck } from "./recheck.ts";
import { readAnchors } from "./seals/anchors.ts";
import {
  findMissingRows,
  findStreamEnds,
  findStreams,
  findUnauditedPayments,
  type StreamRow,
  setLockTimeout,
} from "./streams.queries.ts";

/**
 * Watches the audit log next to the sealer, without the sealer's locks: rows not sealed in time, committed rows that
 * are missing, payments without a row, and, a little at a time and repeatedly, everything that is sealed. Findings
 * become alarms (alarms.ts).
 */
const SEALED_WITHIN_MS = 30 * SECOND_MS;
/** A payment normally commits within this time after its ID was generated. */
const OVERLAP_MS = 5 * SECOND_MS;
const FIRST_LOOK_BACK_MS = 5 * MINUTE_MS;
/** A short log is gone through once a minute: more often, that was a third of what an idle service does. */
export const AUDIT_ROUND_EVERY_MS = 50 * SECOND_MS;

type Watching = Pick<Service, "config" | "database" | "clock" | "vault" | "log">;

interface Watch {
  /** Payments up to here have been compared with audit rows. */
  readonly paymentsUntil: Map<OrganizationId, Date>;
  readonly rechecks: Map<OrganizationId, Recheck>;
  /** When the last round over an organization's log began, by the monotonic clock. */
  readonly roundsBegan: Map<OrganizationId, number>;
}
const watchOf = keptBy<Service["vault"], Watch>(() => ({
  paymentsUntil: new Map(),
  rechecks: new Map(),
  roundsBegan: new Map(),
}));

/** What this process knew about its streams, by name, before it read the database. */
type Known = ReadonlyMap<
  string,
  { readonly number: bigint; readonly organizationId: OrganizationId; readonly rows: readonly WitnessedRow[] }
>;

export interface WatchOptions {
  /** Milliseconds of a monotonic clock; the process's own by default. */
  readonly nowMs?: number;
  /** A round over what is sealed begins this long after the one before began; at once by default. */
  readonly roundEveryMs?: number;
}

/** One pass. Returns 0: no other job waits for its work. */
export async function runAuditWatch(
  service: Watching,
  { nowMs = performance.now(), roundEveryMs = 0 }: WatchOptions = {},
): Promise<number> {
  const watch = watchOf(service.vault);
  // The numbers before the database is read, so that rows committed in the meantime do not appear to be missing.
  const states = new Map(
    [...witnessedStreams(service)].map(([name, { number, organizationId, rows }]) => [
      name,
      { number, organizationId, rows: [...rows] },
    ]),
  );
  const organizations = await reporting(service, undefined, (tx) => checkAllStreams(service, tx, { states, nowMs }));
  for (const organizationId of organizations ?? [])
    await reporting(service, organizationId, async (tx) => {
      await checkCommitted(service, tx, { states, organizationId });
      await checkPayments(service, tx, { watch, organizationId });
      const rests = nowMs - (watch.roundsBegan.get(organizationId) ?? Number.NEGATIVE_INFINITY) < roundEveryMs;
      if (rests && !watch.rechecks.has(organizationId)) return;
      await recheckOrganization(service, tx, { watch, organizationId, nowMs });
    });
  return 0;
}

/**
 * Runs a check in a transaction with short lock waits, and raises an alarm if it fails: holding a lock or breaking a
 * table must not silence the watch.
 */
async function reporting<T>(
  service: Watching,
  organizationId: OrganizationId | undefined,
  check: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const problem = { kind: "checkFailed" } as const;
  try {
    const result = await service.database.transaction(async (tx) => {
      await setLockTimeout(tx);
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

/** Continues the round over what is sealed, or begins one. */
async function recheckOrganization(
  service: Watching,
  tx: Tx,
  {
    watch,
    organizationId,
    nowMs,
  }: { readonly watch: Watch; readonly organizationId: OrganizationId; readonly nowMs: number },
): Promise<void> {
  const begun = watch.rechecks.get(organizationId);
  const recheck =
    begun ?? startRecheck(service, organizationId, (await readAnchors(service.config.dataDir)).get(organizationId));
  watch.rechecks.delete(organizationId);
  const next = await recheckSome(service, tx, recheck);
  // Not before: a round that cannot begin is tried again in the next pass, so that its alarm stays.
  if (begun === undefined) watch.roundsBegan.set(organizationId, nowMs);
  if (next !== undefined) watch.rechecks.set(organizationId, next);
}

/** Compares the database's view of every stream with what this process knows. Returns the organizations. */
async function checkAllStreams(
  service: Watching,
  tx: Tx,
  { states, nowMs }: { readonly states: Known; readonly nowMs: number },
): Promise<ReadonlySet<OrganizationId>> {
  const streams = await findStreams(tx);
  const seen = new Set<string>();
  for (const stream of streams) {
    const name = streamName(stream.organization_id, stream.stream_id);
    seen.add(name);
    const before = states.get(name)?.number ?? 0n;
    if (stream.number < before || stream.number < stream.sealed) {
      const number = before > stream.sealed ? before : stream.sealed;
      raiseAlarm(service, stream.organization_id, { kind: "streamCut", streamId: stream.stream_id, number });
    }
    checkSealing(service, stream, nowMs);
  }
  for (const [name, { organizationId, streamId }] of witnessedStreams(service)) {
    const number = states.get(name)?.number;
    if (number !== undefined && !seen.has(name))
      raiseAlarm(service, organizationId, { kind: "streamCut", streamId, number });
  }
  return new Set(streams.map((stream) => stream.organization_id));
}

/** A number that was waiting earlier must be sealed in time, no matter how many came after it. */
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

/** Checks that the rows this process committed exist. The seals protect those that are sealed by now. */
async function checkCommitted(
  service: Watching,
  tx: Tx,
  { states, organizationId }: { readonly states: Known; readonly organizationId: OrganizationId },
): Promise<void> {
  const own = [...states].filter(([, stream]) => stream.organizationId === organizationId);
  const ids = own.flatMap(([, { rows }]) => rows.map((row) => row.auditId));
  for (const { audit_id: auditId } of await findMissingRows(tx, organizationId, ids))
    raiseAlarm(service, organizationId, { kind: "rowMissing", auditId });
  const sealed = new Map((await findStreamEnds(tx, organizationId)).map((end) => [end.stream_id, end.number]));
  for (const stream of witnessedStreams(service).values())
    if (stream.organizationId === organizationId) {
      const upTo = sealed.get(stream.streamId) ?? 0n;
      const checked = states.get(streamName(organizationId, stream.streamId))?.rows.length ?? 0;
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
