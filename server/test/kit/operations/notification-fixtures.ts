import type { UserId } from "#kernel/values/ids.ts";
import { mention } from "../notifications/bell.ts";
import { browse } from "../worlds/people.ts";
import type { Everything, Fixture, Fixtures } from "./everything.ts";

/** A notification of the signed-in administrator. */
async function notified({ world, organization, session }: Everything): Promise<string> {
  const cookie = await session();
  const { body } = await browse(world.app, { url: "/session", cookie });
  await mention(world.service, organization.organizationId, body.user.id as UserId);
  const list = await browse(world.app, { url: "/notifications?limit=1", cookie });
  return list.body.notifications[0].id;
}

const unreadNotification: Fixture = async (all) => ({ notificationId: await notified(all) });

export const notificationFixtures: Fixtures = {
  readNotification: unreadNotification,
  readNotifications: async (all) => ({ upTo: await notified(all) }),
};

export const newNotificationItems = { listNotifications: notified } as const;
