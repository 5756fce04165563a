import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import { assert } from "../../../kernel/assert.ts";
import { HOUR_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { AccountId, Id, RecipientId, TokenId, UserId } from "../../../kernel/values/ids.ts";
import type { UserRole } from "../../people/index.ts";

export type RuleId = Id<"approvalRule">;

/** When a rule applies. Everything stated must hold; a rule that states nothing always applies. */
export interface RuleConditions {
  /** What goes to the recipient on the request's New York day, this request included, is at least this; cents as text (JSON has no bigint). */
  readonly amountFromMinor?: string;
  /** What leaves the account on the request's New York day, this request included, is at least this; cents as text. */
  readonly accountDayFromMinor?: string;
  readonly methods?: readonly PaymentMethod[];
  readonly accountIds?: readonly AccountId[];
  readonly recipientIds?: readonly RecipientId[];
  /** The recipient was never paid, or its bank details are younger than so many hours when the request is made. */
  readonly recipientNewOrChangedWithinHours?: number;
  readonly requesterUserIds?: readonly UserId[];
  readonly tokenIds?: readonly TokenId[];
}

/** Who may give a step's approvals. */
export type StepApprovers =
  | { readonly kind: "anyone" }
  | { readonly kind: "roles"; readonly roles: readonly UserRole[] }
  | { readonly kind: "users"; readonly userIds: readonly UserId[] };

/** So many approvals by different people out of these. Always people with send-money permission. */
export interface RuleStep {
  readonly approvals: number;
  readonly approvers: StepApprovers;
}

export interface ApprovalRule {
  /** Null: the built-in rule. */
  readonly ruleId: RuleId | null;
  readonly version: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  /** In sequence: a step opens when the one before it is complete. */
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  /** A direct send this rule would decide is refused: it takes the approval path (decision S4). */
  readonly bindsDirectSend: boolean;
}

/** A rule as somebody wants it. */
export interface RuleProposal {
  readonly position: number;
  readonly name: string;
  readonly conditions: RuleConditions;
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  /** Absent in proposals older than it: false. */
  readonly bindsDirectSend?: boolean;
  readonly active: boolean;
}
/** Decides when no rule of the organisation does (decision S5). */
export const defaultRule: ApprovalRule = {
  ruleId: null,
  version: 1,
  name: "One approver",
  conditions: {},
  steps: [{ approvals: 1, approvers: { kind: "anyone" } }],
  allowSelfApproval: false,
  bindsDirectSend: false,
};

/** What rules look at in a request. */
export interface RequestFacts {
  /** The day's total to the recipient, or to the account a transfer goes to. */
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

/** The first of the organisation's active rules, in their order, that applies; otherwise the built-in one. */
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

/** Whether other payments of the day may decide which rule applies. */
export const countsTheDay = (rules: readonly ApprovalRule[], facts: RequestFacts): boolean =>
  rules.some(({ conditions: { amountFromMinor, accountDayFromMinor, ...others } }) => {
    const counts = amountFromMinor !== undefined || accountDayFromMinor !== undefined;
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

const isAmong = <T>(wanted: readonly T[] | undefined, value: T | null): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value));

/** Measured from the request's own instant: neither waiting nor a payment made meanwhile makes a new recipient an old one. */
const isNewOrChanged = (
  { recipientId, recipientFirstPaidAt, bankDetailsSince, createdAt }: RequestFacts,
  hours: number,
) =>
  recipientId !== null &&
  (recipientFirstPaidAt === null ||
    recipientFirstPaidAt > createdAt ||
    bankDetailsSince === null ||
    bankDetailsSince > plusMs(createdAt, -hours * HOUR_MS));

/** Somebody who may, as far as their role and lock go, decide about money. */
export interface Approver {
  readonly userId: UserId;
  readonly role: UserRole;
}

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

export interface Progress {
  /** Whose approvals count for each step, in the order of the steps. */
  readonly approvedBy: readonly (readonly Approver[])[];
  /** The step that waits for approvals; undefined when all are complete. */
  readonly open: RuleStep | undefined;
  readonly isComplete: boolean;
}

/**
 * How far approvals by these people (different ones, in order of approval) bring a rule. Each person counts once, for the
 * first step that still needs somebody like them, so who is in two steps' lists still is one person.
 */
export function progressOf(steps: readonly RuleStep[], approvers: readonly Approver[]): Progress {
  const rest = [...new Map(approvers.map((approver) => [approver.userId, approver])).values()];
  const approvedBy: (readonly Approver[])[] = [];
  let open: RuleStep | undefined;
  for (const step of steps) {
    const counted: Approver[] = [];
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

/** Approvals a rule asks for in all. */
export const approvalsRequired = (rule: ApprovalRule): number =>
  rule.steps.reduce((sum, step) => sum + step.approvals, 0);
