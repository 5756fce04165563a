import { assert } from "../../kernel/assert.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { UserId } from "../../kernel/values/ids.ts";
import { enqueueMail, type Letter, type MailKind, mailsOfLastHour } from "../mail/index.ts";
import { listNotifiableUsers, type NotifiableUser } from "../people/index.ts";
import { notificationKinds, subjectTypes } from "./kinds.ts";
import { letterOf } from "./letters.ts";
import { type NewNotification, type NotificationId, type NotificationSubject, storedFacts } from "./notification.ts";
import { insertNotifications, markDone } from "./notifications.queries.ts";
import { readDeliveries } from "./preferences.ts";

/** More of a kind in an hour would fill a mailbox: they wait for the daily summary, and the last e-mail says so. */
const mailsPerHour = (kind: MailKind): number => (kind === "approvalNeeded" ? 10 : 20);

const ENOUGH =
  "There have been many of these: you will receive no further emails about them within the hour. Your daily summary and the dashboard show them all.";

type Notifying = Pick<Service, "clock" | "newId" | "vault" | "config">;

/**
 * Tells users what happened, in the transaction in which it happens: the bell shows it, and an e-mail is queued for those
 * who want one. `letter` replaces the usual e-mail. Returns the users who were told; nobody is told twice.
 */
export async function notify(
  service: Notifying,
  tx: Tx,
  { letter, ...what }: NewNotification & { readonly letter?: Letter | undefined },
): Promise<readonly UserId[]> {
  const { organizationId, kind, subject, sourceId, actorId, facts } = what;
  if (what.recipients.every((userId) => userId === actorId)) return [];
  const everyone = await listNotifiableUsers(tx, organizationId);
  const users = everyone.filter((user) => concerns(what, user));
  if (users.length === 0) return [];
  const { group, mail } = notificationKinds[kind];
  const deliveryTo = await readDeliveries(tx, organizationId, group);
  const mailed = await mailsOfLastHour(service, tx, { organizationId, kind: mail });
  const told = users.map((user) => {
    const before = mailed.get(user.email) ?? 0;
    const delivery = deliveryTo(user);
    const isMailed = delivery === "immediately" && before < mailsPerHour(mail);
    return {
      user,
      userId: user.userId,
      notificationId: service.newId<NotificationId>(),
      isMailed,
      isLast: before === mailsPerHour(mail) - 1,
      inDigest: !isMailed && delivery !== "off",
    };
  });
  const at = service.clock.now();
  const common = { kind, subjectType: subject.type, subjectId: subject.id, sourceId, actorId, at };
  const row = { ...common, facts: JSON.stringify(storedFacts(facts)) };
  const inserted = await insertNotifications(tx, organizationId, { told: row, users: told });
  const news = new Set(inserted.map(({ user_id: userId }) => userId));
  assert(news.size <= told.length, "only those who should be told are told");
  const actor = everyone.find(({ userId }) => userId === actorId)?.name;
  const content = letter ?? letterOf(service, { kind, subject, facts, actor });
  for (const { user, isMailed, isLast } of told.filter(({ userId }) => news.has(userId)))
    if (isMailed)
      await enqueueMail(service, tx, {
        organizationId,
        kind: mail,
        recipient: user.email,
        letter: managed(service, isLast ? { ...content, footer: `${content.footer} ${ENOUGH}` } : content),
      });
  return [...news];
}

/** Everyone named who is there, did not do it, and may open what it is about. */
function concerns({ recipients, actorId, subject }: NewNotification, { userId, rights }: NotifiableUser): boolean {
  const { needs } = subjectTypes[subject.type];
  const held: ReadonlySet<string> = new Set([...rights.scopes, ...rights.permissions]);
  return recipients.includes(userId) && userId !== actorId && (needs === undefined || held.has(needs));
}

/** With a link to where the user chooses what is sent. */
export const managed = ({ config }: Pick<Service, "config">, letter: Letter): Letter => ({
  ...letter,
  manage: { label: "Choose which emails you receive", url: `${config.publicUrl}/dashboard/profile#notifications` },
});

/**
 * What was asked for has been dealt with: the notifications that ask for it are done and no longer count as unread.
 * `users`: only theirs, such as of an approver whose approval was not the last one.
 */
export async function settleNotifications(
  service: Pick<Service, "clock">,
  tx: Tx,
  {
    organizationId,
    subject,
    kinds,
    users,
  }: Pick<NewNotification, "organizationId"> & {
    readonly subject: NotificationSubject;
    readonly kinds: readonly NewNotification["kind"][];
    readonly users?: readonly UserId[];
  },
): Promise<void> {
  await markDone(tx, organizationId, { subjectId: subject.id, kinds, users, at: service.clock.now() });
}
