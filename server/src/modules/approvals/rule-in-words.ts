import type { PaymentMethod } from "../../kernel/bank/payment-method.ts";
import { formatUsd } from "../../kernel/money.ts";
import type { RuleConditions, RuleStep } from "./approval-rule.ts";

export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  ach: "ACH",
  check: "check",
  domesticWire: "domestic wire",
  internationalWire: "international wire",
  realTimePayment: "real-time payment",
};

/** A rule in a sentence for whoever reads the settings: when it applies, and who must approve, in which order. */
export function ruleInWords({
  conditions,
  steps,
  allowSelfApproval,
  bindsDirectSend = false,
}: {
  readonly conditions: RuleConditions;
  readonly steps: readonly RuleStep[];
  readonly allowSelfApproval: boolean;
  readonly bindsDirectSend?: boolean;
}): string {
  const when = conditionsInWords(conditions);
  const approvals = steps.map(stepInWords).join(", then ");
  const self = allowSelfApproval ? " Who asked may be one of them." : "";
  return `${when === "" ? "Everything" : when} needs ${approvals}.${self}${bindsDirectSend ? " It cannot be sent directly." : ""}`;
}

function conditionsInWords(conditions: RuleConditions): string {
  const { amountFromMinor, accountDayFromMinor, methods, accountIds, recipientIds, requesterUserIds, tokenIds } =
    conditions;
  const hours = conditions.recipientNewOrChangedWithinHours;
  const parts = [
    ...(amountFromMinor === undefined ? [] : [`of ${formatUsd(BigInt(amountFromMinor))} USD or more`]),
    ...(methods === undefined ? [] : [`by ${anyOf(methods.map((method) => methodWords[method]))}`]),
    ...(accountIds === undefined ? [] : [`from ${counted(accountIds.length, "account", "certain accounts")}`]),
    ...(recipientIds === undefined ? [] : [`to ${counted(recipientIds.length, "recipient", "certain recipients")}`]),
    ...(hours === undefined ? [] : [`to a recipient never paid, or whose bank details changed within ${hours} hours`]),
    ...(requesterUserIds === undefined ? [] : ["asked for by certain people"]),
    ...(tokenIds === undefined ? [] : ["asked for by certain tokens"]),
    ...(accountDayFromMinor === undefined
      ? []
      : [`once ${formatUsd(BigInt(accountDayFromMinor))} USD or more leaves the account that day`]),
  ];
  return parts.length === 0 ? "" : `A payment ${parts.join(", ")}`;
}

const anyOf = (words: readonly string[]): string => words.join(" or ");
const counted = (count: number, one: string, many: string): string => (count === 1 ? `one ${one}` : many);

function stepInWords({ approvals, approvers }: RuleStep): string {
  const who = {
    anyone: () => "anyone with send-money permission",
    roles: () => `the role ${anyOf(approvers.kind === "roles" ? approvers.roles : [])}`,
    users: () => "named people",
  }[approvers.kind]();
  return `${approvals} ${approvals === 1 ? "approval" : "approvals"} by ${who}`;
}
