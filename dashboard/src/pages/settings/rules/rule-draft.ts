import type { ApprovalRule, ProposeApprovalRuleChangeData } from "#api/generated/types.gen.ts";

export type Rule = ApprovalRule;
type Body = ProposeApprovalRuleChangeData["body"];
type Method = NonNullable<Body["conditions"]["methods"]>[number];
type Role = NonNullable<Body["steps"][number]["roles"]>[number];

export interface StepDraft {
  readonly approvals: number | string;
  readonly who: "anyone" | "roles" | "users";
  readonly roles: readonly Role[];
  readonly userIds: readonly string[];
}

/** A rule as edited. Empty fields are not conditions. */
export interface RuleDraft {
  readonly name: string;
  readonly position: number | string;
  readonly active: boolean;
  readonly allowSelfApproval: boolean;
  readonly bindsDirectSend: boolean;
  readonly amountFrom: number | string;
  readonly accountDayFrom: number | string;
  readonly methods: readonly Method[];
  readonly accountIds: readonly string[];
  readonly recipientIds: readonly string[];
  readonly recipientNewOrChangedWithinHours: number | string;
  readonly requesterUserIds: readonly string[];
  readonly tokenIds: readonly string[];
  readonly steps: readonly StepDraft[];
}

export const newStep: StepDraft = { approvals: 1, who: "anyone", roles: [], userIds: [] };

const PLACES_APART = 10;

/** The rule's values, or an empty rule in last position. */
export function draftOf(rule: Rule | undefined, rules: readonly Rule[]): RuleDraft {
  const conditions = rule?.conditions ?? {};
  const last = Math.max(0, ...rules.map(({ position }) => position));
  return {
    name: rule?.name ?? "",
    position: rule?.position ?? last + PLACES_APART,
    active: rule?.active ?? true,
    allowSelfApproval: rule?.allowSelfApproval ?? false,
    bindsDirectSend: rule?.bindsDirectSend ?? false,
    amountFrom: conditions.amountFrom ?? "",
    accountDayFrom: conditions.accountDayFrom ?? "",
    methods: conditions.methods ?? [],
    accountIds: conditions.accountIds ?? [],
    recipientIds: conditions.recipientIds ?? [],
    recipientNewOrChangedWithinHours: conditions.recipientNewOrChangedWithinHours ?? "",
    requesterUserIds: conditions.requesterUserIds ?? [],
    tokenIds: conditions.tokenIds ?? [],
    steps: rule?.steps.map(stepDraftOf) ?? [newStep],
  };
}

const stepDraftOf = ({ approvals, roles, userIds }: Rule["steps"][number]): StepDraft => ({
  approvals,
  who: userIds !== undefined ? "users" : roles !== undefined ? "roles" : "anyone",
  roles: roles ?? [],
  userIds: userIds ?? [],
});

/** The draft as an API request. */
export function ruleChangeOf(draft: RuleDraft, ruleId: string | undefined): Body {
  const number = (value: number | string) => (typeof value === "number" ? value : undefined);
  const some = <T>(values: readonly T[]): T[] | undefined => (values.length === 0 ? undefined : [...values]);
  const conditions = {
    amountFrom: number(draft.amountFrom),
    accountDayFrom: number(draft.accountDayFrom),
    methods: some(draft.methods),
    accountIds: some(draft.accountIds),
    recipientIds: some(draft.recipientIds),
    recipientNewOrChangedWithinHours: number(draft.recipientNewOrChangedWithinHours),
    requesterUserIds: some(draft.requesterUserIds),
    tokenIds: some(draft.tokenIds),
  };
  return {
    ...(ruleId === undefined ? {} : { ruleId }),
    name: draft.name,
    position: number(draft.position) ?? 0,
    active: draft.active,
    allowSelfApproval: draft.allowSelfApproval,
    bindsDirectSend: draft.bindsDirectSend,
    conditions: without(conditions),
    steps: draft.steps.map(({ approvals, who, roles, userIds }) => ({
      approvals: number(approvals) ?? 0,
      ...(who === "roles" ? { roles: [...roles] } : {}),
      ...(who === "users" ? { userIds: [...userIds] } : {}),
    })),
  };
}

/** An undefined condition must be absent: the API would reject it. */
const without = (conditions: { readonly [K in keyof Body["conditions"]]: Body["conditions"][K] | undefined }) =>
  Object.fromEntries(
    Object.entries(conditions).filter(([, value]) => value !== undefined),
    // Only members without a value are removed.
  ) as Body["conditions"];

/** Rules that many organizations have, to start from. */
export const exampleRules: readonly { readonly label: string; readonly draft: Partial<RuleDraft> }[] = [
  {
    label: "Large payments",
    draft: { name: "Large payments", amountFrom: 25_000, steps: [{ ...newStep, approvals: 2 }] },
  },
  {
    label: "New or changed recipients",
    draft: {
      name: "New or changed recipients",
      recipientNewOrChangedWithinHours: 72,
      steps: [{ ...newStep, approvals: 2 }],
    },
  },
  {
    label: "Wires",
    draft: {
      name: "Wires",
      methods: ["domesticWire", "internationalWire"],
      steps: [newStep, { ...newStep, who: "roles", roles: ["administrator"] }],
    },
  },
];
