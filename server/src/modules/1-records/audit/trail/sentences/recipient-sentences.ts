import type { ListedAction } from "#records/audit";
import { methodInWords } from "./labels.ts";
import {
  listText,
  type Phrase,
  type RecordedFacts,
  say,
  spaced,
  subject,
  type Teller,
  type Told,
  textIn,
  thingIn,
} from "./phrase.ts";

const recipient = (told: Told) =>
  subject(told, "a recipient", textIn(told.after, "name") ?? textIn(told.before, "name"));
const invite = (told: Told) => subject(told, "a recipient", textIn(told.after, "name"));
/** "ACH details": the methods are the names of the members. */
const details = (facts: RecordedFacts): string => {
  const methods = Object.keys(facts);
  return methods.length === 0 ? "bank details" : `${listText(methods.map(methodInWords))} details`;
};
/** "bank details", with the verb for details that were added or removed. */
const changedDetails = (told: Told): Phrase => {
  const [method = ""] = Object.keys(told.after);
  const verb = told.before[method] === null ? "added" : told.after[method] === null ? "removed" : "changed";
  return say`${verb} the ${details(told.after)} of ${subject(told, "a recipient")}`;
};
const names = (told: Told): Phrase =>
  say`the name${spaced(textIn(told.after, "name"))} for ${subject(told, "a recipient", textIn(told.before, "name"))}`;

type RecipientAction = Extract<ListedAction, `${"recipient" | "recipientInvite"}.${string}`>;

export const recipientSentences: Readonly<Record<RecipientAction, Teller>> = {
  "recipient.create": (told) => say`added the recipient ${recipient(told)}`,
  "recipient.update": (told) => say`changed the contact details of ${subject(told, "a recipient")}`,
  "recipient.delete": (told) => say`deleted the recipient ${recipient(told)}`,
  "recipient.reveal": (told) => say`viewed the full account numbers of ${subject(told, "a recipient")}`,
  "recipient.changeNotified": (told) => {
    const code = textIn(told.after, "code");
    return say`reported changed bank details${code && ` (${code})`} of ${subject(told, "a recipient")}`;
  },
  "recipient.bankDetailsChanged": changedDetails,
  "recipient.bankDetailsProposed": (told) =>
    say`proposed new ${details(told.after)} for ${subject(told, "a recipient")}`,
  "recipient.bankDetailsDeclined": (told) =>
    say`declined new ${details(told.after)} for ${subject(told, "a recipient")}`,
  "recipient.bankDetailsOvertaken": (told) =>
    say`closed a proposal of new ${details(told.after)} for ${subject(told, "a recipient")}, because other changes came first`,
  "recipient.nameChanged": (told) =>
    say`renamed the recipient${spaced(textIn(told.before, "name"))} to ${subject(told, "a recipient", textIn(told.after, "name"))}`,
  "recipient.nameProposed": (told) => say`proposed ${names(told)}`,
  "recipient.nameDeclined": (told) => say`declined ${names(told)}`,
  "recipient.nameOvertaken": (told) => say`closed a proposal of ${names(told)}, because other changes came first`,
  "recipientInvite.create": (told) => say`invited ${invite(told)} to enter bank details`,
  "recipientInvite.resend": (told) => say`resent the invite for ${invite(told)}`,
  "recipientInvite.withdraw": (told) => say`withdrew the invite for ${invite(told)}`,
  "recipientInvite.complete": (told) =>
    say`entered bank details for ${thingIn(told.after, "recipientId", "recipient", "a recipient")}`,
};
