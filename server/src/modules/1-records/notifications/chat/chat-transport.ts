import type { Service } from "#kernel/process/service.ts";
import type { ChatTransport, Letter, MailOutcome } from "#records/mail";
import { type ChatChannelRow, channelUrls, findChannel, markDelivered, markFailing } from "#records/notifications";
import type { Sender } from "#reports/webhooks";
import { messageBody } from "./chat-message.ts";

type Delivering = Pick<Service, "database" | "clock" | "vault">;

/** Delivers messages through the sender of webhooks, which reaches public addresses only and follows no redirect. */
export const createChatTransport = (service: Delivering, sender: Pick<Sender, "send">): ChatTransport => ({
  send: async ({ organizationId, channelId, letter }) => {
    const channel = await findChannel(service.database, organizationId, channelId);
    if (channel === undefined) return { kind: "refused", problem: "the channel was removed or replaced" };
    return deliver(service, sender, { organizationId, channel, letter });
  },
});

interface Delivery {
  readonly organizationId: Parameters<typeof findChannel>[1];
  readonly channel: ChatChannelRow;
  readonly letter: Letter;
}

/** Sends one message and records how it went, where the owner of the channel sees it. */
export async function deliver(
  service: Delivering,
  sender: Pick<Sender, "send">,
  { organizationId, channel, letter }: Delivery,
): Promise<MailOutcome> {
  const { channel_id: channelId, kind } = channel;
  const url = await service.vault.open(service.database, organizationId, channelUrls.contextOf(channelId), channel.url);
  const outcome = await sender.send({
    url,
    headers: { "content-type": "application/json" },
    body: messageBody(kind, letter),
  });
  const at = service.clock.now();
  if (outcome.kind === "delivered") {
    await markDelivered(service.database, organizationId, channelId, at);
    return { kind: "sent" };
  }
  const status = "statusCode" in outcome ? outcome.statusCode : undefined;
  const problem = status === undefined ? outcome.reason : `the answer was ${status}`;
  await markFailing(service.database, organizationId, { channelId, at, problem });
  // Slack and Teams answer so when the webhook, the channel, or the workflow is gone; a message is never at fault.
  const isGone = outcome.kind === "refused" || (status !== undefined && GONE.includes(status));
  return { kind: isGone ? "refused" : "later", problem };
}

const GONE: readonly number[] = [400, 401, 403, 404, 405, 410];
