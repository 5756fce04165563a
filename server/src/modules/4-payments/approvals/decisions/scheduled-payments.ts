import { assert, present } from "#kernel/assert.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RequestId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { TermsMoved } from "#payments/payments";
import { recordAudit } from "#records/audit";
import { shareOrganization } from "#records/identity";
import { countedApprovers, readApprovals } from "../approvers/approvals-so-far.ts";
import { lockRequest, scheduledRequests, voidReviews } from "../requests/approval-requests.queries.ts";
import { noticeTerms } from "../requests/notice-terms.ts";
import { recordDecision } from "../requests/record-decision.ts";
import { publicStatusOf, requestStates } from "../requests/request-states.ts";
import { progressOf } from "../rules/approval-rule.ts";
import { notifyUnpaid, type Unpaid } from "./notify-unpaid.ts";
import { CannotPay, release } from "./release-payment.ts";

/** Requests of an organization per pass: a day with many payments must not delay other organizations. */
const BATCH = 100;

/** Learns of scheduled payments that were not made on their day. */
export interface ScheduledObserver {
  unpaid(): void;
}

/**
 * Pays approved requests on their date, each in its own transaction and after the checks of a last approval. A request
 * that cannot be paid, or whose approvals no longer count, is open again with the reason. Returns the number processed.
 */
export async function runScheduledPayments(service: Service, observer?: ScheduledObserver): Promise<number> {
  const now = service.clock.now();
  const ids = await scheduledRequests.organizations(service.database, now);
  return each.run(service, ids, async (organizationId) => {
    const due = await scheduledRequests.of(service.database, organizationId, { now, limit: BATCH });
    assert(due.length <= BATCH, "a pass takes a bounded number of scheduled payments");
    let done = 0;
    await tryEach(due, async (request) => {
      try {
        if (await payScheduled(service, organizationId, request.request_id)) observer?.unpaid();
        done += 1;
      } catch (error) {
        // Reported. It is not paid as long as something that it depends on is not proven, and delays no other.
        if (!(error instanceof UnprovenRow)) throw error;
      }
    });
    return done;
  });
}

const each = eachOrganization("scheduled-payments");

/** When the next approved request is due; undefined if none waits. */
export const nextScheduledPaymentAt = (database: Database): Promise<Date | undefined> =>
  scheduledRequests.nextAt(database);

/** Returns whether the request is open again. */
async function payScheduled(service: Service, organizationId: OrganizationId, requestId: RequestId): Promise<boolean> {
  try {
    return await service.database.transaction((tx) => payDue(service, tx, organizationId, requestId));
  } catch (error) {
    // The next pass reads the current bank details.
    if (error instanceof TermsMoved) return false;
    if (!(error instanceof CannotPay)) throw error;
    const { refusal } = error;
    // The payment rolled back, so the reason is stored in a second transaction. If the process dies in between, the
    // next pass tries again.
    return await service.database.transaction((tx) =>
      reopenUnpaid(service, tx, { organizationId, requestId, refusal }),
    );
  }
}

/** The locked request, if it still waits for its date. */
const lockDue = async (service: Service, tx: Tx, organizationId: OrganizationId, requestId: RequestId) => {
  const request = await lockRequest(tx, organizationId, requestId);
  const isDue =
    request !== undefined &&
    requestStates.next(request.status, "reopen") !== undefined &&
    request.due_at !== null &&
    request.due_at <= service.clock.now();
  return isDue ? request : undefined;
};

/**
 * The checks of a last approval, in the same order of locks: the request, its organization, the approvers. Returns
 * whether the request is open again.
 */
async function payDue(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  requestId: RequestId,
): Promise<boolean> {
  const due = await lockDue(service, tx, organizationId, requestId);
  if (due === undefined) return false;
  await shareOrganization(tx, organizationId);
  const { request, terms, changed } = await noticeTerms(service, tx, { organizationId, request: due });
  const approvals = await readApprovals(tx, organizationId, { request, now: service.clock.now() });
  const approvers = countedApprovers(approvals, { request, terms });
  // Nobody is present to decide again, so anything that changed reopens the request instead of paying it.
  if (changed || !progressOf(terms.rule.steps, approvers).isComplete) {
    const problem =
      "Its approval rule, its recipient's name or bank details, its bank connection, or its approvers changed before its date";
    await reopen(service, tx, { organizationId, request, problem });
    return true;
  }
  // The payment is made in the name of the last approver, as if it had been paid at once.
  const { userId } = present(approvers.at(-1), "complete approvals have a last one");
  const approval = { userId, actor: { type: "user", id: userId } } as const;
  const transactionId = await release(service, tx, { organizationId, request, terms, approval });
  const decidedAt = service.clock.now();
  await recordDecision(tx, organizationId, request, { trigger: "pay", transactionId, decidedAt, problem: null });
  return false;
}

/** Locked and checked again: the request may have been withdrawn since the payment was rolled back. */
async function reopenUnpaid(
  service: Service,
  tx: Tx,
  { organizationId, requestId, refusal }: { organizationId: OrganizationId; requestId: RequestId; refusal: Refusal },
): Promise<boolean> {
  const request = await lockDue(service, tx, organizationId, requestId);
  if (request === undefined) return false;
  await reopen(service, tx, { organizationId, request, problem: refusal.message });
  return true;
}

/** Open again, and users are notified: the approvals do not count any more. */
export async function reopen(service: Service, tx: Tx, unpaid: Unpaid): Promise<void> {
  const { organizationId, request, problem } = unpaid;
  const { request_id: requestId } = request;
  // Before the request is open: otherwise the old approvals, which are complete, would count again.
  await voidReviews(tx, organizationId, requestId, service.clock.now());
  const open = await recordDecision(tx, organizationId, request, {
    trigger: "reopen",
    transactionId: null,
    decidedAt: null,
    problem,
  });
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [
      {
        action: "approvalRequest.reopen",
        resourceType: "approvalRequest",
        resourceId: requestId,
        before: { status: publicStatusOf(request.status) },
        after: { status: publicStatusOf(requestStates.moves.reopen.to), problem },
      },
    ],
  });
  await notifyUnpaid(service, tx, { ...unpaid, request: open });
}

/** Counts scheduled payments that were not made on their day. */
export function scheduledMetrics(metrics: Metrics): ScheduledObserver {
  const unpaid = metrics.counter({
    name: "bursar_scheduled_payments_unpaid_total",
    help: "Approved requests that could not be paid on their day and wait for approval again, for example because funds are missing.",
  });
  return { unpaid: () => unpaid.inc() };
}
