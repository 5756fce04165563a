import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { firstWaitMs, givenUpAfterMs } from "../delivery/back-off.ts";

/**
 * The health of an endpoint. Each delivery is retried on its own schedule (delivery/back-off.ts); a failing endpoint is
 * tried with one delivery at a time, at growing intervals, while the others wait. A dead receiver therefore costs
 * little, and one success resumes everything.
 *
 * After three days without a success, the endpoint is disabled. Waiting deliveries are sent, in order, when a user
 * enables it again.
 */
export interface EndpointHealth {
  readonly failingSince: Date | undefined;
  readonly consecutiveFailures: number;
  /** Nothing is tried before this time; then one delivery is. Undefined: not held back. */
  readonly retryAt: Date | undefined;
}

/** After a success, and from the start. */
export const healthy: EndpointHealth = { failingSince: undefined, consecutiveFailures: 0, retryAt: undefined };

/** Consecutive failures after which only one delivery at a time is tried. Fewer may be the fault of one event. */
export const heldBackAfter = 5;
/** A recovered endpoint is noticed within this time. */
const retryMsMax = 5 * MINUTE_MS;

/** The effect of one more failure. `disable`: it has failed for three days. */
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
