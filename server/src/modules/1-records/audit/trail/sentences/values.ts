import { formatUsd } from "#kernel/values/money.ts";
import { humanized, methodInWords } from "./labels.ts";
import { moneyText, type NamedResource, type Phrase } from "./phrase.ts";

/** A changed member, in words: each side is undefined if the entry does not have it. */
export interface Change {
  readonly field: string;
  readonly label: string;
  readonly before: Phrase | undefined;
  readonly after: Phrase | undefined;
}

/** What identifies something only to programs, and what changes with every change. */
const codes = new Set([
  "id",
  "ruleId",
  "rule_id",
  "attachmentId",
  "commentId",
  "sha256",
  "version",
  "createdAt",
  "updatedAt",
  "movementIds",
]);

/** Members that are dollars. */
const amounts = new Set([
  "amount",
  "limit",
  "limitPerDay",
  "limitPerMonth",
  "limitPerPayment",
  "paid",
  "matched",
  "undone",
  "balance",
  "startingBalance",
  "endingBalance",
  "approvalStepUpFrom",
  "wireFeeOurs",
  "wireFeeShared",
  "targetCash",
  "minimumSweep",
  "amountFrom",
  "accountDayFrom",
  "unitPrice",
  "price",
]);

/** Members that are ids, by what they name. */
const ids: Readonly<Record<string, readonly [type: string, otherwise: string]>> = {
  accountId: ["account", "an account"],
  accountIds: ["account", "an account"],
  sourceAccountId: ["account", "an account"],
  destinationAccountId: ["account", "an account"],
  recipientId: ["recipient", "a recipient"],
  recipientIds: ["recipient", "a recipient"],
  transactionId: ["transaction", "a payment"],
  debitTransactionId: ["transaction", "a transaction"],
  creditTransactionId: ["transaction", "a transaction"],
  returnedTransactionId: ["transaction", "a transaction"],
  depositId: ["transaction", "a deposit"],
  feeFor: ["transaction", "a payment"],
  requestId: ["approvalRequest", "an approval request"],
  userId: ["user", "a user"],
  userIds: ["user", "a user"],
  requesterUserIds: ["user", "a user"],
  createdBy: ["user", "a user"],
  invitedBy: ["user", "a user"],
  mentionedUserIds: ["user", "a user"],
  confirmedBy: ["user", "a user"],
  tokenIds: ["token", "an API token"],
  customerId: ["invoiceCustomer", "a customer"],
  categoryId: ["category", "a category"],
  connectionId: ["bankConnection", "a bank connection"],
  invitationId: ["invitation", "an invitation"],
};

const labels: Readonly<Record<string, string>> = {
  externalMemo: "Memo",
  sendOn: "Send on",
  allowlist: "Allowed IP addresses",
  accountId: "Account",
  accountIds: "Accounts",
  recipientIds: "Recipients",
  requesterUserIds: "Requesters",
  userIds: "Users",
  mentionedUserIds: "Mentioned",
  tokenIds: "API tokens",
  allow_self_approval: "Requester may approve",
  selfApproval: "Requester may approve",
  binds_direct_send: "Applies to payments of tokens",
  customPermissions: "Permissions",
  approvalStepUpFrom: "Confirm identity to approve from",
  duplicateGuardHours: "Duplicates are rejected for (hours)",
  bankDetailsCoolingOffHours: "Hold after changed bank details (hours)",
  confirmBankDetailChanges: "Changed bank details need a second person",
  secondFactorRequiredFor: "Second factor required for",
  secondFactorGraceDays: "Days to set up a second factor",
  wireFeeOurs: "International wire fee, paid by us",
  wireFeeShared: "International wire fee, shared",
  endedPayments: "Payments of the rehearsal that were not sent",
  reopenedRequests: "Scheduled payments that need approval again",
  remittanceAdvice: "Email to recipients about payments",
  requireAccountValidation: "Bank details validated before the first ACH payment",
  isBusiness: "Business",
  dbas: "Trade names",
  ein: "EIN",
  ach: "ACH",
  feeFor: "Payment",
  chargeType: "Wire fees",
  categoryRule: "Rule",
};

/** `recipientId` becomes "Recipient": the value is a name. */
const labelOf = (field: string): string => labels[field] ?? humanized(field.replace(/(?:Ids?|Minor)$/, ""));

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A value of an enumeration, as the code names it. */
const CODE = /^[a-z]+(?:[A-Z][a-z]+)*$/;
const codeFields = new Set([
  "status",
  "state",
  "kind",
  "role",
  "chargeType",
  "reason",
  "outcome",
  "rail",
  "scopes",
  "permissions",
  "customPermissions",
  "secondFactorRequiredFor",
  "eventTypes",
  "electronicAccountType",
  "paymentMethod",
  "paymentMethods",
  "method",
  "methods",
  "plan",
  "roles",
  "billingCadence",
  "remindersOn",
  "secrets",
]);
const methodFields = new Set(["paymentMethod", "paymentMethods", "method", "methods"]);

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
/** "Nov 27, 2026" of "2026-11-27". */
export const dayText = (text: string): string =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) ? day.format(new Date(text)) : text;
const instant = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "America/New_York",
});

function textOf(field: string, text: string): string | NamedResource {
  const resourceType = ids[field];
  if (resourceType !== undefined) return { resource: { type: resourceType[0], id: text }, fallback: resourceType[1] };
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return `${instant.format(new Date(text))} ET`;
  if (DAY.test(text)) return dayText(text);
  if (methodFields.has(field)) return capitalized(methodInWords(text));
  if (codeFields.has(field) && CODE.test(text)) return humanized(text);
  return text;
}
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const NONE: Phrase = ["None"];

function valueText(field: string, value: unknown): Phrase {
  if (value === null || value === undefined || value === "") return NONE;
  if (typeof value === "boolean") return [value ? "Yes" : "No"];
  if (typeof value === "number")
    return [amounts.has(field) ? moneyText(value) : new Intl.NumberFormat("en-US").format(value)];
  if (typeof value === "string")
    return [field.endsWith("Minor") && /^-?\d+$/.test(value) ? `$${formatUsd(BigInt(value))}` : textOf(field, value)];
  if (Array.isArray(value)) return value.length === 0 ? NONE : joined(value.map((item) => valueText(field, item)));
  const members = Object.entries(value).filter(
    ([name, member]) => !codes.has(name) && member !== null && member !== undefined && member !== "",
  );
  if (members.length === 0) return NONE;
  return joined(members.map(([name, member]) => [`${labelOf(name)}: `, ...valueText(name, member)]));
}

const joined = (phrases: readonly Phrase[]): Phrase =>
  phrases.flatMap((phrase, index): Phrase => (index === 0 ? phrase : ["; ", ...phrase]));

type Side = Readonly<Record<string, unknown>> | null;

/** The members that differ, or all of an entry that has only one side. */
export function changesInWords(before: Side, after: Side): readonly Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !codes.has(field))
    .filter(
      (field) => before === null || after === null || JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
    .filter((field) => !(isNothing(before?.[field]) && isNothing(after?.[field])))
    .map((field) => ({
      field,
      label: labelOf(field),
      before: before === null || !(field in before) ? undefined : valueText(field, before[field]),
      after: after === null || !(field in after) ? undefined : valueText(field, after[field]),
    }));
}
const isNothing = (value: unknown): boolean => value === null || value === undefined;
