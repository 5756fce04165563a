import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import { notify } from "#records/notifications";
import type { RequestRow } from "./approval-request.ts";
import { updateTerms, voidReviews } from "./approval-requests.queries.ts";
import { presentTerms, type Terms } from "./approved-terms.ts";
import { factsOfRequest } from "./facts-of-request.ts";

/** A request on its current terms, and whether they differ from those stored before. */
export interface Noticed {
  readonly request: RequestRow;
  readonly terms: Terms;
  readonly changed: boolean;
}

/**
 * The current terms of a locked request. If they differ from the request's stored terms (the rule or the bank details
 * changed), the request gets a new version, and all approvals so far are void.
 */
export async function noticeTerms(
  service: Service,
  tx: Tx,
  { organizationId, request }: { organizationId: OrganizationId; request: RequestRow },
): Promise<Noticed> {
  const terms = await presentTerms(tx, organizationId, request);
  if (terms.digest.equals(request.terms)) return { request, terms, changed: false };
  const row = await updateTerms(tx, organizationId, request.request_id, terms);
  assert(row.version === request.version + 1, "other terms increase the version by one");
  assert(row.terms.equals(terms.digest), "the request has the terms that were just stored");
  assert(row.amount_minor === request.amount_minor, "other terms leave the amount as it was");
  // Their digests no longer match, but terms can change back: approvals of an earlier version must not count again.
  const voided = await voidReviews(tx, organizationId, request.request_id, service.clock.now());
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [
      {
        action: "approvalRequest.termsChanged",
        resourceType: "approvalRequest",
        resourceId: request.request_id,
        before: { version: request.version, approversRequired: request.approvers_required },
        after: { version: row.version, approversRequired: row.approvers_required, rule: terms.rule.name },
      },
    ],
  });
  // Others have not decided yet, and were notified when it was requested.
  if (voided.length > 0)
    await notify(service, tx, {
      organizationId,
      kind: "approvalRequested",
      subject: { type: "approvalRequest", id: row.request_id },
      sourceId: service.newId(),
      recipients: voided.map((review) => review.reviewer_user_id),
      actorId: null,
      facts: { ...(await factsOfRequest(tx, organizationId, row)), outcome: "termsChanged" },
    });
  return { request: row, terms, changed: true };
}
