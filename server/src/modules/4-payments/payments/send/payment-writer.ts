import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import { unavailable } from "#kernel/http/http-refusals.ts";
import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, retryingConflicts } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { currentSpan, type TraceSpan, traced, withinSpan } from "#kernel/telemetry/spans.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Checks, createCheckedWriter } from "./checked-writer.ts";
import { createPayments } from "./create-payments.queries.ts";
import { retryingKeyRaces } from "./key-races.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";

/**
 * The only way to create payments: group commit (ADR 0004).
 *
 * While an organization's call to the database is in flight, new payments queue; the next call takes them all and
 * commits once. An idle writer sends a payment in the same turn of the event loop, without a timer. Payments of one
 * organization travel together, so a hot account costs one row lock per call, and only one call is in flight: a second
 * would wait for the first call's lock. The next call starts before the previous replies are written, so the database
 * and this process work in parallel.
 *
 * A payment that shares its key or guard value with one in the batch waits for the next batch, in which the database
 * sees the first one committed. Otherwise, arrival order is kept.
 *
 * If the process dies, a queued payment was never acknowledged and leaves no trace. A payment in flight is committed or
 * not; its client got no reply and retries with its key.
 */
export interface PaymentWriter {
  /**
   * Decides the payment. Rejects with 503 if too many wait or the database is unavailable; then nothing has happened,
   * or the outcome is unknown and a retry with the key reveals it.
   */
  submit(payment: PreparedPayment): Promise<PaymentDecision>;
  /** The same for a payment that is first checked under its account's lock (checked-writer.ts). */
  submitChecked(payment: PreparedPayment, checks: Checks): Promise<PaymentDecision>;
  /** Resolves when everything submitted so far has been decided. */
  drain(): Promise<void>;
  /** Payments waiting, not counting those in flight. */
  queued(): number;
  /** Reports every call to the database: for metrics. */
  observe(observer: WriterObserver): void;
}

export interface WriterObserver {
  /** A call started with this many payments. */
  batchSent(size: number): void;
  /** A call failed as a whole, and its payments are now sent one at a time. This is always a defect. */
  batchSplit(): void;
}

/** Measured in the trial behind ADR 0004: 128 did better than 512. */
const BATCH_LIMIT = 128;
/** Organizations with a call in flight at the same time: the database does the rest of the work, too. */
const CALLS_IN_FLIGHT = 4;

interface Waiting {
  readonly payment: PreparedPayment;
  /** Of its request, if that is sampled. */
  readonly span: TraceSpan | undefined;
  readonly resolve: (decision: PaymentDecision) => void;
  readonly reject: (error: unknown) => void;
}

type Writing = Pick<Service, "database" | "clock" | "config" | "log" | "vault">;

export function createPaymentWriter(service: Writing): PaymentWriter {
  const gathering = createGatheringWriter(service);
  const checked = createCheckedWriter(service);
  return {
    ...gathering,
    submitChecked: checked.submit,
    drain: async () => void (await Promise.all([gathering.drain(), checked.drain()])),
    queued: () => gathering.queued() + checked.queued(),
  };
}

function createGatheringWriter(service: Writing): Omit<PaymentWriter, "submitChecked"> {
  // Organizations with waiting payments, in the order in which they are served: a busy one moves to the end after each
  // batch.
  const queues = new Map<OrganizationId, Waiting[]>();
  const inFlight = new Set<OrganizationId>();
  const idle: (() => void)[] = [];
  let queued = 0;
  let unanswered = 0;
  let observer: WriterObserver = { batchSent: () => undefined, batchSplit: () => undefined };
  // After every request that has already arrived was read, so that they travel together.
  const schedule = atEndOfTurn(sendWaiting);

  function sendWaiting(): void {
    for (const [organizationId, waiting] of queues) {
      if (inFlight.size >= CALLS_IN_FLIGHT) break;
      if (!inFlight.has(organizationId)) sendNext(organizationId, waiting);
    }
    tellWhenIdle();
  }

  function sendNext(organizationId: OrganizationId, waiting: readonly Waiting[]): void {
    const { batch, rest } = takeBatch(waiting);
    queues.delete(organizationId);
    if (rest.length > 0) queues.set(organizationId, rest);
    queued -= batch.length;
    unanswered += batch.length;
    inFlight.add(organizationId);
    observer.batchSent(batch.length);
    // The next call starts here, before the replies of this one are written.
    const returned = () => {
      inFlight.delete(organizationId);
      sendWaiting();
    };
    void send(service, batch, { returned, split: () => observer.batchSplit() }).finally(() => {
      unanswered -= batch.length;
      tellWhenIdle();
    });
  }

  function tellWhenIdle(): void {
    if (unanswered === 0 && queued === 0) for (const resolve of idle.splice(0)) resolve();
  }

  return {
    submit: (payment) => {
      // A bounded queue: beyond it, a quick 503 is better than a reply after the client has given up.
      if (queued >= service.config.queueLimit)
        return Promise.reject(unavailable(new Error("the payment queue is full")));
      return new Promise((resolve, reject) => {
        const waiting = queues.get(payment.organizationId);
        const next = { payment, span: currentSpan(), resolve, reject };
        if (waiting) waiting.push(next);
        else queues.set(payment.organizationId, [next]);
        queued += 1;
        // Otherwise, the call in flight sends the queue when it returns.
        if (!inFlight.has(payment.organizationId)) schedule();
      });
    },
    drain: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule();
      }),
    queued: () => queued,
    observe: (next) => {
      observer = next;
    },
  };
}

/** Defers work to the end of this turn of the event loop, once per turn. */
function atEndOfTurn(work: () => void): () => void {
  let scheduled = false;
  return () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      work();
    });
  };
}

type Decided = { readonly decisions: readonly PaymentDecision[] } | { readonly error: unknown };

interface Progress {
  /**
   * The database has processed the batch, and nothing has been replied yet: the next batch starts while these replies
   * are written.
   */
  readonly returned: () => void;
  readonly split: () => void;
}

/** Decides a batch and replies to each of its payments. Never rejects. */
async function send(service: Writing, batch: readonly Waiting[], progress: Progress): Promise<void> {
  const decided = await inSpanOf(batch, () =>
    decide(
      service,
      batch.map((waiting) => waiting.payment),
    ),
  ).then(
    (decisions): Decided => ({ decisions }),
    (error: unknown): Decided => ({ error }),
  );
  // Not if the database is unavailable: then single payments would fail as well.
  if ("error" in decided && batch.length > 1 && !isUnavailable(decided.error)) {
    await sendOneByOne(service, batch, { progress, cause: decided.error });
    return;
  }
  progress.returned();
  answer(batch, decided);
}

/** A batch is below the first request that is sampled, and linked with the others. It was sent by any request, or none. */
function inSpanOf<T>(batch: readonly Waiting[], work: () => Promise<T>): Promise<T> {
  const [parent, ...links] = batch.flatMap(({ span }) => span ?? []);
  return withinSpan(parent, () =>
    traced("payment batch", { links, attributes: { "bursar.batch.payments": batch.length } }, work),
  );
}

/**
 * A call should fail only if the database is unavailable. If a defect makes it fail for one payment, the others must
 * still be paid; but the defect must be logged, because the replies would hide it.
 */
async function sendOneByOne(
  service: Writing,
  batch: readonly Waiting[],
  { progress, cause }: { progress: Progress; cause: unknown },
): Promise<void> {
  service.log.error(
    { err: cause, payments: batch.length },
    "A call for several payments failed; sending them one at a time",
  );
  progress.split();
  for (const waiting of batch) await send(service, [waiting], { ...progress, returned: () => undefined });
  progress.returned();
}

function answer(batch: readonly Waiting[], decided: Decided): void {
  if ("error" in decided) {
    const error = isUnavailable(decided.error) ? unavailable(decided.error) : decided.error;
    for (const waiting of batch) waiting.reject(error);
    return;
  }
  batch.forEach((waiting, index) => {
    const decision = decided.decisions[index];
    if (decision) waiting.resolve(decision);
  });
}

/** The longest run of waiting payments that may share a call; the rest keeps its place at the front. */
function takeBatch(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = [];
  const held: Waiting[] = [];
  const keys = new Set<string>();
  const guards = new Set<bigint>();
  const first = waiting[0]?.payment;
  let taken = 0;
  for (const item of waiting) {
    if (batch.length === BATCH_LIMIT) break;
    taken += 1;
    const { keyDigest, guardContent } = item.payment;
    // The function compares payments with those committed before, not with each other, and reads the settings of the
    // first payment for all.
    const clashes =
      (keyDigest !== null && keys.has(keyDigest)) ||
      (guardContent !== null && guards.has(guardContent)) ||
      item.payment.guardHours !== first?.guardHours ||
      item.payment.coolingOffHours !== first.coolingOffHours;
    if (clashes) {
      held.push(item);
      continue;
    }
    if (keyDigest !== null) keys.add(keyDigest);
    if (guardContent !== null) guards.add(guardContent);
    batch.push(item);
  }
  return { batch, rest: [...held, ...waiting.slice(taken)] };
}

async function decide(
  service: Pick<Service, "database" | "clock" | "vault">,
  payments: readonly PreparedPayment[],
): Promise<readonly PaymentDecision[]> {
  const spentOn = newYorkDay(service.clock.now());
  const { organizationId } = present(payments[0], "a batch holds a payment");
  // A batch is sent by the first request, or by the end of another organization's batch.
  const { database } = service;
  // One statement, which commits alone, unless something is stored with a payment.
  const decideAll = payments.every(({ achFields }) => achFields === null)
    ? () => createPayments(service, database, payments, spentOn)
    : () => database.transaction((tx) => createPayments(service, tx, payments, spentOn));
  return withinOrganization(organizationId, () => retryingKeyRaces(() => retryingConflicts(decideAll)));
}

/** Up to the largest batch of payment-writer.ts. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

/** Counts the batches of a payment writer. */
export function writerMetrics(metrics: Metrics): WriterObserver {
  const batches = metrics.histogram(
    { name: "bursar_payment_batch_size", help: "Payments per call to the database." },
    BATCH_BUCKETS,
  );
  const splits = metrics.counter({
    name: "bursar_payment_batches_split_total",
    help: "Calls that failed as a whole, after which their payments were sent one at a time. Anything but 0 is a defect: see the log.",
  });
  return { batchSent: (size) => batches.observe(size), batchSplit: () => splits.inc() };
}

/** The writer, with its batches, its queue, and its decisions counted. */
export function countedWriter(writer: PaymentWriter, metrics: Metrics): PaymentWriter {
  const decided = metrics.counter({
    name: "bursar_payments_decided_total",
    help: "Direct sends decided, by method and outcome (accepted, replayed, or the refusal).",
    labelNames: ["method", "outcome"],
  });
  const decisions = childrenOf((method, outcome) => decided.labels(method, outcome));
  const queued = metrics.gauge({
    name: "bursar_payments_queued",
    help: "Payments waiting for the writer of this process.",
  });
  metrics.onScrape(() => queued.set(writer.queued()));
  writer.observe(writerMetrics(metrics));
  return {
    ...writer,
    submit: async (payment) => {
      const decision = await writer.submit(payment);
      decisions(payment.method, decision.outcome).inc();
      return decision;
    },
  };
}
