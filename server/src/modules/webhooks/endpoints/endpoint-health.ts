import { MINUTE_MS, plusMs } from "../../../kernel/clock/clock.ts";
import { firstWaitMs, givenUpAfterMs } from "../delivery/back-off.ts";

/**
 * How an endpoint fares. Deliveries are retried each on its own schedule (delivery/back-off.ts); an endpoint that fails whatever it
 * is sent is tried with one delivery at a time, at growing intervals, while the others wait their turn untouched. So a dead
 * receiver costs little however much waits for it, and one success lets everything flow again.
 *
 * After three days without one success the endpoint is disabled. What waits keeps waiting: it is sent, in order, when a
 * person sets the endpoint active again.
 */
export interface EndpointHealth {
  readonly failingSince: Date | undefined;
  readonly consecutiveFailures: number;
  /** Until then nothing is tried; then one delivery is. Undefined: not held back. */
  readonly retryAt: Date | undefined;
}

export const healthy: EndpointHealth = { failingSince: undefined, consecutiveFailures: 0, retryAt: undefined };

/** Failures in a row after which only one delivery at a time is tried. Fewer may be the fault of one event. */
const heldBackAfter = 5;
/** An endpoint that is back is noticed within this time. */
const retryMsMax = 5 * MINUTE_MS;

/** What one more failure makes of it. `disable`: it has failed for three days. */
export function afterFailure(
  health: EndpointHealth,
  { failedAt, random }: { readonly failedAt: Date; readonly random: () => number },
): EndpointHealth & { readonly disable: boolean } {
  const failingSince = health.failingSince ?? failedAt;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const disable = failedAt.getTime() - failingSince.getTime() >= givenUpAfterMs;
  if (consecutiveFailures < heldBackAfter) return { failingSince, consecutiveFailures, retryAt: undefined, disable };
  const nominalMs = Math.min(firstWaitMs * 2 ** (consecutiveFailures - heldBackAfter), retryMsMax);
  const retryAt = plusMs(failedAt, Math.round(nominalMs * (0.5 + random() / 2)));
  const lastAt = plusMs(failingSince, givenUpAfterMs);
  return { failingSince, consecutiveFailures, retryAt: !disable && retryAt > lastAt ? lastAt : retryAt, disable };
}
