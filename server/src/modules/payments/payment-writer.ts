import { newYorkDay } from "../../kernel/calendar/new-york.ts";
import { unavailable } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import { isUnavailable, retryingConflicts, violatedConstraint } from "../../kernel/sql/database.ts";
import { createPayments } from "./create-payments.queries.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";

/**
 * The one door to new payments: group commit (ADR 0004).
 *
 * While a call to the database is in flight, arriving payments gather; the next call takes them all and commits once. An
 * idle writer sends a payment in the same turn of the event loop, with what else arrived in it: there is no timer. Payments of one organisation travel together, so one hot
 * account costs one row lock per call. A second call overlaps the first when enough wait: it
 * is prepared and sent while the other commits.
 *
 * A payment that shares its key or its guard value with one already in the batch waits for the next batch; there the
 * database sees the first one committed. Order of arrival is kept otherwise.
 *
 * If the process dies: a payment still gathered was never acknowledged and has left no trace. A payment in flight is
 * committed or not; its client got no answer and asks again with its key.
 */
export interface PaymentWriter {
  /** Decides the payment. Rejects with 503 when too many wait or the database is away; nothing has happened then, or the outcome is unknown and the key tells. */
  submit(payment: PreparedPayment): Promise<PaymentDecision>;
  /** Resolves when everything submitted so far has been decided. */
  drain(): Promise<void>;
  /** Payments waiting, not counting those in flight. */
  queued(): number;
  /** Called with the size of every batch sent: for metrics. */
  onBatch(listener: (size: number) => void): void;
}

/** Measured in the trial behind docs/adr/0004: 128 did better than 512, and two calls in flight better than one. */
const BATCH_LIMIT = 128;
const CALLS_IN_FLIGHT = 2;
/** Fewer than this gather until the call before them returns: a call costs as much as twenty payments in it. */
const OVERLAP_FROM = 16;
const KEY_RACE_RETRIES = 3;

interface Waiting {
  readonly payment: PreparedPayment;
  readonly resolve: (decision: PaymentDecision) => void;
  readonly reject: (error: unknown) => void;
}

export function createPaymentWriter(service: Pick<Service, "database" | "clock" | "config">): PaymentWriter {
  const callsInFlight = service.database.kind === "embedded" ? 1 : CALLS_IN_FLIGHT;
  // Organisations with waiting payments, in the order they are served: a busy one goes to the end after each batch.
  const queues = new Map<OrganizationId, Waiting[]>();
  const idle: (() => void)[] = [];
  let queued = 0;
  let inFlight = 0;
  let scheduled = false;
  let batchListener: (size: number) => void = () => undefined;

  /** At the end of this turn, when every request that has already arrived has been read: they travel together. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(next);
  }

  function next(): void {
    scheduled = false;
    while (inFlight === 0 || (inFlight < callsInFlight && queued >= OVERLAP_FROM)) {
      const organizationId = queues.keys().next().value;
      if (organizationId === undefined) break;
      const waiting = queues.get(organizationId) ?? [];
      queues.delete(organizationId);
      const { batch, rest } = takeBatch(waiting);
      if (rest.length > 0) queues.set(organizationId, rest);
      queued -= batch.length;
      inFlight += 1;
      batchListener(batch.length);
      void send(service, batch).finally(() => {
        inFlight -= 1;
        schedule();
      });
    }
    if (inFlight === 0 && queued === 0) for (const resolve of idle.splice(0)) resolve();
  }

  return {
    submit: (payment) => {
      if (queued >= service.config.queueLimit)
        return Promise.reject(unavailable(new Error("the payment queue is full")));
      return new Promise((resolve, reject) => {
        const waiting = queues.get(payment.organizationId);
        if (waiting) waiting.push({ payment, resolve, reject });
        else queues.set(payment.organizationId, [{ payment, resolve, reject }]);
        queued += 1;
        if (inFlight === 0 || queued >= OVERLAP_FROM) schedule();
      });
    },
    drain: () =>
      new Promise((resolve) => {
        idle.push(resolve);
        schedule();
      }),
    queued: () => queued,
    onBatch: (listener) => {
      batchListener = listener;
    },
  };
}

/** Decides a batch and answers each of its payments. Never rejects. */
async function send(service: Pick<Service, "database" | "clock">, batch: readonly Waiting[]): Promise<void> {
  try {
    const decisions = await decide(
      service,
      batch.map((waiting) => waiting.payment),
    );
    batch.forEach((waiting, index) => {
      const decision = decisions[index];
      if (decision) waiting.resolve(decision);
    });
  } catch (error) {
    // One payment the database chokes on must not take the others with it: each is tried alone.
    if (batch.length > 1 && !isUnavailable(error)) {
      for (const waiting of batch) await send(service, [waiting]);
      return;
    }
    for (const waiting of batch) waiting.reject(isUnavailable(error) ? unavailable(error) : error);
  }
}

/** The longest run of waiting payments that may share a call; what must wait keeps its place at the front. */
function takeBatch(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = [];
  const held: Waiting[] = [];
  const keys = new Set<string>();
  const guards = new Set<bigint>();
  const guardHours = waiting[0]?.payment.guardHours;
  let taken = 0;
  for (const item of waiting) {
    if (batch.length === BATCH_LIMIT) break;
    taken += 1;
    const { keyDigest, guardDigest } = item.payment;
    const clashes =
      (keyDigest !== null && keys.has(keyDigest)) ||
      (guardDigest !== null && guards.has(guardDigest)) ||
      item.payment.guardHours !== guardHours;
    if (clashes) {
      held.push(item);
      continue;
    }
    if (keyDigest !== null) keys.add(keyDigest);
    if (guardDigest !== null) guards.add(guardDigest);
    batch.push(item);
  }
  return { batch, rest: [...held, ...waiting.slice(taken)] };
}

/** Two processes may carry the same key on different accounts at the same instant: the index stops the second, which then finds the first. */
async function decide(
  service: Pick<Service, "database" | "clock">,
  payments: readonly PreparedPayment[],
): Promise<readonly PaymentDecision[]> {
  const spentOn = newYorkDay(service.clock.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryingConflicts(() => createPayments(service.database, payments, spentOn));
    } catch (error) {
      if (violatedConstraint(error) !== "transactions_key_digest_key" || attempt === KEY_RACE_RETRIES) throw error;
    }
  }
}
