import { dateInWords, newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { getOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { heldRights, listNotifiableUsers, type NotifiableUser, nameActors } from "#records/people";
import { isSubjectType, mayOpen } from "../kinds.ts";
import { managed } from "../letters.ts";
import type { NotificationRow } from "../notification.ts";
import type { Notifying } from "../notify.ts";
import { insertDigest, organizationsWithDigests, takeForDigest, usersWithDigests } from "./digest.queries.ts";
import { digestLetter } from "./digest-letter.ts";

/** On New York's wall clock, as everything about days: before most people there begin to work. */
const SENT_AT = Temporal.PlainTime.from("08:00");
/** Of an organization per pass. */
const USERS_PER_PASS = 50;

const each = eachOrganization("notification-digests");

/**
 * Sends each user one email a day about what the user wants to read in a summary: what was put into it before eight in the
 * morning. Each in a transaction that takes the notifications and queues the email, so that any number of processes send
 * it once, and none after a clock that jumped over days sends more than one. Returns the number of users.
 */
export async function runDigests(service: Service): Promise<number> {
  const now = service.clock.now();
  const date = newYorkDate(now);
  const dueAt = newYorkInstant(date, SENT_AT);
  if (now < dueAt) return 0;
  const due = { beforeId: firstIdAt(dueAt), day: date.toString() };
  const waiting = await organizationsWithDigests(service.database, due.beforeId);
  return each.run(service, waiting, async (organizationId) => {
    const users = await usersWithDigests(service.database, organizationId, { ...due, limit: USERS_PER_PASS });
    if (users.length === 0) return 0;
    const notifiable = await listNotifiableUsers(service.database, organizationId);
    for (const { user_id: userId } of users)
      await service.database.transaction((tx) =>
        sendDigest(service, tx, {
          ...due,
          organizationId,
          userId,
          user: notifiable.find((user) => user.userId === userId),
        }),
      );
    return users.length;
  });
}

interface DueDigest {
  readonly organizationId: OrganizationId;
  readonly userId: NotifiableUser["userId"];
  /** Undefined if the user is locked. */
  readonly user: NotifiableUser | undefined;
  readonly beforeId: string;
  readonly day: string;
}

async function sendDigest(
  service: Notifying,
  tx: Tx,
  { organizationId, userId, user, beforeId, day }: DueDigest,
): Promise<void> {
  const taken = await takeForDigest(tx, organizationId, { userId, beforeId });
  const rows = taken
    .filter((row) => isRelevant(row, user))
    .sort((a, b) => (a.notification_id < b.notification_id ? 1 : -1));
  if (user === undefined || rows.length === 0) return;
  const { legalBusinessName: organization } = await getOrganization(tx, organizationId);
  const actors = rows.flatMap(({ actor_id: id }) => (id === null ? [] : [{ type: "user" as const, id }]));
  const nameOfUser = await nameActors(tx, organizationId, actors);
  const letter = digestLetter({
    rows,
    nameOf: ({ actor_id: id }) => (id === null ? undefined : nameOfUser({ type: "user", id })),
    organization,
    publicUrl: service.config.publicUrl,
    day: dateInWords(day),
  });
  const mailId = await enqueueMail(service, tx, {
    organizationId,
    kind: "digest",
    recipient: user.email,
    letter: managed(service, letter),
  });
  await insertDigest(tx, organizationId, { userId, day, mailId });
}

/** Neither read nor done, and about something that the user may open. */
const isRelevant = (
  { read_at: readAt, done_at: doneAt, subject_type: type }: NotificationRow,
  user: NotifiableUser | undefined,
): boolean =>
  readAt === null &&
  doneAt === null &&
  user !== undefined &&
  isSubjectType(type) &&
  mayOpen(type, heldRights(user.rights));
