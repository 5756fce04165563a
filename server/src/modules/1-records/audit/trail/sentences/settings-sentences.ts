import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import {
  type Named,
  type Phrase,
  say,
  spaced,
  subject,
  type Teller,
  type Told,
  textIn,
  thingIn,
  withWord,
} from "./phrase.ts";

/** Found names of tokens say that they are tokens. */
const token = (told: Told) => subject(told, "an API token");
const webhook = (told: Told) =>
  subject(told, "a webhook endpoint", textIn(told.after, "url") ?? textIn(told.before, "url"));
const named = (told: Told, otherwise: string) =>
  subject(told, otherwise, textIn(told.after, "name") ?? textIn(told.before, "name"));
const view = (told: Told) => named(told, "of a list");
const category = (told: Told) => named(told, "a category");
const rule = (told: Told) => named(told, "a category rule");

/** What a change that takes two people is about, by the name of its kind. */
const kinds: Readonly<Record<string, (id: string) => Phrase>> = {
  settings: () => ["the organization's settings"],
  approverLimit: (id) => say`the approval limit of ${of("user", id.split("/")[0] ?? id, "a user")}`,
  approvalRule: (id) => say`the approval rule ${of("approvalRule", id, "of the organization")}`,
  bankFileResend: (id) => say`a resend of the file ${of("bankFile", id, "to the bank")}`,
  invitation: (email) => say`an invitation of ${email}`,
  token: (id) => say`${of("token", id, "an API token")}`,
  userRole: (id) => say`the role of ${of("user", id, "a user")}`,
  userLock: (id) => say`locking ${of("user", id, "a user")}`,
  userUnlock: (id) => say`unlocking ${of("user", id, "a user")}`,
  bankMovementBooking: () => ["how a bank movement is booked"],
  treasuryImport: () => ["an import of treasury activity"],
  checkException: () => ["a decision about a check"],
};
const of = (type: string, id: string, otherwise: string): Named => ({ thing: { type, id }, otherwise });

function change({ after }: Told): Phrase {
  const [kind, id] = [textIn(after, "kind") ?? "", textIn(after, "subject") ?? ""];
  const phrase = kinds[kind]?.(id) ?? [humanized(kind).toLowerCase()];
  return say`a change that takes two people: ${phrase}`;
}

/** The status of a webhook, where the change is of nothing else. */
const statusVerbs: Readonly<Record<string, string>> = { active: "activated", paused: "paused" };
function webhookUpdate(told: Told): Phrase {
  const { before, after } = told;
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const verb = changed.length === 1 && changed[0] === "status" ? statusVerbs[String(after["status"])] : undefined;
  return say`${verb ?? "changed"} the webhook ${webhook(told)}`;
}

type SettingsAction = Extract<
  ListedAction,
  `${"savedView" | "token" | "webhook" | "category" | "categoryRule" | "categoryRules" | "controlChange" | "organization" | "key" | "account" | "statement" | "ledger" | "row"}.${string}`
>;

export const settingsSentences: Readonly<Record<SettingsAction, Teller>> = {
  "token.create": (told) => say`created the API token ${subject(told, "without a name", textIn(told.after, "name"))}`,
  "token.confirm": (told) => say`confirmed ${token(told)}`,
  "token.revoke": (told) => say`revoked ${token(told)}`,
  "webhook.create": (told) => say`created the webhook ${webhook(told)}`,
  "webhook.update": webhookUpdate,
  "webhook.delete": (told) => say`deleted the webhook ${webhook(told)}`,
  "webhook.rotateSecret": (told) => say`replaced the secret of the webhook ${webhook(told)}`,
  "webhook.resend": (told) => {
    const { count } = told.after;
    const events = typeof count === "number" ? `${count} ${count === 1 ? "event" : "events"}` : "events";
    return say`resent ${events} to ${webhook(told)}`;
  },
  "webhook.disable": (told) => say`disabled the webhook ${webhook(told)}, which kept failing`,
  "savedView.create": (told) =>
    say`saved the ${told.after["isShared"] === true ? "shared view" : "view"} ${view(told)}`,
  "savedView.update": (told) => say`changed the saved view ${view(told)}`,
  "savedView.delete": (told) => say`deleted the saved view ${view(told)}`,
  "category.create": (told) => say`added the category ${category(told)}`,
  "category.update": (told) => {
    const [before, after] = [textIn(told.before, "name"), textIn(told.after, "name")];
    return before === after
      ? say`changed the category ${category(told)}`
      : say`renamed the category ${before} to ${category(told)}`;
  },
  "category.delete": (told) => say`deleted the category ${category(told)}`,
  "categoryRule.create": (told) => say`added the category rule ${rule(told)}`,
  "categoryRule.update": (told) => say`changed the category rule ${rule(told)}`,
  "categoryRule.delete": (told) => say`deleted the category rule ${rule(told)}`,
  "categoryRules.apply": () => say`applied the category rules to earlier transactions`,
  "controlChange.propose": (told) => say`proposed ${change(told)}`,
  "controlChange.confirm": (told) => say`confirmed ${change(told)}`,
  "controlChange.decline": (told) => say`declined ${change(told)}`,
  "controlChange.overtake": (told) => say`closed ${change(told)}, because other changes came first`,
  "controlChange.withdraw": (told) => say`withdrew ${change(told)}`,
  "organization.create": (told) => say`created the organization${spaced(textIn(told.after, "legalBusinessName"))}`,
  "organization.setPlan": (told) => say`changed the plan${withWord("to", textIn(told.after, "plan"))}`,
  "organization.setAddress": () => say`changed the organization's address`,
  "organization.setDetails": () => say`changed the organization's details`,
  "organization.changeSettings": () => say`changed the organization's settings`,
  "organization.changeInvoiceSettings": () => say`changed the invoice settings`,
  "key.rotate": () => say`rotated the organization's encryption key`,
  "account.open": (told) =>
    say`opened the account ${subject(told, "", textIn(told.after, "nickname") ?? textIn(told.after, "name"))}`,
  "account.reveal": (told) => say`viewed the full account number of ${subject(told, "an account")}`,
  "statement.create": (told) =>
    say`created a statement of ${thingIn(told.after, "accountId", "account", "an account")}`,
  "ledger.stop": (told) => say`stopped ${subject(told, "an account")}: its ledger does not agree with its transactions`,
  "row.accept": ({ resourceType, resourceId }) =>
    say`accepted the row ${`${resourceType}/${resourceId}`}, which was changed outside the service, as it is`,
  "ledger.clear": (told) => say`released ${subject(told, "an account")} after its ledger was checked`,
};
