import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import { lockScheduled } from "../requests/scheduled-requests.queries.ts";
import { reopen } from "./scheduled-payments.ts";

/** Payments whose rehearsal ends. */
type Rehearsed = Parameters<typeof lockScheduled>[2];

/** Locks what {@link reopenRehearsed} changes: requests are locked before their organization. */
export const lockRehearsed = async (tx: Tx, organizationId: OrganizationId, rehearsed: Rehearsed): Promise<void> => {
  await lockScheduled(tx, organizationId, rehearsed);
};

/**
 * Opens every approved request again that waits for its day, in the transaction that ends a rehearsal: it was not approved
 * as a payment that the bank receives (decision S15). Approvals of requests that still need others are void by
 * their terms (requests/approved-terms.ts). The caller has locked the organization, so nothing is decided meanwhile. Returns the
 * requests.
 */
export async function reopenRehearsed(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  rehearsed: Rehearsed,
): Promise<readonly RequestId[]> {
  const requests = await lockScheduled(tx, organizationId, rehearsed);
  for (const { kind } of requests)
    assert(kind === "payment", "a transfer stays inside the organization: no bank rehearses it");
  const problem = "It was approved before the rehearsal of its bank connection ended: approve it again to have it paid";
  for (const request of requests) await reopen(service, tx, { organizationId, request, problem, early: true });
  return requests.map((request) => request.request_id);
}
