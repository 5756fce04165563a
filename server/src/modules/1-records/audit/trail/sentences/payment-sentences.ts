import type { ListedAction } from "#records/audit";
import { methodInWords } from "./labels.ts";
import {
  afterColon,
  moneyIn,
  type NamedResource,
  type Phrase,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";

const payment = (entry: RecordedEntry) => subject(entry, "a payment");
const undo = (entry: RecordedEntry): Phrase =>
  say`the ${textIn(entry.after, "kind") === "recall" ? "recall" : "reversal"} of ${payment(entry)}`;
const account = (entry: RecordedEntry, name = "accountId") => resourceIn(entry.after, name, "account", "an account");
const counterparty = (entry: RecordedEntry): Phrase => withWord("from", textIn(entry.after, "counterpartyName"));
const reason = (entry: RecordedEntry, name = "reason"): string => afterColon(textIn(entry.after, name));
const transferred = (entry: RecordedEntry): Phrase => [
  { ...subject(entry, "a transfer"), name: moneyIn(entry.after) },
  ...withWord("from", account(entry, "sourceAccountId")),
  ...withWord("to", account(entry, "destinationAccountId")),
];

type PaymentAction = Extract<
  ListedAction,
  `${"transaction" | "paymentUndo" | "transfer" | "deposit" | "debit" | "check" | "checks" | "attachment"}.${string}`
>;

export const paymentSentences: Readonly<Record<PaymentAction, SentenceOf>> = {
  "transaction.create": (entry) => {
    const recipient = resourceIn(entry.after, "recipientId", "recipient", "a recipient");
    const method = textIn(entry.after, "paymentMethod");
    if (entry.after["amount"] === undefined) return say`created ${payment(entry)}`;
    const amount = { ...payment(entry), name: moneyIn(entry.after) };
    return say`paid ${amount}${withWord("to", recipient)}${withWord("by", method && methodInWords(method))}${withWord("from", account(entry))}`;
  },
  "transaction.update": (entry) => {
    if ("categoryRule" in entry.after) return say`categorized ${payment(entry)} by a rule`;
    const changed = [
      ...("note" in entry.after ? ["the note"] : []),
      ...("categoryId" in entry.after || "category" in entry.after ? ["the category"] : []),
    ];
    return say`changed ${changed.length === 0 ? "details" : changed.join(" and ")} of ${payment(entry)}`;
  },
  "transaction.confirm": (entry) => say`confirmed ${payment(entry)} as sent`,
  "transaction.reject": (entry) => say`rejected ${payment(entry)}${reason(entry, "reasonForFailure")}`,
  "transaction.block": (entry) => say`blocked ${payment(entry)}${reason(entry, "reasonForFailure")}`,
  "transaction.cancel": (entry) => say`canceled ${payment(entry)}`,
  "transaction.return": (entry) => say`returned ${payment(entry)}${reason(entry, "reasonForFailure")}`,
  "transaction.chargeFee": (entry) =>
    say`charged a wire fee of ${{ ...subject(entry, "a fee"), name: moneyIn(entry.after) }}${withWord("for", resourceIn(entry.after, "feeFor", "transaction", "a payment"))}`,
  "transaction.markHandled": (entry) =>
    say`marked the failed payment of ${payment(entry)} as handled${reason(entry, "note")}`,
  "transaction.undoHandled": (entry) => say`undid the mark “handled” on the failed payment of ${payment(entry)}`,
  "transaction.comment": (entry) => say`commented on ${payment(entry)}`,
  "paymentUndo.request": (entry) => say`requested ${undo(entry)}`,
  "paymentUndo.approve": (entry) => say`approved ${undo(entry)}`,
  "paymentUndo.decline": (entry) => say`declined ${undo(entry)}`,
  "paymentUndo.withdraw": (entry) => say`withdrew ${undo(entry)}`,
  "paymentUndo.expire": (entry) => say`ended ${undo(entry)}, because it was not sent in time`,
  "paymentUndo.unfile": (entry) => say`put ${undo(entry)} back, because its file was not written`,
  "paymentUndo.write": (entry) => say`received ${undo(entry)} in a file`,
  "paymentUndo.wait": (entry) => say`has not decided about ${undo(entry)}${reason(entry, "code")}`,
  "paymentUndo.resume": (entry) => say`settled ${undo(entry)} late`,
  "paymentUndo.grant": (entry) => say`agreed to ${undo(entry)}`,
  "paymentUndo.refuse": (entry) => say`refused ${undo(entry)}${reason(entry, "code")}`,
  "paymentUndo.succeed": (entry) => say`completed ${undo(entry)}`,
  "paymentUndo.overtake": (entry) => say`ended ${undo(entry)}, because the payment ended without it`,
  "paymentUndo.takeBack": (entry) => say`returned ${undo(entry)} after its money was back${reason(entry, "code")}`,
  "transfer.create": (entry) => say`transferred ${transferred(entry)}`,
  "transfer.fail": (entry) => say`undid a failed transfer of ${transferred(entry)}${reason(entry)}`,
  "transfer.return": (entry) => say`returned a transfer of ${transferred(entry)}${reason(entry)}`,
  "deposit.create": (entry) =>
    say`received ${{ ...subject(entry, "a deposit"), name: moneyIn(entry.after) }}${counterparty(entry)}${withWord("into", account(entry))}`,
  "deposit.return": (entry) =>
    say`returned a deposit of ${{ ...subject(entry, "a deposit"), name: moneyIn(entry.after) }}${withWord("from", account(entry))}${reason(entry)}`,
  "debit.create": (entry) => {
    const party = textIn(entry.after, "counterpartyName");
    return say`recorded a debit of ${{ ...subject(entry, "a debit"), name: moneyIn(entry.after) }}${withWord("by", party)}${withWord("from", account(entry))}`;
  },
  "check.stop": (entry) => say`stopped the check of ${payment(entry)}`,
  "check.confirmStop": (entry) => {
    const number = textIn(entry.after, "checkNumber");
    return say`confirmed the stop of ${number === undefined ? "the check" : `check ${number}`} for ${payment(entry)}`;
  },
  "checks.mail": (entry) => {
    const count = entry.after["checks"];
    return say`marked ${typeof count === "number" ? `${count} ${count === 1 ? "check" : "checks"}` : "checks"} in ${subject(entry, "a file")} as mailed`;
  },
  "attachment.upload": (entry) =>
    entry.resourceType === "organization"
      ? say`uploaded the organization's logo`
      : say`attached ${textIn(entry.after, "fileName") ?? "a file"} to ${owner(entry)}`,
  "attachment.delete": (entry) =>
    entry.resourceType === "organization"
      ? say`removed the organization's logo`
      : say`deleted the file ${textIn(entry.before, "fileName") ?? "attached before"} of ${owner(entry)}`,
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
const owner = (entry: RecordedEntry): NamedResource => {
  const { resourceType } = entry;
  const named = resourceType === "request" ? { ...entry, resourceType: "approvalRequest" } : entry;
  return { ...subject(named, owners[resourceType] ?? "a record"), prefix: prefixes[resourceType] };
};
