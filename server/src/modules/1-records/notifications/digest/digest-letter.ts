import type { Letter } from "#records/mail";
import { isNotificationKind, isSubjectType, type KindGroup, kindGroups, notificationKinds } from "../kinds.ts";
import { pageOf } from "../letters.ts";
import { type NotificationRow, readFacts } from "../notification.ts";
import { notificationSentence } from "../sentences.ts";

/** Of each group; the dashboard shows them all. */
const SHOWN_MAX = 10;

const titles: Readonly<Record<KindGroup, string>> = {
  approvals: "Waiting for your approval",
  decisions: "Your requests and changes",
  conversations: "Comments and questions",
  ownPayments: "Your payments",
  otherPayments: "Other payments",
  changes: "Waiting for your confirmation",
  webhooks: "Webhooks",
  bank: "Bank files",
  statements: "Statements",
};

/** What a summary is made from. */
export interface DigestContent {
  /** Not read and not done, newest first. */
  readonly rows: readonly NotificationRow[];
  readonly nameOf: (row: NotificationRow) => string | undefined;
  readonly organization: string;
  readonly publicUrl: string;
  /** In words, such as "November 24, 2026". */
  readonly day: string;
}

/** One email about everything of a day: groups with their numbers, and a link for each line. No bank details. */
export function digestLetter({ rows, nameOf, organization, publicUrl, day }: DigestContent): Letter {
  const config = { publicUrl };
  const lists = kindGroups.flatMap((group) => {
    const own = rows.filter(({ kind }) => isNotificationKind(kind) && notificationKinds[kind].group === group);
    if (own.length === 0) return [];
    const items = own.slice(0, SHOWN_MAX).flatMap((row) =>
      isSubjectType(row.subject_type)
        ? [
            {
              text: notificationSentence(row.kind, readFacts(row.facts), nameOf(row)),
              url: pageOf({ config }, { type: row.subject_type, id: row.subject_id }),
            },
          ]
        : [],
    );
    const rest = own.length - items.length;
    return [{ title: `${titles[group]} (${own.length})`, items, ...(rest > 0 ? { rest: `and ${rest} more` } : {}) }];
  });
  const count = rows.length === 1 ? "1 notification" : `${rows.length} notifications`;
  return {
    subject: `${organization}: ${count} for ${day}`,
    paragraphs: [`You have ${count} since your last daily summary that you have not read and that nobody has handled.`],
    lists,
    link: { label: "View all notifications", url: `${publicUrl}/dashboard/notifications` },
    footer: "You receive this email because you chose a daily summary for some of your notifications.",
  };
}
