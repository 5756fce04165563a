import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, plusMs, SECOND_MS, systemClock } from "#kernel/clock/clock.ts";
import { signDelivery } from "#kernel/crypto/delivery-signatures.ts";
import { KeyRevoked } from "#kernel/crypto/vault.ts";
import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Database, isUnavailable } from "#kernel/sql/database.ts";
import { readInIndexOrder } from "#kernel/sql/server-session.ts";
import { beginStep, type TraceSpan, traceparentOf } from "#kernel/telemetry/spans.ts";
import type { EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import type { NoteDelay } from "#kernel/work/delays.ts";
import { findFailing, isResting, noteFailure, noteSuccess } from "#kernel/work/failing-jobs.ts";
import { findEvents, renderEvent } from "#records/events/feed";
import { signingSecretsOf } from "../endpoints/signing-secrets.ts";
import type { Sender } from "../sender/guarded-sender.ts";
import { firstWaitMs, givenUpAfterMs, nominalWaitMsMax } from "./back-off.ts";
import { type ClaimedRow, claimDeliveries, findDueEndpoints, findNextStop, releaseClaims } from "./courier.queries.ts";
import { AT_ONCE, organizationsInTurn, PLACES, type RunningAttempt, type Share, sharesOf } from "./courier-shares.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import { type Attempted, recordAttempts } from "./record-attempts.ts";

/**
 * The courier claims due deliveries, sends them, and records the results:
 *
 *
 * 1. Claimed: one transaction per organization leases deliveries that are due and next in line for their endpoint and
 * resource. Other processes skip them; if this one dies, the lease expires and they are due again.
 * 2. Sent: outside any transaction. Later deliveries of the same endpoint and resource keep waiting, which preserves
 * the order.
 * 3. Recorded: finished attempts are written together, the lease is released, and the next delivery may start.
 *
 * A slow receiver delays nothing else: a pass starts what it can, waits briefly, records what has finished, and
 * returns; later passes record the rest. Each endpoint has a share of the places, a failing one has one
 * (endpoint-health.ts), and all failing ones together have at most half. So does one organization, and those with the
 * fewest running attempts come first (courier-shares.ts).
 */
export interface Courier {
  /** One pass. Returns the number of attempts that it started, recorded, or still waits for; 0 = nothing to do. */
  run(): Promise<number>;
  /** Waits for running attempts and records them. Starts nothing. Call before closing the sender. */
  finish(): Promise<number>;
  /** Forgets what it has claimed and what is under way: the rows are gone. */
  abandon(): void;
}

export interface CourierOptions {
  readonly random?: () => number;
  /** Called for every finished attempt, for metrics. */
  readonly onAttempt?: (outcome: DeliveryOutcome["kind"]) => void;
  /** Called with the instant at which a delivery was due that only this service has delayed, for metrics. */
  readonly onDue?: NoteDelay;
  /** The time of signatures: receivers compare it with their own clocks, whatever the sandbox's clock says. */
  readonly machineClock?: Clock;
  /** Whether endpoints that are down are probed; if not, only at the end of their three days. */
  readonly probes?: boolean;
}

type Delivering = Pick<Service, "config" | "database" | "clock" | "newId" | "vault" | "log">;

const JOB = "webhook-deliveries";
/** How long a claim lasts by the database's clock, in attempts that take their whole time: only a dead process loses it. */
const ATTEMPTS_PER_LEASE = 6;
/** How long a pass waits for its first attempt to finish before it looks for new work. */
const LOOK_AGAIN_MS = 50;
/** How long it then waits for others, which are recorded by the same commit. */
const GATHER_MS = 5;
/** A bound for one query; endpoints beyond it are found by a later pass. */
const ENDPOINTS_PER_PASS = 10_000;

/** The deliveries that this process has claimed. Lost when it dies; the leases in the database then expire. */
interface State {
  readonly underWay: Map<string, RunningAttempt>;
  /** Claimed, and sent when an attempt of their endpoint ends. */
  readonly waiting: Map<EndpointId, Claimed[]>;
  /** Claimed, and not to be sent by this process: their endpoint has failed, or the process ends. */
  readonly unsent: Claimed[];
  readonly endpoints: Map<EndpointId, EndpointAttempts>;
  readonly ended: Attempted[];
  /** Called when an attempt ends. */
  wake: () => void;
  /** Grows whenever the attempts under way are abandoned: their ends are of no interest. */
  abandoned: number;
}

interface EndpointAttempts {
  running: number;
  /** How long the last attempt took; undefined if it failed. */
  lastMs: number | undefined;
}

/** A courier of this process. Several processes can run one each: claims keep them apart. */
export function createWebhookCourier(service: Delivering, sender: Sender, options: CourierOptions = {}): Courier {
  const state: State = {
    underWay: new Map(),
    waiting: new Map(),
    unsent: [],
    endpoints: new Map(),
    ended: [],
    wake: () => undefined,
    abandoned: 0,
  };
  const courier = {
    service,
    sender,
    state,
    random: options.random ?? Math.random,
    leaseMs: ATTEMPTS_PER_LEASE * sender.timeoutMs,
    onAttempt: options.onAttempt,
    onDue: options.onDue,
    machineClock: options.machineClock ?? systemClock,
    probes: options.probes ?? true,
  };
  return {
    run: async () => {
      // First, so that after a database outage, finished attempts are not claimed again because their claims expired.
      const recordedBefore = await record(courier);
      const started = await start(courier);
      if (state.underWay.size === 0) return recordedBefore;
      await nextEnd(state, LOOK_AGAIN_MS);
      if (state.underWay.size > state.ended.length) await sleep(GATHER_MS);
      return Math.max(started, 1, recordedBefore + (await record(courier)));
    },
    finish: async () => {
      let recorded = 0;
      for (const endpointId of state.waiting.keys()) giveUp(state, endpointId);
      await release(courier);
      while (state.underWay.size > 0) {
        // Terminates: the sender ends every attempt within its time limit.
        await nextEnd(state, SECOND_MS);
        recorded += await record(courier);
      }
      return recorded;
    },
    abandon: () => {
      state.abandoned += 1;
      for (const kept of [state.underWay, state.waiting, state.endpoints]) kept.clear();
      for (const kept of [state.unsent, state.ended]) kept.splice(0);
      state.wake();
    },
  };
}

// Two bounds, because every pass may make further deliveries due.
const PASSES_MAX = 100_000;
const STARTS_FOR_MS = 20 * SECOND_MS;

/**
 * Delivers everything that is due and waits for it: for the sandbox's clock and for tests. Returns the number of
 * attempts. Starts no new work after `endsAtMs`, by default in 20 s.
 */
export async function runWebhookDeliveries(
  service: Delivering,
  sender: Sender,
  {
    endsAtMs = performance.now() + STARTS_FOR_MS,
    ...options
  }: Pick<CourierOptions, "random" | "probes"> & { readonly endsAtMs?: number } = {},
): Promise<number> {
  let attempts = 0;
  const courier = createWebhookCourier(service, sender, {
    ...options,
    onAttempt: () => {
      attempts += 1;
    },
  });
  for (let pass = 0; pass < PASSES_MAX && performance.now() < endsAtMs; pass += 1) {
    if ((await courier.run()) === 0) break;
  }
  await courier.finish();
  return attempts;
}

/** When the sandbox's clock stops for deliveries; undefined if none waits. In the past: one is due now. */
export const nextWebhookStopAt = async (
  db: Pick<Database, "one" | "many" | "maybe" | "run">,
): Promise<Date | undefined> =>
  (await findNextStop(db, { firstWaitMs, nominalWaitMsMax, givenUpAfterMs })).due_at ?? undefined;

interface Running {
  readonly service: Delivering;
  readonly sender: Sender;
  readonly state: State;
  readonly random: () => number;
  readonly leaseMs: number;
  readonly onAttempt: ((outcome: DeliveryOutcome["kind"]) => void) | undefined;
  readonly onDue: NoteDelay | undefined;
  readonly machineClock: Clock;
  readonly probes: boolean;
}

/** Claims due deliveries and starts sending them. */
async function start(courier: Running): Promise<number> {
  const { service, state } = courier;
  if (state.underWay.size >= PLACES) return 0;
  const now = service.clock.now();
  const failingBefore = courier.probes ? undefined : plusMs(now, -givenUpAfterMs);
  const due = await findDueEndpoints(service.database, { now, failingBefore, limit: ENDPOINTS_PER_PASS });
  let started = 0;
  for (const [organizationId, endpoints] of organizationsInTurn([...state.underWay.values()], due)) {
    const shares = sharesOf([...state.underWay.values()], endpoints, (id) => state.endpoints.get(id)?.lastMs);
    if (shares.length === 0 || isResting(findFailing(service, JOB, organizationId))) continue;
    try {
      const claimed = await claim(courier, organizationId, shares);
      // A delivery whose claim expired while this process is still sending it is claimed again, but not sent twice.
      const fresh = claimed.filter(({ row }) => !state.underWay.has(row.delivery_id));
      noteDelays(courier, fresh);
      for (const delivery of fresh) enqueue(state, delivery);
      for (const { endpointId } of shares) sendNext(courier, endpointId);
      started += fresh.length;
      noteSuccess(service, JOB, organizationId);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // Nothing can be signed: its deliveries wait, and none of their attempts is counted.
      if (error instanceof KeyRevoked) {
        noteFailure(service, JOB, organizationId, { isRevoked: true });
        continue;
      }
      // This organization's data is at fault: the others' deliveries continue.
      service.log.error({ err: error, organizationId }, "Webhook deliveries of an organization could not be claimed");
    }
  }
  return started;
}

/** A claimed delivery with everything that is sent: nothing is read between claim and attempt. */
interface Claimed {
  readonly organizationId: OrganizationId;
  readonly row: ClaimedRow;
  /** The transaction that the event is about. */
  readonly transactionId: string | undefined;
  readonly heldBack: boolean;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly startedAt: Date;
  /** Of the process's monotonic clock. */
  readonly claimedAtMs: number;
}

/** Leases deliveries and reads their events and secrets in one transaction; nothing is sent in it. */
function claim(
  { service, leaseMs }: Running,
  organizationId: OrganizationId,
  shares: readonly Share[],
): Promise<readonly Claimed[]> {
  const now = service.clock.now();
  const claimedAtMs = performance.now();
  const heldBack = new Set(shares.filter((share) => share.heldBack).map((share) => share.endpointId));
  return service.database.transaction(async (tx) => {
    await readInIndexOrder(tx);
    const rows = await claimDeliveries(tx, { organizationId, now, leaseMs, shares });
    const events = new Map(
      (
        await findEvents(
          service,
          tx,
          organizationId,
          rows.map((row) => row.event_id),
        )
      ).map((event) => [event.event_id, event]),
    );
    const claimed: Claimed[] = [];
    const secretsOf = new Map<EndpointId, readonly string[]>();
    for (const row of rows) {
      const event = events.get(row.event_id);
      if (event === undefined) {
        // Its claim keeps it from being read again at once; the other deliveries continue.
        service.log.error(
          { organizationId, deliveryId: row.delivery_id },
          "The event of a webhook delivery is missing or not proven",
        );
        continue;
      }
      const { endpoint_id: endpointId } = row;
      const secrets =
        secretsOf.get(endpointId) ?? (await signingSecretsOf(service, tx, { organizationId, endpoint: row, now }));
      secretsOf.set(endpointId, secrets);
      claimed.push({
        organizationId,
        row,
        transactionId: event.resource_type === "transaction" ? event.resource_id : undefined,
        heldBack: heldBack.has(endpointId),
        // The same bytes on every attempt: an event never changes.
        body: JSON.stringify(renderEvent(event)),
        secrets,
        startedAt: now,
        claimedAtMs,
      });
    }
    return claimed;
  });
}

/** The first delivery of each endpoint that was idle: the others may have waited for their receiver. */
function noteDelays({ state, onDue }: Running, claimed: readonly Claimed[]): void {
  if (onDue === undefined) return;
  const seen = new Set<EndpointId>();
  for (const { row, heldBack } of claimed) {
    const { endpoint_id: endpointId } = row;
    const isIdle = !heldBack && !seen.has(endpointId) && (state.endpoints.get(endpointId)?.running ?? 0) === 0;
    seen.add(endpointId);
    if (isIdle) onDue(row.due_at);
  }
}

function enqueue({ underWay, waiting }: State, claimed: Claimed): void {
  const { organizationId, row, heldBack } = claimed;
  const { delivery_id: deliveryId, endpoint_id: endpointId } = row;
  underWay.set(deliveryId, { organizationId, endpointId, heldBack });
  waiting.set(endpointId, [...(waiting.get(endpointId) ?? []), claimed]);
}

/** Starts the attempts of an endpoint that may run now. */
function sendNext(courier: Running, endpointId: EndpointId): void {
  const { state, leaseMs, sender } = courier;
  const waiting = state.waiting.get(endpointId) ?? [];
  const endpoint = state.endpoints.get(endpointId) ?? { running: 0, lastMs: undefined };
  state.endpoints.set(endpointId, endpoint);
  while (endpoint.running < AT_ONCE) {
    const next = waiting.shift();
    if (next === undefined) break;
    // An attempt must end before its claim does: otherwise another process may make it, too.
    if (performance.now() - next.claimedAtMs > leaseMs - sender.timeoutMs) state.underWay.delete(next.row.delivery_id);
    else {
      endpoint.running += 1;
      send(courier, next, endpoint);
    }
  }
  if (waiting.length === 0) state.waiting.delete(endpointId);
}

/** What waits for an endpoint is not sent by this process. */
function giveUp({ waiting, unsent, underWay }: State, endpointId: EndpointId): void {
  const claimed = waiting.get(endpointId) ?? [];
  waiting.delete(endpointId);
  for (const { row } of claimed) underWay.delete(row.delivery_id);
  unsent.push(...claimed);
}

/** Starts an attempt and returns at once. The outcome is recorded by a later call of `record`. */
function send(courier: Running, claimed: Claimed, endpoint: EndpointAttempts): void {
  const { sender, state, onAttempt, machineClock } = courier;
  const { organizationId, row, body, secrets, startedAt } = claimed;
  const signed = signDelivery({ secrets, eventId: row.event_id, body, at: machineClock.now() });
  const span = traceAttempt(claimed);
  const { abandoned } = state;
  const headers = span === undefined ? signed : { ...signed, traceparent: traceparentOf(span) };
  const ended = (outcome: DeliveryOutcome): void => {
    span?.set({
      "http.response.status_code": "statusCode" in outcome ? outcome.statusCode : undefined,
      "error.type": outcome.kind === "delivered" ? undefined : outcome.reason,
    });
    span?.end();
    if (abandoned !== state.abandoned) return;
    endpoint.running -= 1;
    endpoint.lastMs = outcome.kind === "delivered" ? outcome.durationMs : undefined;
    // This process is stopping, which says nothing about the receiver: the claim expires and another process tries.
    if (outcome.kind === "failed" && outcome.reason === "senderClosed") {
      state.underWay.delete(row.delivery_id);
    } else {
      state.ended.push({
        organizationId,
        deliveryId: row.delivery_id,
        endpointId: row.endpoint_id,
        startedAt,
        outcome,
      });
      onAttempt?.(outcome.kind);
      // How a failing endpoint is treated is decided once the failure is recorded.
      if (outcome.kind === "delivered") sendNext(courier, row.endpoint_id);
      else giveUp(state, row.endpoint_id);
    }
    state.wake();
  };
  sender
    .send({ url: row.url, headers, body })
    .then(ended, () => ended({ kind: "failed", reason: "unknown", durationMs: 0 }));
}

/** In the trace of the transaction that the event is about. The URL may contain a secret, so the span has its host only. */
function traceAttempt({ organizationId, row, transactionId }: Claimed): TraceSpan | undefined {
  if (transactionId === undefined) return undefined;
  return beginStep({ kind: "transaction", id: transactionId }, "webhook delivery", {
    kind: "client",
    attributes: {
      "bursar.organization_id": organizationId,
      "bursar.event_id": row.event_id,
      "bursar.webhook_endpoint_id": row.endpoint_id,
      "http.request.method": "POST",
      "server.address": URL.parse(row.url)?.hostname,
    },
  });
}

/** Ends the claims of deliveries that this process does not send. */
async function release({ service, state }: Running): Promise<void> {
  const unsent = Map.groupBy(state.unsent.splice(0), (delivery) => delivery.organizationId);
  for (const [organizationId, claimed] of unsent) {
    const ids = claimed.map(({ row }) => row.delivery_id);
    await releaseClaims(service.database, organizationId, ids);
  }
}

/** Waits until an attempt ends, or until the timeout. */
async function nextEnd(state: State, ms: number): Promise<void> {
  if (state.ended.length > 0) return;
  const cancelled = new AbortController();
  const end = new Promise<void>((resolve) => {
    state.wake = resolve;
  });
  await Promise.race([end, sleep(ms, undefined, { signal: cancelled.signal }).catch(() => undefined)]);
  state.wake = () => undefined;
  cancelled.abort();
}

/** Records finished attempts. One that cannot be written now is kept for later, and keeps its place. */
async function record(courier: Running): Promise<number> {
  const { service, state, random } = courier;
  await release(courier);
  const ended = Map.groupBy(state.ended.splice(0), (attempt) => attempt.organizationId);
  let recorded = 0;
  for (const [organizationId, attempts] of ended) {
    try {
      await recordAttempts(service, { organizationId, attempts, random });
      recorded += attempts.length;
    } catch (error) {
      if (isUnavailable(error)) {
        state.ended.push(...[...ended.values()].flat());
        throw error;
      }
      service.log.error(
        { err: error, organizationId },
        "Webhook attempts could not be recorded and will be made again",
      );
    }
    ended.delete(organizationId);
    for (const attempt of attempts) state.underWay.delete(attempt.deliveryId);
  }
  return recorded;
}

/** Counts attempts to deliver webhooks. */
export function deliveryMetrics(metrics: Metrics): { onAttempt(outcome: string): void } {
  const attempts = metrics.counter({
    name: "bursar_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by outcome.",
    labelNames: ["outcome"],
  });
  const byOutcome = childrenOf((outcome) => attempts.labels(outcome));
  return { onAttempt: (outcome) => byOutcome(outcome).inc() };
}
