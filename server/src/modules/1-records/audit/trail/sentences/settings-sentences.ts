import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import {
  type NamedResource,
  type Phrase,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  spaced,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";

/** Found names of tokens say that they are tokens. */
const token = (entry: RecordedEntry) => subject(entry, "an API token");
const webhook = (entry: RecordedEntry) =>
  subject(entry, "a webhook endpoint", textIn(entry.after, "url") ?? textIn(entry.before, "url"));
const named = (entry: RecordedEntry, fallback: string) =>
  subject(entry, fallback, textIn(entry.after, "name") ?? textIn(entry.before, "name"));
const view = (entry: RecordedEntry) => named(entry, "of a list");
const group = (entry: RecordedEntry) => named(entry, "without a name");
const category = (entry: RecordedEntry) => named(entry, "a category");
const rule = (entry: RecordedEntry) => named(entry, "a category rule");

/** What a change that takes two people is about, by the name of its kind. */
const kinds: Readonly<Record<string, (id: string) => Phrase>> = {
  settings: () => ["the organization's settings"],
  approverLimit: (id) => say`the approval limit of ${of("user", id.split("/")[0] ?? id, "a user")}`,
  approvalRule: (id) => say`the approval rule ${of("approvalRule", id, "of the organization")}`,
  bankConnectionGoLive: (id) => say`going live with ${of("bankConnection", id, "a bank connection")}`,
  openingBalance: (id) => say`the opening balance of ${of("account", id, "an account")}`,
  bankFileResend: (id) => say`a resend of the file ${of("bankFile", id, "to the bank")}`,
  bankFileAcceptance: (id) => say`applying the bank file ${of("bankFile", id, "that was set aside")} anyway`,
  bankFileItemAssignment: () => ["the payment that an open item of a bank file is about"],
  invitation: (email) => say`an invitation of ${email}`,
  token: (id) => say`${of("token", id, "an API token")}`,
  tokenLimits: (id) => say`the limits of ${of("token", id, "an API token")}`,
  userRole: (id) => say`the role of ${of("user", id, "a user")}`,
  userLock: (id) => say`locking ${of("user", id, "a user")}`,
  userUnlock: (id) => say`unlocking ${of("user", id, "a user")}`,
  bankMovementBooking: () => ["how a bank movement is recorded"],
  treasuryImport: () => ["an import of treasury activity"],
  checkException: () => ["a decision about a check"],
  singleSignOn: () => ["single sign-on"],
  providerUnlink: (id) => say`the company account of ${of("user", id, "a user")}`,
  screener: () => ["what screens recipients and payments"],
  screeningCase: () => ["a decision about a case of screening"],
};
const of = (type: string, id: string, fallback: string): NamedResource => ({ resource: { type, id }, fallback });

function change({ after }: RecordedEntry): Phrase {
  const [kind, id] = [textIn(after, "kind") ?? "", textIn(after, "subject") ?? ""];
  const phrase = kinds[kind]?.(id) ?? [humanized(kind).toLowerCase()];
  return say`a change that takes two people: ${phrase}`;
}

const step = ({ resourceId, after, before }: RecordedEntry): string =>
  textIn(after, "title") ?? textIn(before, "title") ?? resourceId;

const screenerKinds: Readonly<Record<string, string>> = {
  none: "nothing",
  list: "the loaded list",
  url: "a service at a URL",
  command: "a command on the server",
};
const screener = (members: RecordedEntry["after"]): string =>
  screenerKinds[textIn(members, "kind") ?? ""] ?? "something else";
const screened = ({ after }: RecordedEntry) =>
  resourceIn(after, "recipientId", "recipient", "a recipient") ?? "a recipient";
const listed = ({ after }: RecordedEntry): string =>
  `${textIn(after, "listedName") ?? "an entry"} of ${textIn(after, "list") ?? "a list"}`;

/** The status of a webhook, where the change is of nothing else. */
const statusVerbs: Readonly<Record<string, string>> = { active: "activated", paused: "paused" };
function webhookUpdate(entry: RecordedEntry): Phrase {
  const { before, after } = entry;
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const verb = changed.length === 1 && changed[0] === "status" ? statusVerbs[String(after["status"])] : undefined;
  return say`${verb ?? "changed"} the webhook ${webhook(entry)}`;
}

type SettingsAction = Extract<
  ListedAction,
  `${"savedView" | "token" | "webhook" | "category" | "categoryRule" | "categoryRules" | "controlChange" | "organization" | "key" | "account" | "statement" | "ledger" | "row" | "screener" | "screeningCase" | "screeningList" | "setUpItem" | "singleSignOn" | "providerGroup"}.${string}`
>;

export const settingsSentences: Readonly<Record<SettingsAction, SentenceOf>> = {
  "token.create": (entry) =>
    say`created the API token ${subject(entry, "without a name", textIn(entry.after, "name"))}`,
  "token.confirm": (entry) => say`confirmed ${token(entry)}`,
  "token.changeLimits": (entry) => say`changed the limits of ${token(entry)}`,
  "token.lookUp": ({ after }) => say`looked up ${textIn(after, "path") ?? "something"}`,
  "token.revoke": (entry) => say`revoked ${token(entry)}`,
  "webhook.create": (entry) => say`created the webhook ${webhook(entry)}`,
  "webhook.update": webhookUpdate,
  "webhook.delete": (entry) => say`deleted the webhook ${webhook(entry)}`,
  "webhook.rotateSecret": (entry) => say`replaced the secret of the webhook ${webhook(entry)}`,
  "webhook.resend": (entry) => {
    const { count } = entry.after;
    const events = typeof count === "number" ? `${count} ${count === 1 ? "event" : "events"}` : "events";
    return say`resent ${events} to ${webhook(entry)}`;
  },
  "webhook.disable": (entry) => say`disabled the webhook ${webhook(entry)}, which kept failing`,
  "savedView.create": (entry) =>
    say`saved the ${entry.after["isShared"] === true ? "shared view" : "view"} ${view(entry)}`,
  "savedView.update": (entry) => say`changed the saved view ${view(entry)}`,
  "savedView.delete": (entry) => say`deleted the saved view ${view(entry)}`,
  "category.create": (entry) => say`added the category ${category(entry)}`,
  "category.update": (entry) => {
    const [before, after] = [textIn(entry.before, "name"), textIn(entry.after, "name")];
    return before === after
      ? say`changed the category ${category(entry)}`
      : say`renamed the category ${before} to ${category(entry)}`;
  },
  "category.delete": (entry) => say`deleted the category ${category(entry)}`,
  "categoryRule.create": (entry) => say`added the category rule ${rule(entry)}`,
  "categoryRule.update": (entry) => say`changed the category rule ${rule(entry)}`,
  "categoryRule.delete": (entry) => say`deleted the category rule ${rule(entry)}`,
  "categoryRules.apply": () => say`applied the category rules to earlier transactions`,
  "controlChange.propose": (entry) => say`proposed ${change(entry)}`,
  "controlChange.confirm": (entry) => say`confirmed ${change(entry)}`,
  "controlChange.decline": (entry) => say`declined ${change(entry)}`,
  "controlChange.overtake": (entry) => say`closed ${change(entry)}, because other changes came first`,
  "controlChange.withdraw": (entry) => say`withdrew ${change(entry)}`,
  "organization.create": (entry) => say`created the organization${spaced(textIn(entry.after, "legalBusinessName"))}`,
  "organization.setPlan": (entry) => say`changed the plan${withWord("to", textIn(entry.after, "plan"))}`,
  "organization.setAddress": () => say`changed the organization's address`,
  "organization.setBrandColor": (entry) => {
    const color = textIn(entry.after, "color");
    return color === undefined
      ? say`removed the organization's color`
      : say`changed the organization's color to ${color}`;
  },
  "organization.setDetails": () => say`changed the organization's details`,
  "organization.changeSettings": () => say`changed the organization's settings`,
  "organization.setChatChannel": () => say`set the chat channel of the organization`,
  "organization.removeChatChannel": () => say`removed the chat channel of the organization`,
  "organization.changeInvoiceSettings": () => say`changed the invoice settings`,
  "key.rotate": () => say`rotated the organization's encryption key`,
  "key.revoke": () =>
    say`revoked the organization's encryption keys: bank details cannot be read, and no payment leaves`,
  "key.restore": () => say`restored the organization's encryption keys`,
  "key.destroy": () => say`destroyed the organization's encryption keys: what they encrypted cannot be read anymore`,
  "account.open": (entry) =>
    say`opened the account ${subject(entry, "", textIn(entry.after, "nickname") ?? textIn(entry.after, "name"))}`,
  "account.reveal": (entry) => say`viewed the full account number of ${subject(entry, "an account")}`,
  "statement.create": (entry) =>
    say`created a statement of ${resourceIn(entry.after, "accountId", "account", "an account")}`,
  "ledger.stop": (entry) =>
    say`stopped ${subject(entry, "an account")}: its ledger does not agree with its transactions`,
  "setUpItem.confirm": (entry) => say`confirmed a step of the setup: ${step(entry)}`,
  "setUpItem.withdraw": (entry) => say`withdrew the confirmation of a step of the setup: ${step(entry)}`,
  "singleSignOn.change": () => say`changed single sign-on`,
  "providerGroup.create": (entry) => say`added the group ${group(entry)} of the identity provider`,
  "providerGroup.update": (entry) => say`changed the group ${group(entry)} of the identity provider`,
  "providerGroup.delete": (entry) => say`deleted the group ${group(entry)} of the identity provider`,
  "screener.change": ({ before, after }) =>
    say`changed what screens recipients and payments from ${screener(before)} to ${screener(after)}`,
  "screeningCase.clear": (entry) =>
    say`confirmed that ${screened(entry)} is not ${listed(entry)}: payments to them may leave`,
  "screeningCase.confirm": (entry) =>
    say`confirmed that ${screened(entry)} is ${listed(entry)}: payments to them are blocked`,
  "screeningList.load": ({ after }) => {
    const { entries } = after;
    const many = typeof entries === "number" ? ` with ${entries} ${entries === 1 ? "entry" : "entries"}` : "";
    return say`loaded the list ${textIn(after, "name") ?? "of screening"}${many}`;
  },
  "row.accept": ({ resourceType, resourceId }) =>
    say`accepted the row ${`${resourceType}/${resourceId}`}, which was changed outside the service, as it is`,
  "ledger.clear": (entry) => say`released ${subject(entry, "an account")} after its ledger was checked`,
};
