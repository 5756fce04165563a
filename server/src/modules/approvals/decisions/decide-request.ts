import { assert, present } from "../../../kernel/assert.ts";
import { notFound } from "../../../kernel/http/http-refusals.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { Id, OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import { shareOrganization } from "../../identity/index.ts";
import { giveBack, TermsMoved } from "../../payments/index.ts";
import { refuseApproval } from "../approvals-refusals.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { insertReview, lockRequest, noteProblem } from "../requests/approval-requests.queries.ts";
import { mailApprovers } from "../requests/mail-approvers.ts";
import { noticeTerms } from "../requests/notice-terms.ts";
import { recordDecision } from "../requests/record-decision.ts";
import { publicStatusOf, type RequestTrigger, requestStates } from "../requests/request-states.ts";
import { progressOf } from "../rules/approval-rule.ts";
import { approverOf, countedApprovers, readApprovals } from "./approvals-so-far.ts";
import { type Case, refusalOnTerms, refusalToTakePart, refusalToWithdraw } from "./may-decide.ts";
import { CannotPay, release } from "./release-payment.ts";

export interface RequestDecision {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  /** Who decides: a person, signed in. Never a token (decision S6). */
  readonly userId: UserId;
  readonly decision: "approve" | "reject" | "withdraw";
  /** The version of the request the person has read. */
  readonly version: number;
  /** Why it is rejected or withdrawn. */
  readonly reason?: string | undefined;
  /** For the audit log: the person, and where the call came from. */
  readonly actor: Actor;
}

/** Every try sees what made the one before fail, so a second is enough unless bank details change all the time. */
const TRIES = 3;

/**
 * One person's decision about a request, in one transaction under the request's lock. Everything is looked at again: the
 * person, the rule that applies now, the bank details, and everybody who has approved before. When the approvals are complete
 * the money moves in the same transaction; when it cannot, the decision is undone, the request stays open with the reason,
 * and the payment's refusal is thrown. Refusals: those of approvals-refusals.ts, of payments, and `resourceNotFound`.
 */
export async function decideRequest(service: Service, decision: RequestDecision): Promise<RequestRow> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await service.database.transaction((tx) => decide(service, tx, decision));
      if (outcome.decided) return outcome.row;
      throw refuseApproval("requestChanged", { details: { version: outcome.row.version } });
    } catch (error) {
      if (error instanceof TermsMoved && attempt < TRIES) continue;
      if (!(error instanceof CannotPay)) throw error;
      const { organizationId, requestId } = decision;
      const { refusal } = error;
      await service.database.transaction((tx) => noteProblem(tx, organizationId, requestId, refusal.message));
      throw refusal;
    }
  }
}

/** Not decided: the terms had changed, which is written and must be kept. */
interface Outcome {
  readonly decided: boolean;
  readonly row: RequestRow;
}

async function decide(service: Service, tx: Tx, decision: RequestDecision): Promise<Outcome> {
  const { organizationId, requestId, userId } = decision;
  const locked = await lockRequest(tx, organizationId, requestId);
  if (locked === undefined) throw notFound("request");
  // From here to the commit nobody changes the rules.
  await shareOrganization(tx, organizationId);
  const approvals = await readApprovals(tx, organizationId, {
    request: locked,
    now: service.clock.now(),
    also: [userId],
  });
  if (decision.decision === "withdraw")
    return { decided: true, row: await withdraw(service, tx, decision, { request: locked, approvals }) };

  const barred = refusalToTakePart({ request: locked, approvals }, userId, decision.decision);
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

async function reject(service: Service, tx: Tx, decision: RequestDecision, found: Case): Promise<RequestRow> {
  await review(service, tx, decision, found);
  return close(service, tx, decision, { request: found.request, trigger: "reject", transactionId: null });
}

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
    if (before.open !== undefined && before.open !== now.open)
      await mailApprovers(service, tx, {
        organizationId,
        request,
        payeeName: terms.payee?.name,
        stepBefore: before.open,
      });
    return request;
  }
  if (request.due_at !== null && request.due_at > service.clock.now())
    return close(service, tx, decision, { request, trigger: "schedule", transactionId: null });
  const transactionId = await release(service, tx, { organizationId, request, terms, approval: { userId, actor } });
  return close(service, tx, decision, { request, trigger: "pay", transactionId });
}

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

interface Closing {
  readonly request: RequestRow;
  readonly trigger: RequestTrigger;
  readonly transactionId: RequestRow["transaction_id"];
}

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
  if (tokenId !== null && (trigger === "reject" || trigger === "withdraw"))
    await giveBack(tx, decision.organizationId, { tokenId, amountMinor, at });
  await audit(service, tx, decision, closing);
  return row;
}

const audit = (
  service: Service,
  tx: Tx,
  { organizationId, decision, userId, reason, actor }: RequestDecision,
  { request, trigger, transactionId }: Pick<Closing, "request" | "trigger"> & Partial<Closing>,
) =>
  recordAudit(service, tx, {
    organizationId,
    actor: { ...actor, type: "user", id: userId },
    entries: [
      {
        action: `approvalRequest.${decision}`,
        resourceType: "approvalRequest",
        resourceId: request.request_id,
        before: { status: publicStatusOf(request.status) },
        after: {
          status: publicStatusOf(requestStates.moves[trigger].to),
          version: request.version,
          ...(transactionId ? { transactionId } : {}),
          ...(reason === undefined ? {} : { reason }),
        },
      },
    ],
  });
