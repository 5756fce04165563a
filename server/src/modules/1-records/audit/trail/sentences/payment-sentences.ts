import type { ListedAction } from "#records/audit";
import { methodInWords } from "./labels.ts";
import {
  afterColon,
  moneyIn,
  type Named,
  type Phrase,
  say,
  subject,
  type Teller,
  type Told,
  textIn,
  thingIn,
  withWord,
} from "./phrase.ts";

const payment = (told: Told) => subject(told, "a payment");
const account = (told: Told, name = "accountId") => thingIn(told.after, name, "account", "an account");
const counterparty = (told: Told): Phrase => withWord("from", textIn(told.after, "counterpartyName"));
const reason = (told: Told, name = "reason"): string => afterColon(textIn(told.after, name));
const transferred = (told: Told): Phrase => [
  { ...subject(told, "a transfer"), name: moneyIn(told.after) },
  ...withWord("from", account(told, "sourceAccountId")),
  ...withWord("to", account(told, "destinationAccountId")),
];

type PaymentAction = Extract<
  ListedAction,
  `${"transaction" | "transfer" | "deposit" | "debit" | "check" | "checks" | "attachment"}.${string}`
>;

export const paymentSentences: Readonly<Record<PaymentAction, Teller>> = {
  "transaction.create": (told) => {
    const recipient = thingIn(told.after, "recipientId", "recipient", "a recipient");
    const method = textIn(told.after, "paymentMethod");
    if (told.after["amount"] === undefined) return say`created ${payment(told)}`;
    const amount = { ...payment(told), name: moneyIn(told.after) };
    return say`paid ${amount}${withWord("to", recipient)}${withWord("by", method && methodInWords(method))}${withWord("from", account(told))}`;
  },
  "transaction.update": (told) => {
    if ("categoryRule" in told.after) return say`categorized ${payment(told)} by a rule`;
    const changed = [
      ...("note" in told.after ? ["the note"] : []),
      ...("categoryId" in told.after || "category" in told.after ? ["the category"] : []),
    ];
    return say`changed ${changed.length === 0 ? "details" : changed.join(" and ")} of ${payment(told)}`;
  },
  "transaction.confirm": (told) => say`confirmed ${payment(told)} as sent`,
  "transaction.reject": (told) => say`rejected ${payment(told)}${reason(told, "reasonForFailure")}`,
  "transaction.block": (told) => say`blocked ${payment(told)}${reason(told, "reasonForFailure")}`,
  "transaction.cancel": (told) => say`canceled ${payment(told)}`,
  "transaction.return": (told) => say`returned ${payment(told)}${reason(told, "reasonForFailure")}`,
  "transaction.chargeFee": (told) =>
    say`charged a wire fee of ${{ ...subject(told, "a fee"), name: moneyIn(told.after) }}${withWord("for", thingIn(told.after, "feeFor", "transaction", "a payment"))}`,
  "transaction.markHandled": (told) =>
    say`marked the failed payment of ${payment(told)} as handled${reason(told, "note")}`,
  "transaction.undoHandled": (told) => say`undid the mark “handled” on the failed payment of ${payment(told)}`,
  "transaction.comment": (told) => say`commented on ${payment(told)}`,
  "transfer.create": (told) => say`transferred ${transferred(told)}`,
  "transfer.fail": (told) => say`undid a failed transfer of ${transferred(told)}${reason(told)}`,
  "transfer.return": (told) => say`returned a transfer of ${transferred(told)}${reason(told)}`,
  "deposit.create": (told) =>
    say`received ${{ ...subject(told, "a deposit"), name: moneyIn(told.after) }}${counterparty(told)}${withWord("into", account(told))}`,
  "deposit.return": (told) =>
    say`returned a deposit of ${{ ...subject(told, "a deposit"), name: moneyIn(told.after) }}${withWord("from", account(told))}${reason(told)}`,
  "debit.create": (told) => {
    const party = textIn(told.after, "counterpartyName");
    return say`recorded a debit of ${{ ...subject(told, "a debit"), name: moneyIn(told.after) }}${withWord("by", party)}${withWord("from", account(told))}`;
  },
  "check.stop": (told) => say`stopped the check of ${payment(told)}`,
  "check.confirmStop": (told) => {
    const number = textIn(told.after, "checkNumber");
    return say`confirmed the stop of ${number === undefined ? "the check" : `check ${number}`} for ${payment(told)}`;
  },
  "checks.mail": (told) => {
    const count = told.after["checks"];
    return say`marked ${typeof count === "number" ? `${count} ${count === 1 ? "check" : "checks"}` : "checks"} in ${subject(told, "a file")} as mailed`;
  },
  "attachment.upload": (told) => say`attached ${textIn(told.after, "fileName") ?? "a file"} to ${owner(told)}`,
  "attachment.delete": (told) =>
    say`deleted the file ${textIn(told.before, "fileName") ?? "attached before"} of ${owner(told)}`,
};

/** What files are attached to, if it has no name. */
const owners: Readonly<Record<string, string>> = {
  transaction: "a payment",
  request: "an approval request",
  recipient: "a recipient",
  invite: "a recipient invite",
  invoice: "an invoice",
};

/** "the payment of $980.00 to Acme" */
const prefixes: Readonly<Record<string, string>> = {
  transaction: "the payment of ",
  request: "the request for ",
};

/** What a file is attached to. */
const owner = (told: Told): Named => {
  const { resourceType } = told;
  const named = resourceType === "request" ? { ...told, resourceType: "approvalRequest" } : told;
  return { ...subject(named, owners[resourceType] ?? "a record"), prefix: prefixes[resourceType] };
};
