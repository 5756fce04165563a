import { formatUsd } from "../../kernel/values/money.ts";
import { isNotificationKind, type NotificationKind } from "./kinds.ts";
import type { NotificationFacts } from "./notification.ts";

interface Told extends NotificationFacts {
  readonly actor: string;
}

/** "$4,210.50 to Mina Okafor Design", or the known parts. */
function payment({ amountMinor, name, isTransfer = false }: Told, otherwise = "a request"): string {
  if (amountMinor === undefined) return name ?? otherwise;
  const amount = `${isTransfer ? "a transfer of " : ""}$${formatUsd(amountMinor)}`;
  return name === undefined ? amount : `${amount} to ${name}`;
}

const because = ({ text }: Told): string => (text === undefined ? "" : `: ${text}`);
const quoted = ({ text }: Told): string => (text === undefined ? "" : `: “${text}”`);

function batch(told: Told): string {
  const { name, count, amountMinor } = told;
  const of = [
    ...(count === undefined ? [] : [count === 1 ? "1 payment" : `${count} payments`]),
    ...(amountMinor === undefined ? [] : [`$${formatUsd(amountMinor)}`]),
  ];
  return `the batch ${name ?? "without a name"}${of.length === 0 ? "" : ` (${of.join(", ")})`}`;
}

/** What happened to a payment: `outcome` is one of these. */
const paymentProblems: Readonly<Record<string, (told: Told) => string>> = {
  failed: (told) => `The payment of ${payment(told)} failed${because(told)}`,
  blocked: (told) => `The payment of ${payment(told)} was blocked${because(told)}`,
  returned: (told) => `The payment of ${payment(told)} was returned${because(told)}`,
  notMade: (told) => `The scheduled payment of ${payment(told)} was not made${because(told)}`,
  openAgain: (told) => `The scheduled payment of ${payment(told)} waits for approval again${because(told)}`,
  notRequested: (told) => `The recurring payment of ${payment(told)} could not be requested${because(told)}`,
};
const paymentProblem = (told: Told): string =>
  (paymentProblems[told.outcome ?? ""] ?? ((notice) => `The payment of ${payment(notice)} needs attention`))(told);

/** Verbs of decisions: "confirmed", "declined". */
const decided = ({ outcome }: Told): string => outcome ?? "decided about";

const sentences: Readonly<Record<NotificationKind, (told: Told) => string>> = {
  approvalRequested: (told) =>
    told.outcome === "termsChanged"
      ? `The terms of ${payment(told)} changed after your approval: approve it again`
      : `${told.actor} requested ${payment(told, "a payment")}`,
  batchRequested: (told) => `${told.actor} requested ${batch(told)}`,
  requestApproved: (told) => `${told.actor} approved your request for ${payment(told)}`,
  requestRejected: (told) => `${told.actor} rejected your request for ${payment(told)}${because(told)}`,
  requestWithdrawn: (told) => `${told.actor} withdrew your request for ${payment(told)}${because(told)}`,
  batchDecided: (told) => `${told.actor} ${decided(told)} ${batch(told)}${because(told)}`,
  mentioned: (told) => `${told.actor} mentioned you on ${payment(told)}${quoted(told)}`,
  commented: (told) => `${told.actor} commented on ${payment(told)}${quoted(told)}`,
  questionAsked: (told) => `${told.actor} asked about ${payment(told)}${quoted(told)}`,
  questionAnswered: (told) => `${told.actor} answered about ${payment(told)}${quoted(told)}`,
  ownPaymentProblem: paymentProblem,
  otherPaymentProblem: paymentProblem,
  detailsToConfirm: (told) =>
    told.outcome === "name"
      ? `${told.actor} renamed ${told.name ?? "a recipient"}: confirm the name`
      : `${told.actor} changed the bank details of ${told.name ?? "a recipient"}: confirm them`,
  detailsDecided: (told) =>
    `${told.actor} ${decided(told)} your change of ${told.name ?? "a recipient"}${because(told)}`,
  changeToConfirm: (told) => `${told.actor} proposed a change that needs a second person: ${told.text ?? "settings"}`,
  changeDecided: (told) => `${told.actor} ${decided(told)} your change: ${told.text ?? "settings"}`,
  webhookFailing: ({ name = "endpoint", outcome }) =>
    outcome === "disabled"
      ? `The webhook ${name} was disabled: it receives no events`
      : `The webhook ${name} is failing: events are retried`,
  fileReady: (told) => `The file ${told.name ?? "of the batch"} is ready`,
  bankAttention: (told) => told.text ?? "The bank needs attention",
  statementsReady: (told) => `Statements for ${told.name ?? "last month"} are ready`,
};

/** One sentence without a period. A kind of a newer version has none yet. */
export const notificationSentence = (kind: string, facts: NotificationFacts, actor: string | undefined): string =>
  isNotificationKind(kind)
    ? sentences[kind]({ ...facts, actor: actor ?? facts.actor ?? "An API token" })
    : (facts.text ?? "Something happened");
