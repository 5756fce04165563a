import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RecipientId, TokenId, UserId } from "#kernel/values/ids.ts";
import { findPayees } from "#money/recipients";
import { readSettings } from "#records/identity";
import { listPeople, lockUsersForShare, mayApprovePayments, type Person } from "#records/people";
import { refuseApproval } from "../approvals-refusals.ts";
import { builtInRule } from "../requests/approved-terms.ts";
import { type ApprovalRule, mayApproveStep, progressOf, ruleFor } from "../rules/approval-rule.ts";
import { activeRules } from "../rules/approval-rules.queries.ts";
import { approverOf, barOf, findApprovers } from "./approvals-so-far.ts";
import { lockLimits } from "./approved-amounts.queries.ts";
import { exceededLimit, readLimits } from "./approver-limits.ts";

/** Something that needs the approvals of a payment, and is none: it sends no money. */
export interface LikePayment {
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  readonly method: PaymentMethod;
  readonly amountMinor: bigint;
  /** Of a token, its creator. */
  readonly requesterUserId: UserId | null;
  readonly requesterTokenId: TokenId | null;
  readonly createdAt: Date;
}

/** The rules of payments of these amounts. Nothing else of the day counts with them, because nothing leaves. */
export async function rulesLike(
  db: Queryable,
  organizationId: OrganizationId,
  likes: readonly LikePayment[],
): Promise<(like: LikePayment) => ApprovalRule> {
  const key = ({ recipientId, method }: Pick<LikePayment, "recipientId" | "method">) => `${recipientId}/${method}`;
  const payees = new Map(
    (await findPayees(db, organizationId, likes)).map((payee) => [
      key({ recipientId: payee.recipient_id, method: payee.method }),
      payee,
    ]),
  );
  const rules = await activeRules(db, organizationId);
  const builtIn = builtInRule(await readSettings(db, organizationId));
  return (like) => {
    const payee = payees.get(key(like));
    const facts = {
      recipientDayMinor: like.amountMinor,
      accountDayMinor: like.amountMinor,
      method: like.method,
      accountId: like.accountId,
      recipientId: like.recipientId,
      requesterUserId: like.requesterUserId,
      requesterTokenId: like.requesterTokenId,
      createdAt: like.createdAt,
      recipientFirstPaidAt: payee?.first_paid_at ?? null,
      bankDetailsSince: payee?.routing_since ?? null,
    };
    return ruleFor(rules, facts, builtIn);
  };
}

/** The rule of one. */
export const ruleLike = async (
  db: Queryable,
  organizationId: OrganizationId,
  like: LikePayment,
): Promise<ApprovalRule> => (await rulesLike(db, organizationId, [like]))(like);

/** Where the approvals stand when a user decides. */
export interface ApprovalStanding {
  readonly rule: ApprovalRule;
  /** Why the user may not approve; undefined if they may. */
  readonly refusal: Refusal | undefined;
  /** Whether the user may decline. */
  readonly mayDecline: boolean;
  /** Whether the user's approval is the last one. */
  readonly completes: boolean;
}

/**
 * Where the approvals of something stand for a user who decides now. Earlier approvers count only if they still may
 * approve. The users are locked until the commit; the caller has locked what is decided and the organization.
 */
export async function approvalStandingOf(
  tx: Tx,
  organizationId: OrganizationId,
  {
    like,
    approvedBy,
    userId,
    now,
  }: {
    readonly like: LikePayment;
    readonly approvedBy: readonly UserId[];
    readonly userId: UserId;
    readonly now: Date;
  },
): Promise<ApprovalStanding> {
  const people = new Map(
    (await lockUsersForShare(tx, organizationId, [...approvedBy, userId])).map((person) => [person.user_id, person]),
  );
  const rule = await ruleLike(tx, organizationId, like);
  const limits = await readLimits(tx, organizationId, {
    userIds: [userId],
    reviews: [],
    now,
    hold: () => lockLimits(tx, organizationId, [userId]),
  });
  const approvers = await findApprovers(tx, organizationId);
  const request = { requester_user_id: like.requesterUserId };
  const terms = { rule, editors: new Set<UserId>(), counterpartyIds: new Set<string>([like.recipientId]) };
  const exceeded = exceededLimit(
    limits,
    { request: { account_id: like.accountId, amount_minor: like.amountMinor }, terms },
    { userId },
  );
  const counted = approvedBy.flatMap((id) => {
    const person = people.get(id);
    const isBarred = barOf(person, { request, terms, exceeded: undefined, approvers }) !== undefined;
    return person === undefined || isBarred ? [] : [approverOf(person)];
  });
  const person = people.get(userId);
  const before = progressOf(rule.steps, counted);
  const mayDecline = mayApprovePayments(person);
  const no = (refusal: Refusal): ApprovalStanding => ({ rule, refusal, mayDecline, completes: false });
  if (approvedBy.includes(userId)) return no(refuseApproval("alreadyReviewed"));
  const bar = barOf(person, { request, terms, exceeded, approvers });
  if (bar !== undefined)
    return no(refuseApproval(bar, { details: bar === "approverLimitExceeded" ? { ...exceeded } : {} }));
  const own = approverOf(present(person, "a user without a bar exists"));
  // Approvals that were complete before a rule changed need one more, by anybody who may give the last one.
  if (before.open !== undefined && !mayApproveStep(before.open, own))
    return no(refuseApproval("notAmongApprovers", { details: { rule: rule.name } }));
  return { rule, refusal: undefined, mayDecline, completes: progressOf(rule.steps, [...counted, own]).isComplete };
}

/** The users who may give the first approval, in order of creation. */
export async function firstApprovers(
  db: Queryable,
  organizationId: OrganizationId,
  { rule, requesterUserId }: { readonly rule: ApprovalRule; readonly requesterUserId: UserId | null },
): Promise<readonly Person[]> {
  const [step] = rule.steps;
  return (await listPeople(db, organizationId)).filter(
    (person) =>
      mayApprovePayments(person) &&
      step !== undefined &&
      mayApproveStep(step, approverOf(person)) &&
      (person.user_id !== requesterUserId || rule.allowSelfApproval),
  );
}
