import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { enqueueMail, type Letter, type MailKind, mailsOfLastHour } from "#records/mail";
import { heldRights, listNotifiableUsers, type NotifiableUser } from "#records/people";
import { type KindGroup, mayOpen, type NotificationKind, notificationKinds } from "./kinds.ts";
import { letterOf, managed } from "./letters.ts";
import { type NewNotification, type NotificationId, type NotificationSubject, storedFacts } from "./notification.ts";
import {
  insertNotifications,
  markDone,
  markOthersDone,
  type NotifiedUser,
  notifiedSubjects,
} from "./notifications.queries.ts";
import type { MailDelivery } from "./preferences.queries.ts";
import { readDeliveries } from "./preferences.ts";
import { channelWriter, DECIDED_IN_SESSION, decidesSomething } from "./write-to-channels.ts";

/** More of a kind in an hour would fill a mailbox: they wait for the daily summary, and the last email says so. */
const mailsPerHour = (kind: MailKind): number => (kind === "approvalNeeded" ? 10 : 20);

const ENOUGH =
  "There have been many of these: you will receive no further emails about them within the hour. Your daily summary and the dashboard show them all.";

export type Notifying = Pick<Service, "clock" | "newId" | "vault" | "config">;

/** `letter` replaces the usual email. Without `isMailed`, the bell and the daily summary show it, if the user wants. */
type Notice = Omit<NewNotification, "organizationId"> & {
  readonly letter?: Letter | undefined;
  readonly isMailed?: boolean;
};

/** Notifies about several things in one transaction. */
export interface Notifier {
  /** The users who are not locked. */
  readonly users: readonly NotifiableUser[];
  /** How a user receives the emails of a group. */
  deliveryTo(group: KindGroup): Promise<(user: NotifiableUser) => MailDelivery>;
  /** Returns the users for whom it is new: a repeat notifies nobody. */
  notify(notice: Notice): Promise<readonly UserId[]>;
}

/** Reads what the notifications of a transaction have in common once. */
export async function openNotifier(service: Notifying, tx: Tx, organizationId: OrganizationId): Promise<Notifier> {
  const users = await listNotifiableUsers(tx, organizationId);
  const deliveries = new Map<KindGroup, Promise<(user: NotifiableUser) => MailDelivery>>();
  const mailed = new Map<MailKind, Promise<Map<string, number>>>();
  const deliveryTo = (group: KindGroup) => once(deliveries, group, () => readDeliveries(tx, organizationId, group));
  const toChannels = channelWriter(service, tx, { organizationId, users });
  const mailedOf = (kind: MailKind) =>
    once(mailed, kind, async () => new Map(await mailsOfLastHour(service, tx, { organizationId, kind })));
  return {
    users,
    deliveryTo,
    notify: async (notice) => {
      const concerned = users.filter((user) => concerns(notice, user));
      if (concerned.length === 0) return [];
      const { group, mail } = notificationKinds[notice.kind];
      const mailing = { delivery: await deliveryTo(group), mailed: await mailedOf(mail), most: mailsPerHour(mail) };
      const { isMailed: mayMail = true } = notice;
      const planned = concerned.map((user) => planFor(service, user, mayMail ? mailing : { ...mailing, most: 0 }));
      const news = await store(service, tx, { organizationId, notice, planned });
      const actor = users.find(({ userId }) => userId === notice.actorId)?.name;
      const letter = notice.letter ?? letterOf(service, { ...notice, actor });
      const emailed = decidesSomething(notice.kind)
        ? { ...letter, footer: `${letter.footer} ${DECIDED_IN_SESSION}` }
        : letter;
      await toChannels(notice, { news, letter, wantsMail: mailing.delivery });
      for (const { email, isMailed } of planned.filter(({ userId }) => news.has(userId))) {
        if (!isMailed) continue;
        const count = (mailing.mailed.get(email) ?? 0) + 1;
        mailing.mailed.set(email, count);
        await enqueueMail(service, tx, {
          organizationId,
          kind: mail,
          recipient: email,
          letter: managed(
            service,
            count < mailing.most ? emailed : { ...emailed, footer: `${emailed.footer} ${ENOUGH}` },
          ),
        });
      }
      return [...news];
    },
  };
}

/** Notifies users of what happened, in the transaction in which it happens. Returns the users for whom it is new. */
export const notify = async (
  service: Notifying,
  tx: Tx,
  { organizationId, ...notice }: Notice & Pick<NewNotification, "organizationId">,
): Promise<readonly UserId[]> => {
  if (notice.recipients.every((userId) => userId === notice.actorId)) return [];
  return (await openNotifier(service, tx, organizationId)).notify(notice);
};

async function once<Key, Value>(cache: Map<Key, Promise<Value>>, key: Key, read: () => Promise<Value>): Promise<Value> {
  const found = cache.get(key) ?? read();
  cache.set(key, found);
  return found;
}

/** Everyone named who did not do it, and may open what it is about. */
function concerns({ recipients, actorId, subject }: Notice, { userId, rights }: NotifiableUser): boolean {
  return recipients.includes(userId) && userId !== actorId && mayOpen(subject.type, heldRights(rights));
}

type Planned = NotifiedUser & { readonly email: string; readonly isMailed: boolean };

/** By email now, in the daily summary, or in the bell only. */
function planFor(
  service: Pick<Service, "newId">,
  user: NotifiableUser,
  {
    delivery,
    mailed,
    most,
  }: {
    readonly delivery: (user: NotifiableUser) => MailDelivery;
    readonly mailed: ReadonlyMap<string, number>;
    readonly most: number;
  },
): Planned {
  const way = delivery(user);
  const isMailed = way === "immediately" && (mailed.get(user.email) ?? 0) < most;
  return {
    userId: user.userId,
    email: user.email,
    notificationId: service.newId<NotificationId>(),
    isMailed,
    inDigest: way !== "off" && !isMailed,
  };
}

/** Returns the users for whom it is new. */
async function store(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    notice: { kind, subject, sourceId, actorId, facts },
    planned,
  }: { readonly organizationId: OrganizationId; readonly notice: Notice; readonly planned: readonly Planned[] },
): Promise<ReadonlySet<UserId>> {
  const rows = await insertNotifications(tx, organizationId, {
    occurrence: {
      kind,
      subjectType: subject.type,
      subjectId: subject.id,
      sourceId,
      actorId,
      facts: JSON.stringify(storedFacts(facts)),
      at: clock.now(),
    },
    users: planned,
  });
  assert(rows.length <= planned.length, "only users whom it concerns are notified");
  return new Set(rows.map((row) => row.user_id));
}

/**
 * The requested action was taken: notifications that ask for it are done and no longer count as unread.
 * `users`: only theirs, such as of an approver whose approval was not the last one. `sourceId`: only of this cause.
 */
export async function settleNotifications(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    subject,
    kinds,
    users,
    sourceId,
  }: {
    readonly organizationId: OrganizationId;
    readonly subject: NotificationSubject;
    readonly kinds: readonly NotificationKind[];
    readonly users?: readonly UserId[];
    readonly sourceId?: string;
  },
): Promise<void> {
  await markDone(tx, organizationId, { subjectId: subject.id, kinds, users, sourceId, at: clock.now() });
}

/** The same for everything of a kind except what still waits. */
export const settleOtherSubjects = (
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    kind,
    waiting,
  }: {
    readonly organizationId: OrganizationId;
    readonly kind: NotificationKind;
    readonly waiting: readonly string[];
  },
) => markOthersDone(tx, organizationId, { kind, waiting, at: clock.now() });

/** Of these subjects, those about which nobody was notified. */
export async function withoutNotified(
  tx: Tx,
  organizationId: OrganizationId,
  subjects: { readonly kind: NotificationKind; readonly subjectIds: readonly string[] },
): Promise<readonly string[]> {
  const notified = new Set((await notifiedSubjects(tx, organizationId, subjects)).map((row) => row.subject_id));
  return subjects.subjectIds.filter((id) => !notified.has(id));
}
