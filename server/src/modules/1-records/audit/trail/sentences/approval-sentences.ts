import type { ListedAction } from "#records/audit";
import { afterColon, moneyIn, say, subject, type Teller, type Told, textIn, thingIn, withWord } from "./phrase.ts";

const request = (told: Told) => subject(told, "an approval request");
const because = (told: Told): string => afterColon(textIn(told.after, "reason"));

type ApprovalAction = Extract<ListedAction, `${"approvalRequest" | "approvalRule" | "approverLimit"}.${string}`>;

export const approvalSentences: Readonly<Record<ApprovalAction, Teller>> = {
  "approvalRequest.create": (told) => {
    const { after } = told;
    const amount = { ...request(told), name: moneyIn(after) };
    if (after["kind"] === "transfer")
      return say`requested a transfer of ${amount}${withWord("from", thingIn(after, "accountId", "account", "an account"))}${withWord("to", thingIn(after, "destinationAccountId", "account", "an account"))}`;
    return say`requested ${amount}${withWord("to", thingIn(after, "recipientId", "recipient", "a recipient"))}`;
  },
  "approvalRequest.approve": (told) => say`approved ${request(told)}`,
  "approvalRequest.reject": (told) => say`rejected ${request(told)}${because(told)}`,
  "approvalRequest.withdraw": (told) => say`withdrew ${request(told)}${because(told)}`,
  "approvalRequest.termsChanged": (told) => say`required new approvals for ${request(told)}, because its terms changed`,
  "approvalRequest.reopen": (told) =>
    say`reopened ${request(told)}, which could not be paid on its day${afterColon(textIn(told.after, "problem"))}`,
  "approvalRequest.comment": (told) => say`commented on ${request(told)}`,
  "approvalRequest.ask": (told) => say`sent ${request(told)} back with a question`,
  "approvalRequest.answer": (told) => say`answered the question about ${request(told)}`,
  "approvalRequest.withdrawQuestion": (told) => say`withdrew the question about ${request(told)}`,
  "approvalRule.create": (told) =>
    say`added the approval rule ${subject(told, "without a name", textIn(told.after, "name"))}`,
  "approvalRule.update": (told) => {
    const rule = subject(told, "without a name", textIn(told.after, "name"));
    if (told.before["active"] === true && told.after["active"] === false) return say`removed the approval rule ${rule}`;
    return say`changed the approval rule ${rule}`;
  },
  "approverLimit.set": (told) => {
    const { limit, limitPerDay } = told.after;
    const on = withWord("for", thingIn(told.after, "accountId", "account", "an account"));
    if (limit === null && limitPerDay === null)
      return say`removed the approval limit of ${subject(told, "a user")}${on}`;
    const perDay = typeof limitPerDay === "number" ? `${moneyIn(told.after, "limitPerDay")} per day` : undefined;
    const each = typeof limit === "number" ? `${moneyIn(told.after, "limit")} per approval` : undefined;
    return say`set the approval limit of ${subject(told, "a user")}${on} to ${[each, perDay].filter(Boolean).join(" and ")}`;
  },
};
