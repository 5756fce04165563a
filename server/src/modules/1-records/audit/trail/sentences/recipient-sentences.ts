import type { ListedAction } from "#records/audit";
import { methodInWords } from "./labels.ts";
import {
  afterColon,
  listText,
  type Phrase,
  type RecordedEntry,
  type RecordedFacts,
  resourceIn,
  type SentenceOf,
  say,
  spaced,
  subject,
  textIn,
} from "./phrase.ts";

const recipient = (entry: RecordedEntry) =>
  subject(entry, "a recipient", textIn(entry.after, "name") ?? textIn(entry.before, "name"));
const invite = (entry: RecordedEntry) => subject(entry, "a recipient", textIn(entry.after, "name"));
/** "ACH details": the methods are the names of the members. */
const details = (facts: RecordedFacts): string => {
  const methods = Object.keys(facts);
  return methods.length === 0 ? "bank details" : `${listText(methods.map(methodInWords))} details`;
};
/** "bank details", with the verb for details that were added or removed. */
const changedDetails = (entry: RecordedEntry): Phrase => {
  const [method = ""] = Object.keys(entry.after);
  const verb = entry.before[method] === null ? "added" : entry.after[method] === null ? "removed" : "changed";
  return say`${verb} the ${details(entry.after)} of ${subject(entry, "a recipient")}`;
};
const names = (entry: RecordedEntry): Phrase =>
  say`the name${spaced(textIn(entry.after, "name"))} for ${subject(entry, "a recipient", textIn(entry.before, "name"))}`;

const because = (entry: RecordedEntry): string => afterColon(textIn(entry.after, "code"));

type RecipientAction = Extract<ListedAction, `${"recipient" | "recipientInvite" | "accountValidation"}.${string}`>;

export const recipientSentences: Readonly<Record<RecipientAction, SentenceOf>> = {
  "recipient.create": (entry) => say`added the recipient ${recipient(entry)}`,
  "recipient.update": (entry) => say`changed the contact details of ${subject(entry, "a recipient")}`,
  "recipient.delete": (entry) => say`deleted the recipient ${recipient(entry)}`,
  "recipient.reveal": (entry) => say`viewed the full account numbers of ${subject(entry, "a recipient")}`,
  "recipient.changeNotified": (entry) => {
    const code = textIn(entry.after, "code");
    return say`reported changed bank details${code && ` (${code})`} of ${subject(entry, "a recipient")}`;
  },
  "recipient.bankDetailsChanged": changedDetails,
  "recipient.bankDetailsProposed": (entry) =>
    say`proposed new ${details(entry.after)} for ${subject(entry, "a recipient")}`,
  "recipient.bankDetailsDeclined": (entry) =>
    say`declined new ${details(entry.after)} for ${subject(entry, "a recipient")}`,
  "recipient.bankDetailsOvertaken": (entry) =>
    say`closed a proposal of new ${details(entry.after)} for ${subject(entry, "a recipient")}, because other changes came first`,
  "recipient.nameChanged": (entry) =>
    say`renamed the recipient${spaced(textIn(entry.before, "name"))} to ${subject(entry, "a recipient", textIn(entry.after, "name"))}`,
  "recipient.nameProposed": (entry) => say`proposed ${names(entry)}`,
  "recipient.nameDeclined": (entry) => say`declined ${names(entry)}`,
  "recipient.nameOvertaken": (entry) => say`closed a proposal of ${names(entry)}, because other changes came first`,
  "accountValidation.start": (entry) =>
    say`sent two deposits to validate the account of ${subject(entry, "a recipient")}`,
  "accountValidation.validate": (entry) => say`validated the account of ${subject(entry, "a recipient")}`,
  "accountValidation.fail": (entry) =>
    say`did not validate the account of ${subject(entry, "a recipient")}${because(entry)}`,
  "accountValidation.giveUp": (entry) =>
    say`ended the validation of the account of ${subject(entry, "a recipient")}${because(entry)}`,
  "accountValidation.withdraw": (entry) =>
    say`withdrew the validation of the account of ${subject(entry, "a recipient")}, because its file was not sent`,
  "recipientInvite.create": (entry) => say`invited ${invite(entry)} to enter bank details`,
  "recipientInvite.resend": (entry) => say`resent the invite for ${invite(entry)}`,
  "recipientInvite.withdraw": (entry) => say`withdrew the invite for ${invite(entry)}`,
  "recipientInvite.complete": (entry) =>
    say`entered bank details for ${resourceIn(entry.after, "recipientId", "recipient", "a recipient")}`,
};
