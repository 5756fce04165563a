import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { RequestRow } from "./approval-request.ts";
import { type Decided, updateDecided } from "./approval-requests.queries.ts";

/** Stores what happened to a locked request: decided, scheduled, paid, or open again. */
export async function recordDecision(
  tx: Tx,
  organizationId: OrganizationId,
  request: RequestRow,
  decided: Decided,
): Promise<RequestRow> {
  assert(request.transaction_id === null, "a request is paid once");
  const row = await updateDecided(tx, organizationId, request.request_id, decided);
  assert(row.request_id === request.request_id, "the request decided is the one that was locked");
  // A decision changes the status only. If anything else moved, the money would not be what was approved: roll back.
  assert(row.version === request.version, "a decision is about one version and leaves it as it is");
  assert(row.amount_minor === request.amount_minor, "a decision leaves the amount as it was");
  assert(row.terms.equals(request.terms), "a decision leaves the terms as they were");
  assert((row.status === "approved") === (row.transaction_id !== null), "exactly a paid request has a transaction");
  return row;
}
