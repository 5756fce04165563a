import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import {
  type ChannelId,
  type ChatChannelRow,
  type ChatKind,
  channelUrls,
  deleteChannelOf,
  findChannelOf,
  insertChannel,
  type KindGroup,
} from "#records/notifications";
import { webhookUrlProblem, webhookUrlRulesOf } from "#reports/webhooks";
import { refuseChat } from "./chat-refusals.ts";

/** Whose channel it is; null: the organization's. */
export interface ChannelOwner {
  readonly organizationId: OrganizationId;
  readonly userId: UserId | null;
}

export interface NewChannel {
  readonly kind: ChatKind;
  readonly url: string;
  /** What an organization's channel receives. */
  readonly groups: readonly KindGroup[];
}

/** Replaces the channel of a user, or of the organization. What waits for the former one is not sent. */
export async function setChannel(
  service: Service,
  caller: Caller,
  { owner, channel }: { readonly owner: ChannelOwner; readonly channel: NewChannel },
): Promise<void> {
  const problem = webhookUrlProblem(channel.url, webhookUrlRulesOf(service.config))?.replace("webhook URL", "URL");
  if (problem !== undefined)
    throw refuseChat("channelUrlNotAccepted", { details: { problem, fields: [{ path: "url", message: problem }] } });
  const { organizationId, userId } = owner;
  const channelId = service.newId<ChannelId>();
  await service.database.transaction(async (tx) => {
    const before = await findChannelOf(tx, organizationId, userId);
    await deleteChannelOf(tx, organizationId, userId);
    const row = {
      channel_id: channelId,
      user_id: userId,
      kind: channel.kind,
      url: await service.vault.seal(tx, organizationId, channelUrls.contextOf(channelId), channel.url),
      shown_url: maskedUrl(channel.url),
      kind_groups: userId === null ? channel.groups : [],
      created_at: service.clock.now(),
    };
    await insertChannel(tx, organizationId, row);
    await auditChange(service, tx, { caller, owner, action: "setChatChannel", before, after: row });
  });
}

/** Repeating it changes nothing. */
export async function removeChannel(service: Service, caller: Caller, owner: ChannelOwner): Promise<void> {
  await service.database.transaction(async (tx) => {
    const before = await findChannelOf(tx, owner.organizationId, owner.userId);
    if ((await deleteChannelOf(tx, owner.organizationId, owner.userId)) === 0) return;
    await auditChange(service, tx, { caller, owner, action: "removeChatChannel", before, after: undefined });
  });
}

type Shown = Pick<ChatChannelRow, "kind" | "shown_url" | "kind_groups">;

interface Change {
  readonly caller: Caller;
  readonly owner: ChannelOwner;
  readonly action: "setChatChannel" | "removeChatChannel";
  readonly before: Shown | undefined;
  readonly after: Shown | undefined;
}

const auditChange = (
  service: Service,
  tx: Parameters<typeof recordAudit>[1],
  { caller, owner: { organizationId, userId }, action, before, after }: Change,
) =>
  recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: `${userId === null ? "organization" : "user"}.${action}`,
        resourceType: userId === null ? "organization" : "user",
        resourceId: userId ?? organizationId,
        before: audited(before),
        after: audited(after),
      },
    ],
  });

const audited = (channel: Shown | undefined) =>
  channel === undefined
    ? {}
    : { chatChannel: `${channel.kind} ${channel.shown_url}`, groups: channel.kind_groups.join(", ") };

const SHOWN = 4;

/** `https://hooks.slack.com/…a1b2`: which one it is, to those who know it. A short path would be shown nearly whole. */
function maskedUrl(text: string): string {
  const { origin, href } = new URL(text);
  const secret = href.slice(origin.length + 1);
  return `${origin}/…${secret.length >= 4 * SHOWN ? secret.slice(-SHOWN) : ""}`;
}
