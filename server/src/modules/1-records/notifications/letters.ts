import type { Service } from "#kernel/process/service.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { Letter } from "#records/mail";
import { type KindGroup, type NotificationKind, notificationKinds, pathOf } from "./kinds.ts";
import type { NotificationFacts, NotificationSubject } from "./notification.ts";
import { notificationSentence } from "./sentences.ts";

/** Why a user receives it: "You receive this email because …". */
const reasons: Readonly<Record<KindGroup, string>> = {
  approvals: "you may approve this request",
  decisions: "you made the request or the change",
  conversations: "it mentions you or is about your work",
  ownPayments: "you requested the payment",
  otherPayments: "you want to know about payments of others that fail",
  changes: "you may confirm the change",
  webhooks: "you manage API tokens and webhooks",
  bank: "you are an administrator",
  statements: "you can view statements",
};

/** What links need. */
interface Linking {
  readonly config: Pick<Service["config"], "publicUrl">;
}

export const pageOf = ({ config }: Linking, { type, id }: NotificationSubject): string =>
  `${config.publicUrl}/dashboard/${pathOf(type, id)}`;

/** The email about a notification for which its module has none of its own. */
export function letterOf(
  service: Linking,
  {
    kind,
    subject,
    facts,
    actor,
  }: {
    readonly kind: NotificationKind;
    readonly subject: NotificationSubject;
    readonly facts: NotificationFacts;
    readonly actor: string | undefined;
  },
): Letter {
  const sentence = notificationSentence(kind, { ...facts, text: undefined }, actor);
  const { amountMinor, name, text } = facts;
  return {
    subject: sentence,
    paragraphs: [`${sentence}.`, ...(text === undefined ? [] : [text])],
    facts: [
      ...(name === undefined ? [] : ([["Name", name]] as const)),
      ...(amountMinor === undefined ? [] : ([["Amount", `$${formatUsd(amountMinor)}`]] as const)),
    ],
    link: { label: "Open in Bursar", url: pageOf(service, subject) },
    footer: `You receive this email because ${reasons[notificationKinds[kind].group]}.`,
  };
}

/** With a link to where the user chooses what is sent. */
export const managed = ({ config }: Linking, letter: Letter): Letter => ({
  ...letter,
  manage: { label: "Choose which emails you receive", url: `${config.publicUrl}/dashboard/profile#notifications` },
});
