import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { openStatuses } from "../requests/request-states.ts";
import {
  SIMILAR_MAX,
  type SimilarRequest,
  type SimilarTransaction,
  type SimilarWithin,
  similarRequests,
  similarTransactions,
} from "./similar.queries.ts";

/** A payment or an open request that a request may repeat. */
export type SimilarPayment = SimilarTransaction | SimilarRequest;
/** By request; those without any are absent. */
export type SimilarPayments = ReadonlyMap<RequestId, readonly SimilarPayment[]>;

const NEARBY_MS = 7 * DAY_MS;

/**
 * What these requests may repeat: other open requests for the same amount to the same recipient, and such payments within
 * seven days before or after the request or, while it is open, within the last day. Latest first, at most ten for each.
 */
export async function findSimilar(
  db: Queryable,
  organizationId: OrganizationId,
  { requests, now }: { readonly requests: readonly RequestRow[]; readonly now: Date },
): Promise<SimilarPayments> {
  const spans = requests.flatMap((request) => spansOf(request, now));
  if (spans.length === 0) return new Map();
  const transactions = await similarTransactions(db, organizationId, spans);
  // A request can have two spans, but is compared with others once.
  const once = [...new Map(spans.map((span) => [span.requestId, span])).values()];
  const open = await similarRequests(db, organizationId, once);
  const found: readonly SimilarPayment[] = [...transactions, ...open];
  const asked = new Set(spans.map((span) => span.requestId));
  for (const similar of found) {
    assert(asked.has(similar.similar_to), "only what was requested is compared");
    assert(similar.id !== String(similar.similar_to), "no request is similar to itself");
  }
  const byRequest = Map.groupBy(latestFirst(found), (similar) => similar.similar_to);
  return new Map([...byRequest].map(([requestId, similar]) => [requestId, similar.slice(0, SIMILAR_MAX)]));
}

/** Payments and open requests that were made within the span; latest first, at most ten of each kind. */
export async function findSimilarWithin(
  db: Queryable,
  organizationId: OrganizationId,
  within: SimilarWithin,
): Promise<readonly SimilarPayment[]> {
  const transactions = await similarTransactions(db, organizationId, [within]);
  const open = await similarRequests(db, organizationId, [within]);
  const made = open.filter(({ created_at: at }) => at >= within.from && at < within.until);
  return latestFirst([...transactions, ...made]);
}

const latestFirst = (found: readonly SimilarPayment[]): readonly SimilarPayment[] =>
  found.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1));

function spansOf(request: RequestRow, now: Date): readonly SimilarWithin[] {
  if (request.kind === "transfer") return [];
  const { request_id: requestId, recipient_id: recipientId, amount_minor: amountMinor, created_at: at } = request;
  const around = { requestId, recipientId, amountMinor, from: plusMs(at, -NEARBY_MS), until: plusMs(at, NEARBY_MS) };
  const lastDay = plusMs(now, -DAY_MS);
  const spans: SimilarWithin[] = [around];
  // Without an overlap, so that no payment is found twice.
  if (openStatuses.includes(request.status) && now > around.until)
    spans.push({ ...around, from: lastDay > around.until ? lastDay : around.until, until: plusMs(now, DAY_MS) });
  return spans;
}
