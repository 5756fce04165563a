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

/** A channel of the signed-in administrator, or of the organization, that accepts messages. */
const withChannel =
  (path: string, more: Readonly<Record<string, unknown>> = {}): Fixture =>
  async ({ world, ids, newAdministrator }) => {
    const cookie = await newAdministrator();
    await browse(world.app, { url: path, body: { kind: "slack", url: ids["url"], ...more }, cookie });
    return { cookie };
  };

export const notificationFixtures: Fixtures = {
  testSessionChatChannel: withChannel("/session/chat-channel"),
  testOrganizationChatChannel: withChannel("/organization/chat-channel", { groups: ["approvals"] }),
  readNotification: unreadNotification,
  readNotifications: async (all) => ({ upTo: await notified(all) }),
};

export const newNotificationItems = { listNotifications: notified } as const;
