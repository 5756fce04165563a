import { present } from "#kernel/assert.ts";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { DeliveryId, EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import { afterFailure, type EndpointHealth, healthy } from "../endpoints/endpoint-health.ts";
import { endpointStates } from "../endpoints/endpoint-states.ts";
import { disableEndpoint, lockHealth, updateHealth } from "../endpoints/endpoints.queries.ts";
import { followHealth, notifyOfTrouble } from "../endpoints/notify-of-trouble.ts";
import { nextAttemptAt, retryAfterMs } from "./back-off.ts";
import {
  type DeliveryChange,
  insertAttempts,
  type LockedDelivery,
  lockDeliveries,
  postponeLaterDeliveries,
  updateDeliveries,
} from "./courier.queries.ts";
import { type AttemptRow, expediteDeliveries } from "./deliveries.queries.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import { deliveryStates } from "./delivery-states.ts";

/** A finished attempt. */
export interface Attempted {
  readonly organizationId: OrganizationId;
  readonly deliveryId: DeliveryId;
  readonly endpointId: EndpointId;
  /** By the service's clock. */
  readonly startedAt: Date;
  readonly outcome: DeliveryOutcome;
}

interface Recording {
  readonly organizationId: OrganizationId;
  /** In the order in which they finished. */
  readonly attempts: readonly Attempted[];
  readonly random: () => number;
}

/**
 * Records attempts in one transaction: the log, each delivery's state or next attempt, and the endpoint's health.
 * Endpoints are locked before deliveries, each in id order, as everywhere.
 *
 * A delivery that was decided in the meantime (by a second process after this lease expired, or because the endpoint
 * was deleted) keeps its state; the attempt is still logged.
 */
export function recordAttempts(
  service: Pick<Service, "database" | "clock" | "newId" | "vault" | "config">,
  recording: Recording,
): Promise<void> {
  const { organizationId, attempts } = recording;
  return service.database.transaction(async (tx) => {
    // Endpoints first: a change or deletion of an endpoint locks it before its deliveries, too.
    const endpoints = await lockHealth(tx, organizationId, [...new Set(attempts.map((attempt) => attempt.endpointId))]);
    const deliveries = new Map(
      (
        await lockDeliveries(
          tx,
          organizationId,
          attempts.map((attempt) => attempt.deliveryId),
        )
      ).map((row) => [row.delivery_id, row]),
    );
    const now = service.clock.now();
    const rows: AttemptRow[] = [];
    const changes: DeliveryChange[] = [];
    for (const attempt of attempts) {
      const delivery = present(deliveries.get(attempt.deliveryId), "an attempt's delivery is there");
      rows.push(attemptRow(attempt, delivery));
      // Decided in the meantime: the attempt was made, so it is logged, but changes nothing else.
      if (deliveryStates.isFinal(delivery.state)) continue;
      const failingSince =
        endpoints.find((endpoint) => endpoint.endpoint_id === attempt.endpointId)?.failing_since ?? undefined;
      changes.push(changeOf(attempt, { delivery, failingSince, now, random: recording.random }));
    }
    await insertAttempts(tx, organizationId, rows);
    await updateDeliveries(tx, organizationId, changes);
    const putOff = changes.filter((change) => change.trigger === "retry").map((change) => change.deliveryId);
    // Later events of the same resource may not overtake the one that failed.
    if (putOff.length > 0) await postponeLaterDeliveries(tx, organizationId, putOff);
    for (const endpoint of endpoints) await recordHealth(service, tx, { recording, endpoint, now });
  });
}

/** The attempt as logged. A status code and a snippet exist only if the receiver responded. */
function attemptRow({ deliveryId, startedAt, outcome }: Attempted, delivery: LockedDelivery): AttemptRow {
  return {
    delivery_id: deliveryId,
    attempt: delivery.attempts + 1,
    attempted_at: startedAt,
    outcome: outcome.kind,
    status_code: "statusCode" in outcome ? (outcome.statusCode ?? null) : null,
    reason: outcome.kind === "delivered" ? null : outcome.reason,
    duration_ms: outcome.durationMs,
    response_snippet: "responseSnippet" in outcome ? (outcome.responseSnippet ?? null) : null,
  };
}

/** What determines the next state of a delivery. */
interface Changing {
  readonly delivery: LockedDelivery;
  /** Since when its endpoint has had no success. */
  readonly failingSince: Date | undefined;
  readonly now: Date;
  readonly random: () => number;
}

/** Attempts that started together finish, and are recorded, seconds apart. */
const TOGETHER_MS = MINUTE_MS;

/** The next state of a delivery after an attempt: delivered, due again later, or abandoned. */
function changeOf(
  { deliveryId, startedAt, outcome }: Attempted,
  { delivery, failingSince, now, random }: Changing,
): DeliveryChange {
  const firstAttemptAt = delivery.first_attempt_at ?? startedAt;
  const tried = { deliveryId, attempts: delivery.attempts + 1, firstAttemptAt };
  if (outcome.kind === "delivered") {
    return { ...tried, trigger: "deliver", failures: delivery.failures, nextAttemptAt: now, deliveredAt: now };
  }
  const failures = delivery.failures + 1;
  // A date in Retry-After is the receiver's, so it is compared with the machine's time.
  const asked = outcome.kind === "failed" ? retryAfterMs(outcome, new Date()) : undefined;
  const next = nextAttemptAt({ attempt: failures, firstAttemptAt, failedAt: now, random, retryAfterMs: asked });
  if (next !== undefined) return { ...tried, trigger: "retry", failures, nextAttemptAt: next, deliveredAt: undefined };
  // A delivery is abandoned only if it fails while others succeed. If nothing has succeeded since its first attempt,
  // the endpoint is at fault: it will be disabled, and the delivery waits with the others until it is enabled again.
  const endpointIsDown = failingSince !== undefined && failingSince <= plusMs(firstAttemptAt, TOGETHER_MS);
  return {
    ...tried,
    trigger: endpointIsDown ? "retry" : "abandon",
    failures,
    nextAttemptAt: plusMs(now, HOUR_MS),
    deliveredAt: undefined,
  };
}

/** An endpoint whose row is locked, with the attempts to record. */
interface OfEndpoint {
  readonly recording: Recording;
  readonly endpoint: Awaited<ReturnType<typeof lockHealth>>[number];
  readonly now: Date;
}

/** Applies the outcomes to the health of their endpoint, in the order in which they finished. */
async function recordHealth(
  service: Pick<Service, "clock" | "newId" | "vault" | "config">,
  tx: Tx,
  { recording, endpoint, now }: OfEndpoint,
): Promise<void> {
  const { organizationId, attempts, random } = recording;
  const before: EndpointHealth = {
    failingSince: endpoint.failing_since ?? undefined,
    consecutiveFailures: endpoint.consecutive_failures,
    retryAt: endpoint.retry_at ?? undefined,
  };
  let health = before;
  let disable = false;
  let isBack = false;
  for (const { endpointId, outcome } of attempts) {
    if (endpointId !== endpoint.endpoint_id) continue;
    if (outcome.kind === "delivered") {
      isBack ||= health.retryAt !== undefined;
      health = healthy;
      disable = false;
    } else ({ disable, ...health } = afterFailure(health, { failedAt: now, random }));
  }
  // Healthy before and after: the common case writes nothing to the row of the endpoint.
  if (health.consecutiveFailures === 0 && before.consecutiveFailures === 0) return;
  await updateHealth(tx, organizationId, endpoint.endpoint_id, health);
  await followHealth(service, tx, { organizationId, endpoint, before, health });
  if (isBack) await expediteDeliveries(tx, organizationId, { endpointId: endpoint.endpoint_id, at: now });
  // Audited only by the transaction that disabled it: a paused endpoint is not disabled, and none is disabled twice.
  if (!disable || (await disableEndpoint(tx, organizationId, endpoint.endpoint_id, now)) === 0) return;
  await notifyOfTrouble(service, tx, { organizationId, endpoint, outcome: "disabled" });
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [
      {
        action: "webhook.disable",
        resourceType: "webhook",
        resourceId: endpoint.endpoint_id,
        before: { status: endpoint.status },
        after: {
          status: endpointStates.moves.disable.to,
          failingSince: health.failingSince?.toISOString(),
          consecutiveFailures: health.consecutiveFailures,
        },
      },
    ],
  });
}
