import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { App } from "#main/app.ts";
import { notify } from "#records/notifications";
import { browse } from "../worlds/people.ts";

type Notice = Parameters<typeof notify>[2];

/** Notifies a user that they were mentioned on a request, unless told otherwise. */
export const mentionWithin = (
  service: Service,
  tx: Tx,
  { organizationId, userId, ...more }: { organizationId: OrganizationId; userId: UserId } & Partial<Notice>,
): Promise<readonly UserId[]> =>
  notify(service, tx, {
    organizationId,
    kind: "mentioned",
    subject: { type: "approvalRequest", id: randomUUID() },
    sourceId: randomUUID(),
    recipients: [userId],
    actorId: null,
    facts: { name: "Tern Packaging", amountMinor: 1_250_00n, text: "Is this the right account?" },
    ...more,
  });

/** The same in a transaction of its own. */
export const mention = (
  service: Service,
  organizationId: OrganizationId,
  userId: UserId,
  more: Partial<Omit<Notice, "organizationId">> = {},
): Promise<readonly UserId[]> =>
  service.database.transaction((tx) => mentionWithin(service, tx, { organizationId, userId, ...more }));

export interface ShownNotification {
  readonly id: string;
  readonly kind: string;
  readonly sentence: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly isUnread: boolean;
  readonly doneAt: string | null;
}

/** What the bell of a signed-in user shows, and its number. */
export async function bellOf(
  app: App,
  cookie: string,
  query = "",
): Promise<{ readonly count: number; readonly notifications: readonly ShownNotification[] }> {
  const list = await browse(app, { url: `/notifications${query}`, cookie });
  assert.equal(list.status, 200, list.text);
  const unread = await browse(app, { url: "/notifications/unread-count", cookie });
  return { count: unread.body.count, notifications: list.body.notifications };
}

export const sentencesOf = ({ notifications }: Awaited<ReturnType<typeof bellOf>>): readonly string[] =>
  notifications.map(({ sentence }) => sentence);

/** How a signed-in user wants the emails of a group. */
export async function prefer(app: App, cookie: string, group: string, delivery: string): Promise<void> {
  const answer = await browse(app, { url: "/session/notification-preferences", cookie, body: { group, delivery } });
  assert.equal(answer.status, 200, answer.text);
}
