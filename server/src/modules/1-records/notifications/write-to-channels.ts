import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { enqueueMessage, type Letter, mailsOfLastHour } from "#records/mail";
import type { NotifiableUser } from "#records/people";
import { listChannels } from "./chat-channels.queries.ts";
import { type KindGroup, type NotificationKind, notificationKinds } from "./kinds.ts";
import type { MailDelivery } from "./preferences.queries.ts";

/** More of them in an hour would make a channel unreadable; the dashboard shows them all. */
const MESSAGES_PER_HOUR = 60;
const ENOUGH =
  "There have been many of these: no further ones are posted within the hour. The dashboard shows them all.";

/** Groups that concern an organization as a whole: what only its requester, or who takes part, has to know is not posted. */
export const organizationGroups = [
  "approvals",
  "otherPayments",
  "changes",
  "webhooks",
  "bank",
  "statements",
] as const satisfies readonly KindGroup[];

/** Why a message cannot be answered: anyone who knows the channel's URL can write to it, and emails are easily forged. */
export const DECIDED_IN_SESSION =
  "Sign in to decide: a reply, here or by email, approves nothing, because it proves neither who sent it nor what they saw.";

interface News {
  /** For whom the notification is new. */
  readonly news: ReadonlySet<UserId>;
  readonly letter: Letter;
  readonly wantsMail: (user: NotifiableUser) => MailDelivery;
}

type WriteToChannels = (notice: { readonly kind: NotificationKind }, news: News) => Promise<void>;

/**
 * Writes notifications to chat channels, in the transaction of what happened: to a user's own if the user wants emails of
 * that group immediately, and to the organization's, once, if it receives the group.
 */
export function channelWriter(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, users }: { readonly organizationId: OrganizationId; readonly users: readonly NotifiableUser[] },
): WriteToChannels {
  let channels: ReturnType<typeof listChannels> | undefined;
  let written: Promise<Map<string, number>> | undefined;
  return async ({ kind }, { news, letter, wantsMail }) => {
    if (news.size === 0) return;
    channels ??= listChannels(tx, organizationId);
    const { group } = notificationKinds[kind];
    const wanting = new Set(
      users.filter((user) => news.has(user.userId) && wantsMail(user) === "immediately").map(({ userId }) => userId),
    );
    const receiving = (await channels).filter(({ user_id: userId, kind_groups: groups }) =>
      userId === null ? groups.includes(group) : wanting.has(userId),
    );
    if (receiving.length === 0) return;
    written ??= mailsOfLastHour(service, tx, { organizationId, kind: "chatMessage" }).then((counts) => new Map(counts));
    const counts = await written;
    for (const { channel_id: channelId } of receiving) {
      const count = (counts.get(channelId) ?? 0) + 1;
      counts.set(channelId, count);
      if (count > MESSAGES_PER_HOUR) continue;
      const footer = [
        ...(decidesSomething(kind) ? [DECIDED_IN_SESSION] : []),
        ...(count === MESSAGES_PER_HOUR ? [ENOUGH] : []),
      ].join(" ");
      await enqueueMessage(service, tx, { organizationId, channelId, letter: { ...letter, footer } });
    }
  };
}

const DECIDED: readonly KindGroup[] = ["approvals", "changes"];

/** Whether a notification asks for a decision that a reply might seem to give. */
export const decidesSomething = (kind: NotificationKind): boolean =>
  "asks" in notificationKinds[kind] && DECIDED.includes(notificationKinds[kind].group);
