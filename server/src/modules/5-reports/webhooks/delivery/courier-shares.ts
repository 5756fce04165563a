import type { EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import type { DueEndpoint } from "./courier.queries.ts";

/** The maximum number of claimed deliveries per process. */
export const PLACES = 256;
/** The share of failing endpoints: each of their attempts may take the full five seconds. */
const HELD_BACK_PLACES = PLACES / 2;
/** The maximum of one organization, whose receivers may be slow without failing. */
const PLACES_OF_ONE = PLACES / 2;
/** The maximum of concurrent attempts per endpoint; each uses a socket. */
export const AT_ONCE = 8;
/** An endpoint that answers quickly has the next deliveries claimed with those that run: claims are a commit for all. */
export const SHARE_OF_QUICK = 64;
const QUICK_MS = 250;

/** A claimed delivery, whose attempt runs or comes next. */
export interface RunningAttempt {
  readonly organizationId: OrganizationId;
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
 * Endpoints with due deliveries by organization, those with the fewest running attempts first: however many an
 * organization has, another one's deliveries get the next free places.
 */
export function organizationsInTurn(
  underWay: readonly RunningAttempt[],
  endpoints: readonly DueEndpoint[],
): readonly (readonly [OrganizationId, readonly DueEndpoint[]])[] {
  const running = countBy(underWay, (attempt) => attempt.organizationId);
  return [...Map.groupBy(endpoints, (endpoint) => endpoint.organization_id)].sort(
    ([a], [b]) => (running.get(a) ?? 0) - (running.get(b) ?? 0),
  );
}

/**
 * The number of deliveries that may be claimed for each endpoint now; `lastMs` is how long an attempt took there. Healthy endpoints come first and may use all places, failing
 * ones half; among them, those with the fewest running attempts.
 */
export function sharesOf(
  underWay: readonly RunningAttempt[],
  endpoints: readonly DueEndpoint[],
  lastMs: (endpointId: EndpointId) => number | undefined = () => undefined,
): readonly Share[] {
  let free = PLACES - underWay.length;
  let freeHeldBack = HELD_BACK_PLACES - underWay.filter((attempt) => attempt.heldBack).length;
  const ofOrganization = countBy(underWay, (attempt) => attempt.organizationId);
  const taken = countBy(underWay, (attempt) => attempt.endpointId);
  const takenBy = ({ endpoint_id: id }: DueEndpoint): number => taken.get(id) ?? 0;
  const shares: Share[] = [];
  for (const endpoint of endpoints.toSorted(
    (a, b) => Number(a.held_back) - Number(b.held_back) || takenBy(a) - takenBy(b),
  )) {
    const { organization_id: organizationId, endpoint_id: endpointId, held_back: heldBack } = endpoint;
    const share = (lastMs(endpointId) ?? QUICK_MS) < QUICK_MS ? SHARE_OF_QUICK : AT_ONCE;
    const most = (heldBack ? 1 : share) - takenBy(endpoint);
    const running = ofOrganization.get(organizationId) ?? 0;
    const count = Math.max(0, Math.min(most, free, PLACES_OF_ONE - running, heldBack ? freeHeldBack : free));
    if (count === 0) continue;
    shares.push({ endpointId, heldBack, count });
    ofOrganization.set(organizationId, running + count);
    free -= count;
    if (heldBack) freeHeldBack -= count;
  }
  return shares;
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
