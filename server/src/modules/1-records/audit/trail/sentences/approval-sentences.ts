import type { ListedAction } from "#records/audit";
import {
  afterColon,
  moneyIn,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";

const request = (entry: RecordedEntry) => subject(entry, "an approval request");
const because = (entry: RecordedEntry): string => afterColon(textIn(entry.after, "reason"));

type ApprovalAction = Extract<ListedAction, `${"approvalRequest" | "approvalRule" | "approverLimit"}.${string}`>;

export const approvalSentences: Readonly<Record<ApprovalAction, SentenceOf>> = {
  "approvalRequest.create": (entry) => {
    const { after } = entry;
    const amount = { ...request(entry), name: moneyIn(after) };
    if (after["kind"] === "transfer")
      return say`requested a transfer of ${amount}${withWord("from", resourceIn(after, "accountId", "account", "an account"))}${withWord("to", resourceIn(after, "destinationAccountId", "account", "an account"))}`;
    return say`requested ${amount}${withWord("to", resourceIn(after, "recipientId", "recipient", "a recipient"))}`;
  },
  "approvalRequest.approve": (entry) => say`approved ${request(entry)}`,
  "approvalRequest.reject": (entry) => say`rejected ${request(entry)}${because(entry)}`,
  "approvalRequest.withdraw": (entry) => say`withdrew ${request(entry)}${because(entry)}`,
  "approvalRequest.termsChanged": (entry) =>
    say`required new approvals for ${request(entry)}, because its terms changed`,
  "approvalRequest.reopen": (entry) =>
    say`reopened ${request(entry)}, which could not be paid on its day${afterColon(textIn(entry.after, "problem"))}`,
  "approvalRequest.comment": (entry) => say`commented on ${request(entry)}`,
  "approvalRequest.ask": (entry) => say`sent ${request(entry)} back with a question`,
  "approvalRequest.answer": (entry) => say`answered the question about ${request(entry)}`,
  "approvalRequest.withdrawQuestion": (entry) => say`withdrew the question about ${request(entry)}`,
  "approvalRule.create": (entry) =>
    say`added the approval rule ${subject(entry, "without a name", textIn(entry.after, "name"))}`,
  "approvalRule.update": (entry) => {
    const rule = subject(entry, "without a name", textIn(entry.after, "name"));
    if (entry.before["active"] === true && entry.after["active"] === false)
      return say`removed the approval rule ${rule}`;
    return say`changed the approval rule ${rule}`;
  },
  "approverLimit.set": (entry) => {
    const { limit, limitPerDay } = entry.after;
    const on = withWord("for", resourceIn(entry.after, "accountId", "account", "an account"));
    if (limit === null && limitPerDay === null)
      return say`removed the approval limit of ${subject(entry, "a user")}${on}`;
    const perDay = typeof limitPerDay === "number" ? `${moneyIn(entry.after, "limitPerDay")} per day` : undefined;
    const each = typeof limit === "number" ? `${moneyIn(entry.after, "limit")} per approval` : undefined;
    return say`set the approval limit of ${subject(entry, "a user")}${on} to ${[each, perDay].filter(Boolean).join(" and ")}`;
  },
};
