import { noScreening, type PaymentInstruction, type Rail, type Screening, type ScreeningHit } from "#bank/rails";
import { assert, present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { noteSteps } from "#kernel/telemetry/spans.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { NoteDelay } from "#kernel/work/delays.ts";
import { moveTransactions } from "../lifecycle/move-transactions.ts";
import { awaitValidation } from "./await-validation.ts";
import { claimStale, claimWaiting, type DueRow, dueSubmissions, markReceived } from "./hand-over.queries.ts";
import { type Instructions, instructionsOf, unverifiedHit } from "./instructions.ts";
import {
  type ClaimedPayment,
  claimQueued,
  dueCommits,
  type QueuedCommit,
  queueAcceptedPayments,
} from "./rail-queue.queries.ts";
import { type ScreenedBatch, screenPayments } from "./screen-payments.ts";

/** Payments per call of the rail, and commits or payments queued per statement: bounds for a message and a transaction. */
const BATCH = 2_500;
/** Batches that are marked and submitted at the same time: while one waits for the database, the other computes. */
const AT_ONCE = 2;
/** Batches of one organization before it is the others' turn. */
const BATCHES_PER_PASS = 8;
/** How long a payment may stay `submitted` before another process submits it again. On the service's clock. */
export const SUBMISSION_LEASE_MS = 30 * SECOND_MS;

export interface HandOverChecks {
  /** Screens payments before submission; by default, none. */
  readonly screen?: Screening | undefined;
  /** Receives the number of payments that were not submitted because their bank details do not verify (metrics). */
  readonly onUnverified?: (count: number) => void;
  /** Receives when the payments of each commit were due that are handed over for the first time. */
  readonly onDue?: NoteDelay;
}

export interface HandOver {
  readonly rail: Rail;
  readonly checks: HandOverChecks;
  readonly organizationId: OrganizationId;
}

/** Payments that are due: of accepted commits, or queued one by one. Each continues after the last one read. */
type Source =
  | { readonly from: "submissions"; readonly after: DueRow | undefined }
  | { readonly from: "commits"; readonly after: QueuedCommit | undefined };

/** Payments that are due, before they are marked. */
interface Due {
  readonly ids: readonly TransactionId[];
  /** Their commits, if they are not queued yet. */
  readonly commits: readonly QueuedCommit[] | undefined;
  /** Undefined if these were the last ones. */
  readonly next: Source | undefined;
}

/** As above, verified and screened. */
interface Batch extends Due, Instructions {
  readonly hits: ReadonlyMap<TransactionId, ScreeningHit>;
  readonly screened: ScreenedBatch;
}

/**
 * One pass for an organization: verify, screen, mark, and submit what is due. Returns the number of payments. While
 * batches are marked and submitted, the next one is read. Each continues after the last payment of the one before:
 * searching from the start would read the index entries of what was just handed over, which takes longer than the
 * payments.
 */
export async function handOverDue(service: Service, work: HandOver): Promise<number> {
  let done = await resubmitStale(service, work);
  let next: Promise<Batch> | undefined = readBatch(service, work, { from: "submissions", after: undefined });
  const running: Promise<number>[] = [];
  try {
    for (let batches = 1; next !== undefined; batches += 1) {
      const batch: Batch = await next;
      const source = batches < BATCHES_PER_PASS ? batch.next : undefined;
      next = source && readBatch(service, work, source);
      // Reported when its turn comes.
      next?.catch(() => undefined);
      if (running.length === AT_ONCE) done += (await running.shift()) ?? 0;
      const submitted = handOverBatch(service, work, batch);
      submitted.catch(() => undefined);
      running.push(submitted);
    }
    for (const submitted of running) done += await submitted;
  } finally {
    await Promise.allSettled([next, ...running]);
  }
  return done;
}

/** Payments marked earlier are read and verified again; those that fail stay `submitted` and are reported again. */
async function resubmitStale(service: Service, { rail, checks, organizationId }: HandOver): Promise<number> {
  const now = service.clock.now();
  const staleBefore = plusMs(now, -SUBMISSION_LEASE_MS);
  const stale = await service.database.transaction((tx) =>
    claimStale(tx, organizationId, { now, staleBefore, limit: BATCH }),
  );
  const ids = stale.map((row) => row.transaction_id);
  const { ready, unverified } = await instructionsOf(service, organizationId, ids, { isRepeat: true });
  assert(
    ready.length + unverified.length === ids.length,
    "every payment marked earlier is submitted again or reported",
  );
  // The mark authorizes nothing: written to the database by someone else, it sends no payment that waits for screening.
  const { hits, held } = await checkPayments(service, organizationId, ready);
  const passed = ready.filter(({ instructionId: id }) => !hits.has(id) && !held.has(id));
  await submit(service, rail, { organizationId, ready: dueAmong(passed, stale) });
  if (passed.length < ready.length)
    service.log.error(
      { organizationId, payments: ready.length - passed.length },
      "Payments that were marked as submitted do not pass screening now: they are not submitted again",
    );
  if (unverified.length > 0) checks.onUnverified?.(unverified.length);
  return ids.length;
}

/** What screening and the validation of bank details say about these payments. */
const checkPayments = async (
  service: Service,
  organizationId: OrganizationId,
  payments: readonly PaymentInstruction[],
): Promise<ScreenedBatch> => {
  const screened = await screenPayments(service, organizationId, payments);
  return awaitValidation(service, organizationId, { payments, screened });
};

/** The next payments that are due. Nothing is marked yet: what does not verify must never look as if the bank may have it. */
async function readBatch(
  service: Service,
  { checks: { screen = noScreening }, organizationId }: HandOver,
  source: Source,
): Promise<Batch> {
  const due = await readDue(service, organizationId, source);
  const { ready, unverified, ended } = await instructionsOf(service, organizationId, due.ids);
  // Outside any transaction, because screening may call another service.
  const found = ready.length === 0 ? new Map<TransactionId, ScreeningHit>() : await screen(ready);
  const screened = await checkPayments(service, organizationId, ready);
  const hits = new Map([...found, ...screened.hits]);
  const shown = new Set(ready.map(({ instructionId }) => instructionId));
  for (const id of hits.keys()) assert(shown.has(id), "screening stops only payments that it was shown");
  return { ...due, ready, unverified, ended, hits, screened };
}

async function readDue({ database, clock }: Service, organizationId: OrganizationId, source: Source): Promise<Due> {
  const now = clock.now();
  if (source.from === "submissions") {
    const rows = await dueSubmissions(database, organizationId, { now, after: source.after, limit: BATCH });
    assert(rows.length <= BATCH, "a call of the rail has a bounded number of payments");
    const ids = rows.map((row) => row.transaction_id);
    const rest: Source = { from: "submissions", after: rows.at(-1) };
    if (ids.length > 0) return { ids, commits: undefined, next: rows.length === BATCH ? rest : startOfCommits };
  }
  const { after } = source.from === "commits" ? source : startOfCommits;
  const commits = await dueCommits(database, organizationId, { now, after, most: BATCH });
  const last = commits.at(-1);
  const ids = commits.flatMap((commit) => commit.transaction_ids);
  return { ids, commits, next: last && { from: "commits", after: last } };
}

const startOfCommits = { from: "commits", after: undefined } as const;

/** Queues payments due at or before `until`. Returns their number; 0 = none is left. */
export const takeIn = (tx: Tx, organizationId: OrganizationId, until: Date): Promise<number> =>
  queueAcceptedPayments(tx, organizationId, { until, most: BATCH });

/** Marks and submits what still waits. Returns the number of payments. */
async function handOverBatch(
  service: Service,
  { rail, checks, organizationId }: HandOver,
  { ids, commits, ready, unverified, ended, hits, screened: { held, record } }: Batch,
): Promise<number> {
  if (ids.length === 0) return 0;
  // Payments queued one by one may have waited for people.
  for (const commit of commits ?? []) checks.onDue?.(new Date(commit.due_at));
  const now = service.clock.now();
  const verified = ready.map((instruction) => instruction.instructionId);
  // One transaction decides about each payment. A concurrent cancellation has withdrawn it, or finds it
  // claimed.
  const { claimed, screened } = await service.database.transaction(async (tx) => {
    const kept = [...hits.keys(), ...held];
    assert(new Set(kept).size === kept.length, "a payment is stopped or held back, not both");
    const mine =
      commits === undefined
        ? await claimWaiting(tx, organizationId, {
            ids: verified.filter((id) => !hits.has(id) && !held.has(id)),
            trigger: "submit",
            now,
          })
        : await claimQueued(tx, organizationId, { commits, waiting: [...unverified, ...ended, ...kept], now });
    await record(tx);
    return { claimed: mine, screened: await blockScreened(service, tx, { organizationId, hits, waiting: verified }) };
  });
  const changed = await blockUnverified(service, organizationId, unverified);
  // Those that a cancellation or an answer took no longer wait, and are no alarm.
  const putBack = await blockUnverified(service, organizationId, ended);
  if (putBack.length > 0)
    service.log.error(
      { organizationId, transactionIds: putBack },
      "Payments were not submitted: the ledger does not hold them, so they were sent or ended before",
    );
  // Another process or a cancellation may have taken some of them.
  const fresh = dueAmong(ready, claimed);
  assert(fresh.length === claimed.length, "every payment claimed for the bank was verified");
  assert(claimed.length + screened <= verified.length, "a payment is claimed or stopped, not both");
  const handedOver = fresh.map((instruction) => ({ ...instruction, handedOverAt: now }));
  await submit(service, rail, { organizationId, ready: handedOver });
  const stopped = changed.length + putBack.length;
  if (stopped > 0) checks.onUnverified?.(stopped);
  return claimed.length + screened + stopped;
}

/** Those of the payments that were claimed, with the time at which they were due. */
function dueAmong(
  ready: readonly PaymentInstruction[],
  claimed: readonly ClaimedPayment[],
): readonly PaymentInstruction[] {
  const due = new Map(claimed.map((row) => [row.transaction_id, row.hand_over_at]));
  return ready.flatMap((instruction) => {
    const dueAt = due.get(instruction.instructionId);
    return dueAt === undefined ? [] : [{ ...instruction, dueAt }];
  });
}

/** Submits what was verified: the bank gets the verified content, regardless of later changes in the database. */
export async function submit(
  service: Service,
  rail: Rail,
  { organizationId, ready }: { organizationId: OrganizationId; ready: readonly PaymentInstruction[] },
): Promise<void> {
  if (ready.length === 0) return;
  const received = ready.map(({ instructionId }) => instructionId);
  assert(new Set(received).size === received.length, "a payment is handed over once in a call");
  assert(
    ready.every((instruction) => instruction.organizationId === organizationId),
    "a call hands over the payments of one organization",
  );
  // No transaction is open here. If the process dies before the next line, the lease expires and the payments are
  // submitted again; the bank recognizes the repeat (ADR 0012).
  const startedAtMs = Date.now();
  await rail.submit(ready);
  noteSteps("transaction", received, { name: "payment handed over", startedAtMs });
  const marked = await markReceived(service.database, organizationId, received);
  assert(marked <= received.length, "a call marks only the payments that it handed over");
}

/**
 * Blocks payments that do not verify, one at a time. If that fails because the hold does not match the amount, the
 * payment is only held back, so that it does not stop the organization's other payments. Returns both, without those that
 * no longer wait: another process, a cancellation, or an answer took them.
 */
async function blockUnverified(
  service: Service,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<readonly TransactionId[]> {
  const stopped: TransactionId[] = [];
  for (const id of ids) {
    const hits = new Map([[id, unverifiedHit]]);
    try {
      const blocked = await service.database.transaction((tx) =>
        blockScreened(service, tx, { organizationId, hits, waiting: [id] }),
      );
      if (blocked > 0) stopped.push(id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      service.log.error(
        { err: error, organizationId, transactionId: id },
        "A changed payment is held back because its hold does not match it",
      );
      const now = service.clock.now();
      const heldBack = await service.database.transaction((tx) =>
        claimWaiting(tx, organizationId, { ids: [id], trigger: "screen", now }),
      );
      if (heldBack.length > 0) stopped.push(id);
    }
  }
  return stopped;
}

/** Blocks the payments with a hit and releases their holds. Returns the number of payments blocked here. */
async function blockScreened(
  service: Service,
  tx: Tx,
  {
    organizationId,
    hits,
    waiting,
  }: {
    organizationId: OrganizationId;
    hits: ReadonlyMap<TransactionId, ScreeningHit>;
    waiting: readonly TransactionId[];
  },
): Promise<number> {
  const hit = waiting.filter((id) => hits.has(id));
  if (hit.length === 0) return 0;
  const now = service.clock.now();
  const claimed = await claimWaiting(tx, organizationId, { ids: hit, trigger: "screen", now });
  const moves = claimed.map(({ transaction_id: transactionId }) => ({
    transactionId,
    trigger: "block" as const,
    at: now,
    ...present(hits.get(transactionId), "only payments with a hit are blocked"),
  }));
  const moved = await moveTransactions(service, tx, { organizationId, actor: { type: "service" }, moves });
  assert(moved.size === moves.length, "a payment that waits for the bank is pending");
  return moved.size;
}
