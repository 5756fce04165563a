import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { AccountId, Id, RecipientId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { UserRole } from "#records/people";

/**
 * Approval rules as pure functions (decision S5): which rule applies to a request, and how far its approvals have come.
 * The rules of an organization are checked in order and the first match applies, so a rule placed earlier is an
 * exception to those after it. Everything a rule examines is in RequestFacts, so that a decision, a preview, and a test
 * evaluate the same.
 */

export type RuleId = Id<"approvalRule">;

/** When a rule applies. All conditions must hold; a rule without conditions always applies. */
export interface RuleConditions {
  /**
   * The recipient's total on the request's New York day, including this request, is at least this; cents as text (JSON
   * has no bigint).
   */
  readonly amountFromMinor?: string;
  /** The account's outflow on the request's New York day, including this request, is at least this; cents as text. */
  readonly accountDayFromMinor?: string;
  readonly methods?: readonly PaymentMethod[];
  readonly accountIds?: readonly AccountId[];
  readonly recipientIds?: readonly RecipientId[];
  /** The recipient was never paid, or its bank details changed within this many hours before the request. */
  readonly recipientNewOrChangedWithinHours?: number;
  /** Also matches requests by tokens that these users created. */
  readonly requesterUserIds?: readonly UserId[];
  readonly tokenIds?: readonly TokenId[];
}

/** Who may give a step's approvals. */
export type StepApprovers =
  | { readonly kind: "anyone" }
  | { readonly kind: "roles"; readonly roles: readonly UserRole[] }
  | { readonly kind: "users"; readonly userIds: readonly UserId[] };

/** The number of approvals by different users of this group. Always users with send-money permission. */
export interface RuleStep {
  readonly approvals: number;
  readonly approvers: StepApprovers;
}

/** A rule as it is evaluated. Every change makes a new version, which voids earlier approvals. */
export interface ApprovalRule {
  /** Null: the built-in rule. */
  readonly ruleId: RuleId | null;
  readonly version: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  /** In sequence: a step opens when the previous one is complete. */
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  /** A direct send to which this rule applies is rejected and must be requested (decision S4). */
  readonly bindsDirectSend: boolean;
}

/** A proposed rule. */
export interface RuleProposal {
  /** Rules are checked in this order, lowest first. */
  readonly position: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  /** Absent in proposals older than it: false. */
  readonly bindsDirectSend?: boolean;
  /** False deactivates the rule. */
  readonly active: boolean;
}

/** Applies if no rule of the organization does (decision S5). */
export const defaultRule: ApprovalRule = {
  ruleId: null,
  version: 1,
  name: "One approver",
  conditions: {},
  steps: [{ approvals: 1, approvers: { kind: "anyone" } }],
  allowSelfApproval: false,
  bindsDirectSend: false,
};

/** The parts of a request that rules examine. */
export interface RequestFacts {
  /** The day's total to the recipient, or to the destination account of a transfer. */
  readonly recipientDayMinor: bigint;
  readonly accountDayMinor: bigint;
  /** Null for a transfer between own accounts. */
  readonly method: PaymentMethod | null;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId | null;
  readonly requesterUserId: UserId | null;
  readonly requesterTokenId: TokenId | null;
  readonly createdAt: Date;
  readonly recipientFirstPaidAt: Date | null;
  readonly bankDetailsSince: Date | null;
}

/** The first of the organization's active rules that applies, in their order; otherwise the built-in one. */
export function ruleFor(
  rules: readonly ApprovalRule[],
  facts: RequestFacts,
  builtIn: ApprovalRule = defaultRule,
): ApprovalRule {
  const rule = rules.find(({ conditions }) => applies(conditions, facts)) ?? builtIn;
  // A step without approvals would be complete before anyone has approved.
  assert(rule.steps.length > 0, "a rule has at least one step");
  for (const { approvals } of rule.steps) assert(approvals >= 1, "each step of a rule takes at least one approval");
  return rule;
}

/** Whether other payments of the day may determine which rule applies. */
export const dependsOnDayTotals = (rules: readonly ApprovalRule[], facts: RequestFacts): boolean =>
  rules.some(({ conditions: { amountFromMinor, accountDayFromMinor, ...others } }) => {
    const counts = amountFromMinor !== undefined || accountDayFromMinor !== undefined;
    // Without the amounts: another payment of the day can raise any total.
    return counts && applies(others, facts);
  });

function applies(conditions: RuleConditions, facts: RequestFacts): boolean {
  const { amountFromMinor, accountDayFromMinor, methods, accountIds, recipientIds } = conditions;
  const { recipientNewOrChangedWithinHours: hours, requesterUserIds, tokenIds } = conditions;
  return (
    (amountFromMinor === undefined || facts.recipientDayMinor >= BigInt(amountFromMinor)) &&
    (accountDayFromMinor === undefined || facts.accountDayMinor >= BigInt(accountDayFromMinor)) &&
    isAmong(methods, facts.method) &&
    isAmong(accountIds, facts.accountId) &&
    isAmong(recipientIds, facts.recipientId) &&
    isAmong(requesterUserIds, facts.requesterUserId) &&
    isAmong(tokenIds, facts.requesterTokenId) &&
    (hours === undefined || isNewOrChanged(facts, hours))
  );
}

/** No condition matches everything. A condition never matches a missing value: a transfer has no method. */
const isAmong = <T>(allowed: readonly T[] | undefined, value: T | null): boolean =>
  allowed === undefined || (value !== null && allowed.includes(value));

/**
 * Measured from the request's own time: neither waiting nor another payment makes a new recipient an established one.
 */
const isNewOrChanged = (
  { recipientId, recipientFirstPaidAt, bankDetailsSince, createdAt }: RequestFacts,
  hours: number,
) =>
  recipientId !== null &&
  (recipientFirstPaidAt === null ||
    recipientFirstPaidAt > createdAt ||
    bankDetailsSince === null ||
    bankDetailsSince > plusMs(createdAt, -hours * HOUR_MS));

/** A user who may approve, by role and status. */
export interface Approver {
  readonly userId: UserId;
  readonly role: UserRole;
}

/** Whether the user belongs to the group of the step. The right to approve payments is checked elsewhere. */
export function mayApproveStep({ approvers }: RuleStep, { userId, role }: Approver): boolean {
  switch (approvers.kind) {
    case "anyone":
      return true;
    case "roles":
      return approvers.roles.includes(role);
    case "users":
      return approvers.userIds.includes(userId);
  }
}

/** How far a rule's steps have come. */
export interface Progress {
  /** The counted approvals of each step, in the order of the steps. */
  readonly approvedBy: readonly (readonly Approver[])[];
  /** The step that waits for approvals; undefined if all are complete. */
  readonly open: RuleStep | undefined;
  readonly isComplete: boolean;
}

/**
 * The progress of a rule with approvals by these users (distinct, in order of approval). Each user counts once, for the
 * first step that still needs them, even if they are in the lists of two steps.
 */
export function progressOf(steps: readonly RuleStep[], approvers: readonly Approver[]): Progress {
  const rest = [...new Map(approvers.map((approver) => [approver.userId, approver])).values()];
  const approvedBy: (readonly Approver[])[] = [];
  let open: RuleStep | undefined;
  for (const step of steps) {
    const counted: Approver[] = [];
    // Once a step waits, no later step counts anything: steps are in sequence.
    while (open === undefined && counted.length < step.approvals) {
      const next = rest.findIndex((approver) => mayApproveStep(step, approver));
      if (next === -1) open = step;
      else counted.push(...rest.splice(next, 1));
    }
    approvedBy.push(counted);
  }
  const counted = approvedBy.flat().map((approver) => approver.userId);
  assert(new Set(counted).size === counted.length, "a person's approval counts once");
  const isComplete = steps.length > 0 && open === undefined;
  assert(
    !isComplete || counted.length === steps.reduce((sum, step) => sum + step.approvals, 0),
    "complete approvals are as many as the steps ask for",
  );
  return { approvedBy, open, isComplete };
}

/** The total number of approvals that a rule requires. */
export const approvalsRequired = (rule: ApprovalRule): number =>
  rule.steps.reduce((sum, step) => sum + step.approvals, 0);
