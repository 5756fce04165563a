import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, PaymentAmount, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { AccountId, RecipientId, TokenId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import { controlChangeStates } from "#records/controls";
import { userRoles } from "#records/people";
import type { RuleConditions, RuleProposal, RuleStep } from "./approval-rule.ts";
import type { RuleRow } from "./approval-rules.queries.ts";
import { ruleInWords } from "./describe-rule.ts";
import { type RuleChange, ruleIdOf } from "./rule-changes.ts";
import type { RuleNames } from "./rule-names.ts";

/** A list of ids in a rule. Bounded, because every decision evaluates it (law 26). */
const ids = (description: string) =>
  Type.Optional(Type.Array(Uuid("An id."), { minItems: 1, maxItems: 100, uniqueItems: true, description }));

const ConditionsSchema = object(
  {
    amountFrom: Type.Optional(
      PaymentAmount(
        "The recipient's total on the request's New York day is at least this: the request, and every other payment or open request to the recipient, or to another recipient with the same account number, from any account.",
      ),
    ),
    accountDayFrom: Type.Optional(
      PaymentAmount(
        "The account's outflow on the request's New York day is at least this: the request, and every other payment, transfer, or open request from the account.",
      ),
    ),
    methods: Type.Optional(
      Type.Array(OneOf(paymentMethods, "A method.", "PaymentMethod"), {
        minItems: 1,
        uniqueItems: true,
        description: "One of these methods.",
      }),
    ),
    accountIds: ids("From one of these accounts."),
    recipientIds: ids("To one of these recipients."),
    recipientNewOrChangedWithinHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        // A year of 365 days.
        maximum: 8760,
        description: "The recipient was never paid, or its bank details changed within this many hours.",
      }),
    ),
    requesterUserIds: ids("Requested by one of these users, or by a token that one of them created."),
    tokenIds: ids("Requested by one of these tokens."),
  },
  { title: "RuleConditions", description: "When the rule applies: all conditions must hold; no conditions = always." },
);

/** Roles or users, not both: `stepOf` refuses the combination, because it could mean either or both. */
const StepSchema = object(
  {
    approvals: Type.Integer({
      minimum: 1,
      maximum: 20,
      description: "The number of different users who must approve.",
    }),
    roles: Type.Optional(
      Type.Array(OneOf(userRoles, "A role.", "UserRole"), {
        minItems: 1,
        uniqueItems: true,
        description: "Users with one of these roles.",
      }),
    ),
    userIds: ids("These users. Neither roles nor users = anyone with send-money permission."),
  },
  { title: "RuleStep", description: "One step; the next opens when it is complete." },
);

/** The members of a rule and of a proposed rule. */
const proposal = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NO_HIDDEN_CHARACTERS, description: "The rule's name." }),
  position: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: "Rules are checked in this order; the first match applies.",
  }),
  active: Type.Boolean({ description: "False deactivates it." }),
  conditions: ConditionsSchema,
  steps: Type.Array(StepSchema, { minItems: 1, maxItems: 10, description: "Who must approve, in sequence." }),
  allowSelfApproval: Type.Boolean({ description: "Whether the requester may approve." }),
};
const binds = Type.Boolean({
  description:
    "True: a direct send to which this rule applies is rejected with `approvalRequired` and must be requested instead.",
});

/** The body of a proposal (decision S12). */
export const RuleChangeBodySchema = object(
  {
    ruleId: Type.Optional(Nullable(Uuid("The rule to change; absent for a new one."))),
    ...proposal,
    bindsDirectSend: Type.Optional(binds),
  },
  { title: "ProposeApprovalRuleChangeRequest" },
);
type RuleChangeBody = Static<typeof RuleChangeBodySchema>;

const summary = Type.String({ description: "The rule as a sentence." });
/** An active or inactive rule. */
export const RuleSchema = object(
  {
    ruleId: Uuid("The rule."),
    version: Type.Integer({ description: "Increases with every change; earlier approvals are void." }),
    ...proposal,
    bindsDirectSend: binds,
    summary,
  },
  { title: "ApprovalRule" },
);
/** A proposed change, in any state. */
export const RuleChangeSchema = object(
  {
    changeId: Uuid("The change."),
    ruleId: Uuid("The rule it changes or makes."),
    status: OneOf(
      controlChangeStates.states,
      `${inWords(controlChangeStates)} See GET /control-changes.`,
      "ControlChangeStatus",
    ),
    proposedBy: Uuid("Who proposed it."),
    proposedAt: Timestamp("When."),
    ...proposal,
    bindsDirectSend: binds,
    summary,
  },
  { title: "ApprovalRuleChange" },
);

/** The approval limits of one user, in dollars (ADR 0024). */
export const LimitSchema = object(
  {
    userId: Uuid("The person."),
    accountId: Nullable(Uuid("The account; null: all accounts.")),
    limit: Nullable(
      Usd(
        "The most that this user may approve to one recipient in a New York day, and so in one payment. A limit for an account replaces the limit for all accounts there. Null = none.",
      ),
    ),
    limitPerDay: Nullable(
      Usd(
        "The most that this user may approve in a New York day, from the account or from all accounts together. Null = none.",
      ),
    ),
  },
  { title: "ApproverLimit" },
);

/**
 * JSON stores the cents of conditions as text, because it has no bigint. An invalid amount is refused: without it, the
 * rule would apply to more than intended.
 */
function centsText(path: string, dollars: number | undefined): string | undefined {
  if (dollars === undefined) return undefined;
  const minor = minorFromDollars(dollars);
  if (minor === undefined) throw invalidRequest([{ path, message: "must have at most two decimals" }]);
  return minor.toString();
}

/** Ids as the database formats them, because rules compare texts. */
const idsOf = <I extends string>(ids: readonly string[] | undefined): readonly I[] | undefined =>
  ids?.map((id) => id.toLowerCase() as I);

const given = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  // Entries without a value are omitted, as exactOptionalPropertyTypes requires.
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/**
 * The body in the module's terms. Ids are UUIDs by their schema; unknown-names.ts checks whether they exist. Refuses
 * ambiguous input with `invalidRequest`.
 */
export function proposalOf(body: RuleChangeBody): RuleProposal {
  const { name, position, active, conditions, steps, allowSelfApproval, bindsDirectSend = false } = body;
  const { amountFrom, accountDayFrom, methods, recipientNewOrChangedWithinHours } = conditions;
  return {
    name: name.trim(),
    position,
    active,
    allowSelfApproval,
    bindsDirectSend,
    conditions: given({
      amountFromMinor: centsText("conditions.amountFrom", amountFrom),
      accountDayFromMinor: centsText("conditions.accountDayFrom", accountDayFrom),
      methods,
      recipientNewOrChangedWithinHours,
      accountIds: idsOf<AccountId>(conditions.accountIds),
      recipientIds: idsOf<RecipientId>(conditions.recipientIds),
      requesterUserIds: idsOf<UserId>(conditions.requesterUserIds),
      tokenIds: idsOf<TokenId>(conditions.tokenIds),
    }) as RuleConditions,
    steps: steps.map(stepOf),
  };
}

/** Refuses a step with roles and users: whether one or both are required would be a guess. */
function stepOf({ approvals, roles, userIds }: RuleChangeBody["steps"][number], index: number): RuleStep {
  if (roles !== undefined && userIds !== undefined)
    throw invalidRequest([{ path: `steps.${index}`, message: "must name roles or people, not both" }]);
  const people = idsOf<UserId>(userIds);
  if (people !== undefined) return { approvals, approvers: { kind: "users", userIds: people } };
  return { approvals, approvers: roles === undefined ? { kind: "anyone" } : { kind: "roles", roles } };
}

const dollars = (cents: string | undefined): number | undefined =>
  cents === undefined ? undefined : dollarsFromMinor(BigInt(cents));

type Shown = RuleProposal;

const shown = (rule: Shown, names: RuleNames) => {
  const { amountFromMinor, accountDayFromMinor, methods, accountIds, recipientIds, requesterUserIds, tokenIds } =
    rule.conditions;
  return {
    name: rule.name,
    position: rule.position,
    active: rule.active,
    conditions: given({
      amountFrom: dollars(amountFromMinor),
      accountDayFrom: dollars(accountDayFromMinor),
      methods: methods && [...methods],
      accountIds: accountIds && [...accountIds],
      recipientIds: recipientIds && [...recipientIds],
      recipientNewOrChangedWithinHours: rule.conditions.recipientNewOrChangedWithinHours,
      requesterUserIds: requesterUserIds && [...requesterUserIds],
      tokenIds: tokenIds && [...tokenIds],
    }) as Static<typeof ConditionsSchema>,
    steps: rule.steps.map(({ approvals, approvers }) => ({
      approvals,
      ...(approvers.kind === "roles" ? { roles: [...approvers.roles] } : {}),
      ...(approvers.kind === "users" ? { userIds: [...approvers.userIds] } : {}),
    })),
    allowSelfApproval: rule.allowSelfApproval,
    bindsDirectSend: rule.bindsDirectSend ?? false,
    summary: ruleInWords(rule, names),
  };
};

/** A stored rule as clients see it, with dollars instead of cents. */
export const renderRule = (row: RuleRow, names: RuleNames): Static<typeof RuleSchema> => ({
  ruleId: row.rule_id,
  version: row.version,
  ...shown({ ...row, allowSelfApproval: row.allow_self_approval, bindsDirectSend: row.binds_direct_send }, names),
});

/** A proposed rule as clients see it. */
export const renderChange = (change: RuleChange, names: RuleNames): Static<typeof RuleChangeSchema> => ({
  changeId: change.changeId,
  ruleId: ruleIdOf(change),
  status: change.status,
  proposedBy: change.proposedBy,
  proposedAt: change.proposedAt.toISOString(),
  ...shown(change.proposal, names),
});
