import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { releaseSpend, TermsMoved } from "#payments/payments";
import { attachmentsOf } from "#records/attachments";
import { type Actor, recordAudit } from "#records/audit";
import { shareOrganization } from "#records/identity";
import { refuseApproval } from "../approvals-refusals.ts";
import { approverOf, countedApprovers, readApprovals } from "../approvers/approvals-so-far.ts";
import { refuseBatch } from "../batch-refusals.ts";
import type { BatchId, RequestRow } from "../requests/approval-request.ts";
import { insertReview, lockRequest, noteProblem } from "../requests/approval-requests.queries.ts";
import { noticeTerms } from "../requests/notice-terms.ts";
import { recordDecision } from "../requests/record-decision.ts";
import { publicStatusOf, type RequestTrigger, requestStates } from "../requests/request-states.ts";
import { progressOf } from "../rules/approval-rule.ts";
import { type Case, refusalOnTerms, refusalToDecide, refusalToWithdraw } from "./may-decide.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import { notifyDecided, settleApproval } from "./notify-decided.ts";
import { CannotPay, release } from "./release-payment.ts";

/** A decision as received. */
export interface RequestDecision {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  /** The deciding user, signed in. Never a token (decision S6). */
  readonly userId: UserId;
  readonly decision: "approve" | "reject" | "withdraw";
  /** The version of the request that the user has read. */
  readonly version: number;
  /** Why it is rejected or withdrawn. */
  readonly reason?: string | undefined;
  /** The files that an approver's page showed, for the audit log. */
  readonly seenAttachmentIds?: readonly string[] | undefined;
  /** The batch with which the request is decided; one that was removed from it is not. */
  readonly batchId?: BatchId | undefined;
  /** For the audit log: the user, and where the request came from. */
  readonly actor: Actor;
}

/** What commits together with the decision. */
export interface Alongside {
  /** Before any other lock. False: nothing is to be decided. */
  readonly claim: (tx: Tx) => Promise<boolean>;
  readonly settle: (tx: Tx) => Promise<void>;
}

/** Every retry sees what made the previous try fail, so a second is enough unless bank details change constantly. */
const TRIES = 3;

/**
 * A user's decision about a request, in one transaction under the request's lock. Everything is checked again: the
 * user, the current rule, the bank details, and all earlier approvers. When the approvals are complete, the money moves
 * in the same transaction. If it cannot, the decision is rolled back, the request stays open with the reason, and the
 * payment's refusal is thrown. Refusals: those of approvals-refusals.ts, of payments, and `resourceNotFound`.
 */
export async function decideRequest(service: Service, decision: RequestDecision): Promise<RequestRow>;
/** The same as part of other work. Undefined if there was nothing to claim. */
export async function decideRequest(
  service: Service,
  decision: RequestDecision,
  alongside: Alongside,
): Promise<RequestRow | undefined>;
export async function decideRequest(
  service: Service,
  decision: RequestDecision,
  alongside?: Alongside,
): Promise<RequestRow | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await service.database.transaction(async (tx) => {
        if (alongside !== undefined && !(await alongside.claim(tx))) return undefined;
        const decided = await decide(service, tx, decision);
        if (decided.decided) await alongside?.settle(tx);
        return decided;
      });
      if (outcome === undefined) return undefined;
      if (outcome.decided) return outcome.row;
      // Outside the transaction, which has committed the new version: throwing inside would undo it.
      throw refuseApproval("requestChanged", { details: { version: outcome.row.version } });
    } catch (error) {
      if (error instanceof TermsMoved && attempt < TRIES) continue;
      if (!(error instanceof CannotPay)) throw error;
      const { organizationId, requestId } = decision;
      const { refusal } = error;
      // In a second transaction, because the first one rolled back. If the process dies in between, only the reason is
      // missing: the request is open as before.
      await service.database.transaction((tx) => noteProblem(tx, organizationId, requestId, refusal.message));
      throw refusal;
    }
  }
}

/** Not decided: the terms had changed, which is stored and must be kept. */
interface Outcome {
  readonly decided: boolean;
  readonly row: RequestRow;
}

async function decide(service: Service, tx: Tx, decision: RequestDecision): Promise<Outcome> {
  const { organizationId, requestId, userId } = decision;
  const locked = await lockRequest(tx, organizationId, requestId);
  if (locked === undefined) throw notFound("request");
  if (decision.batchId !== undefined && locked.batch_id !== decision.batchId) throw refuseBatch("requestNotInBatch");
  // From here to the commit, the rules cannot change.
  await shareOrganization(tx, organizationId);
  // After the organization: every transaction locks the request, the organization, users, and limits in this order.
  const approvals = await readApprovals(tx, organizationId, {
    request: locked,
    now: service.clock.now(),
    also: [userId],
  });
  // Before the terms: withdrawing moves no money, so it is possible whatever has changed.
  if (decision.decision === "withdraw")
    return { decided: true, row: await withdraw(service, tx, decision, { request: locked, approvals }) };

  // Before the terms, too: only an open request may get a new version.
  const barred = refusalToDecide({ request: locked, approvals }, userId, decision.decision);
  if (barred !== undefined) throw barred;
  const { request, terms, changed } = await noticeTerms(service, tx, { organizationId, request: locked });
  if (changed) return { decided: false, row: request };
  if (decision.version !== request.version)
    throw refuseApproval("requestChanged", { details: { version: request.version } });
  const found = { request, terms, approvals };
  const refusal = refusalOnTerms(found, userId, decision.decision);
  if (refusal !== undefined) throw refusal;
  const row =
    decision.decision === "reject"
      ? await reject(service, tx, decision, found)
      : await approve(service, tx, decision, found);
  return { decided: true, row };
}

/** Ends the request without a review. Possible while it is open or scheduled. */
async function withdraw(
  service: Service,
  tx: Tx,
  decision: RequestDecision,
  { request, approvals }: Omit<Case, "terms">,
): Promise<RequestRow> {
  const refusal = refusalToWithdraw({ request, approvals }, decision.userId);
  if (refusal !== undefined) throw refusal;
  if (decision.version !== request.version)
    throw refuseApproval("requestChanged", { details: { version: request.version } });
  return close(service, tx, decision, { request, trigger: "withdraw", transactionId: null });
}

/** One rejection ends the request (decision S5). */
async function reject(service: Service, tx: Tx, decision: RequestDecision, found: Case): Promise<RequestRow> {
  await review(service, tx, decision, found);
  return close(service, tx, decision, { request: found.request, trigger: "reject", transactionId: null });
}

/**
 * Records the approval and, if it is the last one, pays or schedules the request in the same transaction. So a crash
 * leaves either no approval, or the approval together with its payment (ADR 0015).
 */
async function approve(service: Service, tx: Tx, decision: RequestDecision, found: Case): Promise<RequestRow> {
  const { organizationId, userId, actor } = decision;
  const { request, terms, approvals } = found;
  const person = present(approvals.people.get(userId), "who may approve is there");
  const counted = countedApprovers(approvals, found);
  const before = progressOf(terms.rule.steps, counted);
  const now = progressOf(terms.rule.steps, [...counted, approverOf(person)]);
  await review(service, tx, decision, found);
  if (!now.isComplete) {
    await audit(service, tx, decision, { request, trigger: "approve" });
    // A step is complete: its approvers were notified before, those of the next step are notified now.
    // About a batch, they are notified once for all of its requests.
    if (before.open !== undefined && before.open !== now.open && decision.batchId === undefined)
      await notifyApprovers(service, tx, {
        organizationId,
        request,
        payeeName: terms.payee?.name,
        stepBefore: before.open,
        sourceId: service.newId(),
      });
    await settleApproval(service, tx, { organizationId, request, users: [userId] });
    return request;
  }
  // Approved early: scheduled-payments.ts pays on the day, after all checks again.
  if (request.due_at !== null && request.due_at > service.clock.now())
    return close(service, tx, decision, { request, trigger: "schedule", transactionId: null });
  const transactionId = await release(service, tx, { organizationId, request, terms, approval: { userId, actor } });
  return close(service, tx, decision, { request, trigger: "pay", transactionId });
}

/** Stores the review with the terms and the version it is about. */
async function review(
  service: Service,
  tx: Tx,
  { organizationId, userId, decision, reason }: RequestDecision,
  { request, terms }: Case,
): Promise<void> {
  assert(terms.digest.equals(request.terms), "a review is given on the terms that the request has");
  await insertReview(tx, organizationId, {
    reviewId: service.newId<Id<"approvalReview">>(),
    requestId: request.request_id,
    reviewerUserId: userId,
    decision: decision === "reject" ? "rejected" : "approved",
    reason: reason ?? null,
    terms: terms.digest,
    requestVersion: request.version,
    at: service.clock.now(),
  });
}

/** How a decision ends the request, or schedules it. */
interface Closing {
  readonly request: RequestRow;
  readonly trigger: RequestTrigger;
  readonly transactionId: RequestRow["transaction_id"];
}

/** Ends or schedules the request, with its audit row. */
async function close(service: Service, tx: Tx, decision: RequestDecision, closing: Closing): Promise<RequestRow> {
  const { request, trigger, transactionId } = closing;
  const decidedAt = service.clock.now();
  const row = await recordDecision(tx, decision.organizationId, request, {
    trigger,
    transactionId,
    decidedAt,
    problem: null,
  });
  const { requester_token_id: tokenId, amount_minor: amountMinor, created_at: at } = request;
  // A request that moves no money must not use up the token's limit for the day on which it was made (ADR 0024).
  if (tokenId !== null && (trigger === "reject" || trigger === "withdraw"))
    await releaseSpend(tx, decision.organizationId, { tokenId, amountMinor, at });
  await audit(service, tx, decision, closing);
  // About a batch, requesters are notified once for all of its requests.
  if (decision.batchId === undefined) await notifyDecided(service, tx, { decision, request });
  else await settleApproval(service, tx, { organizationId: decision.organizationId, request });
  return row;
}

async function audit(
  service: Service,
  tx: Tx,
  { organizationId, decision, userId, reason, seenAttachmentIds: seenIds, batchId, actor }: RequestDecision,
  { request, trigger, transactionId }: Pick<Closing, "request" | "trigger"> & Partial<Closing>,
): Promise<void> {
  const { request_id: requestId, status, version } = request;
  await recordAudit(service, tx, {
    organizationId,
    actor: { ...actor, type: "user", id: userId },
    entries: [
      {
        action: `approvalRequest.${decision}`,
        resourceType: "approvalRequest",
        resourceId: requestId,
        before: { status: publicStatusOf(status) },
        after: {
          status: publicStatusOf(requestStates.moves[trigger].to),
          version,
          ...(transactionId ? { transactionId } : {}),
          ...(reason === undefined ? {} : { reason }),
          ...(batchId === undefined ? {} : { batchId }),
          ...(decision === "approve" ? await filesAtDecision(tx, organizationId, { requestId, seenIds }) : {}),
        },
      },
    ],
  });
}

/**
 * The request's files when it was approved, for the audit log, and which of them the approver's page showed; null if the
 * caller did not say. Files are no terms (decision S13): one that nobody has seen prevents no approval.
 */
async function filesAtDecision(
  tx: Tx,
  organizationId: OrganizationId,
  { requestId, seenIds }: { requestId: string; seenIds: readonly string[] | undefined },
) {
  const files = await attachmentsOf(tx, organizationId, { kind: "request", ids: [requestId] });
  if (files.length === 0) return {};
  const seen = seenIds && new Set(seenIds.map((id) => id.toLowerCase()));
  return {
    files: files.map(({ attachment_id: attachmentId, file_name: fileName, sha256 }) => ({
      attachmentId,
      fileName,
      sha256: sha256.toString("hex"),
      seen: seen?.has(attachmentId) ?? null,
    })),
  };
}
