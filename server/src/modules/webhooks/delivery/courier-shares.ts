import type { EndpointId } from "../../../kernel/values/ids.ts";
import type { DueEndpoint } from "./courier.queries.ts";

/** The maximum number of concurrent attempts per process; each uses a socket. */
export const PLACES = 256;
/** The share of failing endpoints: each of their attempts may take the full five seconds. */
const HELD_BACK_PLACES = PLACES / 2;
/** The maximum per endpoint. */
const SHARE = 8;

/** A running attempt. */
export interface RunningAttempt {
  readonly endpointId: EndpointId;
  readonly heldBack: boolean;
}

/** How many attempts of an endpoint may start now. */
export interface Share {
  readonly endpointId: EndpointId;
  readonly heldBack: boolean;
  readonly count: number;
}

/**
 * The number of attempts that each endpoint may start now. Healthy endpoints come first and may use all places, failing
 * ones half.
 */
export function sharesOf(underWay: readonly RunningAttempt[], endpoints: readonly DueEndpoint[]): readonly Share[] {
  let free = PLACES - underWay.length;
  let freeHeldBack = HELD_BACK_PLACES - underWay.filter((one) => one.heldBack).length;
  const taken = Map.groupBy(underWay, (one) => one.endpointId);
  const shares: Share[] = [];
  for (const { endpoint_id: endpointId, held_back: heldBack } of endpoints.toSorted(
    (a, b) => Number(a.held_back) - Number(b.held_back),
  )) {
    const most = (heldBack ? 1 : SHARE) - (taken.get(endpointId)?.length ?? 0);
    const count = Math.max(0, Math.min(most, free, heldBack ? freeHeldBack : free));
    if (count === 0) continue;
    shares.push({ endpointId, heldBack, count });
    free -= count;
    if (heldBack) freeHeldBack -= count;
  }
  return shares;
}
