import type { EndpointId } from "../../../kernel/values/ids.ts";
import type { DueEndpoint } from "./courier.queries.ts";

/** Attempts one process has under way at most; a sender's socket each. */
export const PLACES = 256;
/** Of those, the most that endpoints may take which keep failing: each of their attempts may last the full five seconds. */
const HELD_BACK_PLACES = PLACES / 2;
/** The most one endpoint may take. */
const SHARE = 8;

/** An attempt that has not ended. */
export interface UnderWay {
  readonly endpointId: EndpointId;
  readonly heldBack: boolean;
}

export interface Share {
  readonly endpointId: EndpointId;
  readonly heldBack: boolean;
  readonly count: number;
}

/** The places each endpoint may take now. Healthy endpoints come first: they may use all places, the others half. */
export function sharesOf(underWay: readonly UnderWay[], endpoints: readonly DueEndpoint[]): readonly Share[] {
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
