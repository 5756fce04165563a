import { formatUsd } from "#kernel/values/money.ts";
import { isNotificationKind, type NotificationKind } from "./kinds.ts";
import type { NotificationFacts } from "./notification.ts";

interface SentenceFacts extends NotificationFacts {
  readonly actor: string;
}

/** "$4,210.50 to Mina Okafor Design", or the known parts. */
function payment({ amountMinor, name, isTransfer = false }: SentenceFacts, fallback = "a request"): string {
  if (amountMinor === undefined) return name ?? fallback;
  const amount = `${isTransfer ? "a transfer of " : ""}$${formatUsd(amountMinor)}`;
  return name === undefined ? amount : `${amount} to ${name}`;
}

/** A reversal or recall needs approvals like a payment: `outcome` says which it is. */
const undo = (facts: SentenceFacts, fallback?: string): string =>
  facts.outcome === "reversal" || facts.outcome === "recall"
    ? `the ${facts.outcome} of ${payment(facts)}`
    : payment(facts, fallback);

const because = ({ text }: SentenceFacts): string => (text === undefined ? "" : `: ${text}`);
const quoted = ({ text }: SentenceFacts): string => (text === undefined ? "" : `: “${text}”`);

function batch(facts: SentenceFacts): string {
  const { name, count, amountMinor } = facts;
  const of = [
    ...(count === undefined ? [] : [count === 1 ? "1 payment" : `${count} payments`]),
    ...(amountMinor === undefined ? [] : [`$${formatUsd(amountMinor)}`]),
  ];
  return `the batch ${name ?? "without a name"}${of.length === 0 ? "" : ` (${of.join(", ")})`}`;
}

/** What happened to a payment: `outcome` is one of these. */
const paymentProblems: Readonly<Record<string, (facts: SentenceFacts) => string>> = {
  failed: (facts) => `The payment of ${payment(facts)} failed${because(facts)}`,
  blocked: (facts) => `The payment of ${payment(facts)} was blocked${because(facts)}`,
  returned: (facts) => `The payment of ${payment(facts)} was returned${because(facts)}`,
  notMade: (facts) => `The scheduled payment of ${payment(facts)} was not made${because(facts)}`,
  openAgain: (facts) => `The scheduled payment of ${payment(facts)} waits for approval again${because(facts)}`,
  notRequested: (facts) => `The recurring payment of ${payment(facts)} could not be requested${because(facts)}`,
};
const paymentProblem = (facts: SentenceFacts): string =>
  (paymentProblems[facts.outcome ?? ""] ?? ((notice) => `The payment of ${payment(notice)} needs attention`))(facts);

/** Verbs of decisions: "confirmed", "declined". */
const decided = ({ outcome }: SentenceFacts): string => outcome ?? "decided about";

const sentences: Readonly<Record<NotificationKind, (facts: SentenceFacts) => string>> = {
  approvalRequested: (facts) =>
    facts.outcome === "termsChanged"
      ? `The terms of ${payment(facts)} changed after your approval: approve it again`
      : `${facts.actor} requested ${undo(facts, "a payment")}`,
  batchRequested: (facts) => `${facts.actor} requested ${batch(facts)}`,
  requestApproved: (facts) => `${facts.actor} approved your request for ${undo(facts)}`,
  requestRejected: (facts) => `${facts.actor} rejected your request for ${undo(facts)}${because(facts)}`,
  requestWithdrawn: (facts) => `${facts.actor} withdrew your request for ${undo(facts)}${because(facts)}`,
  batchDecided: (facts) => `${facts.actor} ${decided(facts)} ${batch(facts)}${because(facts)}`,
  mentioned: (facts) => `${facts.actor} mentioned you on ${payment(facts)}${quoted(facts)}`,
  commented: (facts) => `${facts.actor} commented on ${payment(facts)}${quoted(facts)}`,
  questionAsked: (facts) => `${facts.actor} asked about ${payment(facts)}${quoted(facts)}`,
  questionAnswered: (facts) => `${facts.actor} answered about ${payment(facts)}${quoted(facts)}`,
  ownPaymentProblem: paymentProblem,
  otherPaymentProblem: paymentProblem,
  detailsToConfirm: (facts) =>
    facts.outcome === "name"
      ? `${facts.actor} renamed ${facts.name ?? "a recipient"}: confirm the name`
      : `${facts.actor} changed the bank details of ${facts.name ?? "a recipient"}: confirm them`,
  detailsDecided: (facts) =>
    `${facts.actor} ${decided(facts)} your change of ${facts.name ?? "a recipient"}${because(facts)}`,
  changeToConfirm: (facts) =>
    `${facts.actor} proposed a change that needs a second person: ${facts.text ?? "settings"}`,
  changeDecided: (facts) => `${facts.actor} ${decided(facts)} your change: ${facts.text ?? "settings"}`,
  webhookFailing: ({ name = "endpoint", outcome }) =>
    outcome === "disabled"
      ? `The webhook ${name} was disabled: it receives no events`
      : `The webhook ${name} is failing: events are retried`,
  fileReady: (facts) => `The file ${facts.name ?? "of the batch"} is ready`,
  bankAttention: (facts) => facts.text ?? "The bank needs attention",
  screeningMatch: ({ name = "A recipient", text = "an entry on a list" }) =>
    `${name} resembles ${text}: two people have to decide, and payments wait`,
  screenerFailing: (facts) => `Screening does not answer, so payments wait${because(facts)}`,
  statementsReady: (facts) => `Statements for ${facts.name ?? "last month"} are ready`,
};

/** One sentence without a period. A kind of a newer version has none yet. */
export const notificationSentence = (kind: string, facts: NotificationFacts, actor: string | undefined): string =>
  isNotificationKind(kind)
    ? sentences[kind]({ ...facts, actor: actor ?? facts.actor ?? "An API token" })
    : (facts.text ?? "Something happened");
