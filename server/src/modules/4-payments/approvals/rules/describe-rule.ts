import { methodTable } from "bursar-banking/identifiers/payment-method";
import { formatUsd } from "#kernel/values/money.ts";
import type { RuleConditions, RuleStep } from "./approval-rule.ts";
import type { RuleNames } from "./rule-names.ts";

/** A rule as a sentence: when it applies, and who must approve, in which order. */
export function ruleInWords(
  {
    conditions,
    steps,
    allowSelfApproval,
    bindsDirectSend = false,
  }: {
    readonly conditions: RuleConditions;
    readonly steps: readonly RuleStep[];
    readonly allowSelfApproval: boolean;
    readonly bindsDirectSend?: boolean;
  },
  names: RuleNames = new Map(),
): string {
  const when = conditionsInWords(conditions, names);
  const approvals = steps.map((step) => stepInWords(step, names)).join(", then ");
  const self = allowSelfApproval ? " The requester may be one of them." : "";
  return `${when === "" ? "Everything" : when} needs ${approvals}.${self}${bindsDirectSend ? " It cannot be sent directly." : ""}`;
}

/** The conditions, in an order that reads as one sentence; empty if the rule applies to everything. */
function conditionsInWords(conditions: RuleConditions, names: RuleNames): string {
  const { amountFromMinor, accountDayFromMinor, methods, accountIds, recipientIds, requesterUserIds, tokenIds } =
    conditions;
  const hours = conditions.recipientNewOrChangedWithinHours;
  const parts = [
    ...(methods === undefined ? [] : [`by ${anyOf(methods.map((method) => methodTable[method].inSentence))}`]),
    ...(accountIds === undefined ? [] : [`from ${named(accountIds, names, "certain accounts")}`]),
    ...(recipientIds === undefined ? [] : [`to ${named(recipientIds, names, "certain recipients")}`]),
    ...(hours === undefined ? [] : [`to a recipient never paid, or whose bank details changed within ${hours} hours`]),
    ...(requesterUserIds === undefined ? [] : [`requested by ${named(requesterUserIds, names, "certain people")}`]),
    ...(tokenIds === undefined ? [] : [`requested by ${named(tokenIds, names, "certain tokens")}`]),
    ...(amountFromMinor === undefined
      ? []
      : [`once $${formatUsd(BigInt(amountFromMinor))} or more goes to the recipient that day`]),
    ...(accountDayFromMinor === undefined
      ? []
      : [`once $${formatUsd(BigInt(accountDayFromMinor))} or more leaves the account that day`]),
  ];
  const comma = amountFromMinor === undefined && accountDayFromMinor === undefined ? "" : ",";
  return parts.length === 0 ? "" : `A payment${parts[0]?.startsWith("once") ? "," : ""} ${parts.join(", ")}${comma}`;
}

/** More names than this do not help anyone who reads a sentence. */
const NAMED_MAX = 4;

const anyOf = (words: readonly string[]): string => words.join(" or ");
/** By name if they are few and all known. */
const named = (ids: readonly string[], names: RuleNames, otherwise: string): string => {
  const found = ids.flatMap((id) => names.get(id) ?? []);
  return found.length === ids.length && found.length <= NAMED_MAX ? anyOf(found) : otherwise;
};

/** One step, such as "2 approvals by the role administrator". */
function stepInWords({ approvals, approvers }: RuleStep, names: RuleNames): string {
  return `${approvals} ${approvals === 1 ? "approval" : "approvals"} by ${whoInWords(approvers, names)}`;
}

function whoInWords(approvers: RuleStep["approvers"], names: RuleNames): string {
  switch (approvers.kind) {
    case "anyone":
      return "anyone who can approve payments";
    case "roles":
      return `the role ${anyOf(approvers.roles)}`;
    case "users":
      return named(approvers.userIds, names, "named people");
  }
}
