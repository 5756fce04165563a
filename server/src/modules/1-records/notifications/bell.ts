import { type Static, Type } from "typebox";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import { type CursorQuery, Nullable, OneOf, object, type PageBounds, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Caller } from "#records/identity";
import { nameActors, personOf } from "#records/people";
import {
  type BellReader,
  countUnread,
  listNotificationRows,
  markAllRead,
  markRead,
  notificationExists,
  notificationKey,
} from "./bell.queries.ts";
import { isNotificationKind, isSubjectType, mayOpen, notificationKindNames, subjectTypeNames } from "./kinds.ts";
import { type NotificationRow, readFacts } from "./notification.ts";
import { notificationSentence } from "./sentences.ts";

export const NotificationSchema = object(
  {
    id: Uuid("The notification."),
    kind: OneOf(notificationKindNames, "What happened.", "NotificationKind"),
    sentence: Type.String({ description: "The same as a sentence, without a period." }),
    subjectType: OneOf(subjectTypeNames, "The type of what it is about.", "NotificationSubjectType"),
    subjectId: Uuid("What it is about."),
    createdAt: Timestamp("When it happened."),
    isUnread: Type.Boolean({ description: "Neither read nor done." }),
    readAt: Nullable(Timestamp("When the signed-in user read it.")),
    doneAt: Nullable(
      Timestamp("When what it asks for was done, by this or another user, such as a decision about a request."),
    ),
  },
  { title: "Notification", description: "Something that happened and concerns the signed-in user." },
);
type Shown = Static<typeof NotificationSchema>;

/** Rights are read at each call: what the user may no longer open is not shown. */
const readerOf = (caller: Caller): BellReader => {
  const { organizationId, userId } = personOf(caller);
  const held = new Set([...caller.scopes, ...(caller.person?.permissions ?? [])]);
  return { organizationId, userId, subjectTypes: subjectTypeNames.filter((type) => mayOpen(type, held)) };
};

/** The signed-in user's notifications, newest first by default. Rejects unknown cursors. */
export async function listNotifications(
  { database }: Pick<Service, "database">,
  caller: Caller,
  { unread = false, ...cursors }: CursorQuery & { readonly unread?: boolean },
): Promise<{ readonly notifications: Shown[]; readonly page: PageBounds }> {
  const reader = readerOf(caller);
  const keyset = await keysetOf(cursors, {
    column: notificationKey,
    defaultOrder: "desc",
    exists: (id) => findsRow(database, notificationExists(reader, id)),
  });
  const { rows, page } = await readPage(
    keyset,
    (range) => listNotificationRows(database, reader, { unreadOnly: unread, keyset: range }),
    (row) => row.notification_id,
  );
  const actors = rows.flatMap(({ actor_id: id }) => (id === null ? [] : [{ type: "user" as const, id }]));
  const nameOf = await nameActors(database, reader.organizationId, actors);
  const nameOfActor = ({ actor_id: id }: NotificationRow) =>
    id === null ? undefined : (nameOf({ type: "user", id }) ?? "A former user");
  return { notifications: rows.flatMap((row) => render(row, nameOfActor(row))), page };
}

/** One of a newer version, which a process of this version does not know, is shown after the upgrade. */
function render(row: NotificationRow, actor: string | undefined): Shown[] {
  const { kind, subject_type: subjectType, read_at: readAt, done_at: doneAt } = row;
  if (!isNotificationKind(kind) || !isSubjectType(subjectType)) return [];
  return [
    {
      id: row.notification_id,
      kind,
      sentence: notificationSentence(kind, readFacts(row.facts), actor),
      subjectType,
      subjectId: row.subject_id,
      createdAt: row.created_at.toISOString(),
      isUnread: readAt === null && doneAt === null,
      readAt: readAt?.toISOString() ?? null,
      doneAt: doneAt?.toISOString() ?? null,
    },
  ];
}

/** More are shown as "99+". */
const COUNTED_MAX = 100;

export const unreadCount = async ({ database }: Pick<Service, "database">, caller: Caller): Promise<number> =>
  Number((await countUnread(database, readerOf(caller), COUNTED_MAX)).count);

/** Refuses with `resourceNotFound`. Repeating it changes nothing. */
export async function readOne(
  { database, clock }: Pick<Service, "database" | "clock">,
  caller: Caller,
  notificationId: string,
): Promise<void> {
  if ((await markRead(database, readerOf(caller), { notificationId, at: clock.now() })) === 0)
    throw notFound("notification");
}

export const readAll = (
  { database, clock }: Pick<Service, "database" | "clock">,
  caller: Caller,
  upTo: string,
): Promise<number> => markAllRead(database, readerOf(caller), { upTo, at: clock.now() });
