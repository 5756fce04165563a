import type { FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, Timestamp } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { type ChatChannelRow, chatKinds, findChannelOf, organizationGroups } from "#records/notifications";
import { personOf } from "#records/people";
import { type Sender, webhookUrlLengthMax } from "#reports/webhooks";
import { type ChannelOwner, removeChannel, setChannel } from "./change-channel.ts";
import { deliver } from "./chat-transport.ts";

const Kind = OneOf(chatKinds, "`slack`: an incoming webhook; `teams`: a workflow's webhook.");
const Groups = Type.Array(OneOf(organizationGroups, "Notifications that are chosen together.", "ChannelGroup"), {
  description:
    "What the organization's channel receives; empty for a user's, which receives what is emailed immediately.",
  uniqueItems: true,
  maxItems: organizationGroups.length,
});

const ChannelSchema = object(
  {
    kind: Kind,
    url: Type.String({ description: "The host and the last characters. The URL itself is a secret and never shown." }),
    groups: Groups,
    createdAt: Timestamp("When it was set."),
    deliveredAt: Nullable(Timestamp("The last delivery; `null`: none so far.")),
    failingSince: Nullable(Timestamp("Since when deliveries fail; `null`: they do not.")),
    problem: Nullable(Type.String({ description: "Why the last delivery failed; `null`: it did not." })),
  },
  { title: "ChatChannel", description: "A channel in Slack or Teams; `null`: there is none." },
);
const SettingSchema = object({ channel: Nullable(ChannelSchema) }, { title: "ChatChannelSetting" });
const Url = Type.String({
  description: "Of the incoming webhook, https. Anyone who knows it can write to the channel.",
  minLength: 1,
  maxLength: webhookUrlLengthMax,
});
const TestSchema = object(
  {
    delivered: Type.Boolean({ description: "Whether the channel has accepted a message." }),
    problem: Nullable(Type.String({ description: "Why not; `null`: it was delivered." })),
  },
  { title: "ChatChannelTest" },
);

const EXAMPLE = { kind: "slack", url: "https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX" };

/** Where notifications go besides email and the dashboard. Nothing can be decided there. */
export function channelRoutes(app: Api, service: Service, sender: Sender): void {
  routesOf(app, service, {
    sender,
    path: "/session/chat-channel",
    ownerOf: (request) => personOf(callerOf(request)),
    name: "SessionChatChannel",
    whose: "the signed-in user",
    receives: "It receives the notifications that are emailed to the user immediately.",
    tags: ["Session"],
    body: { ...object({ kind: Kind, url: Url }, { title: "SetSessionChatChannelRequest" }), examples: [EXAMPLE] },
    config: {},
  });
  routesOf(app, service, {
    sender,
    path: "/organization/chat-channel",
    ownerOf: (request) => ({ organizationId: callerOf(request).organizationId, userId: null }),
    name: "OrganizationChatChannel",
    whose: "the organization",
    receives: "It receives each notification of its groups once; everyone in the channel sees it.",
    tags: ["Organization"],
    body: {
      ...object({ kind: Kind, url: Url, groups: Groups }, { title: "SetOrganizationChatChannelRequest" }),
      examples: [{ ...EXAMPLE, groups: ["approvals", "bank"] }],
    },
    config: { permission: "manageOrganization" },
  });
}

interface Routes {
  readonly sender: Sender;
  readonly path: string;
  readonly ownerOf: (request: FastifyRequest) => ChannelOwner;
  readonly name: string;
  readonly whose: string;
  readonly receives: string;
  readonly tags: string[];
  readonly body: TSchema;
  readonly config: { readonly permission?: "manageOrganization" };
}

function routesOf(app: Api, service: Service, routes: Routes): void {
  const { sender, path, ownerOf, name, whose, receives, tags, body, config } = routes;
  const find = ({ organizationId, userId }: ChannelOwner) => findChannelOf(service.database, organizationId, userId);
  const current = async (owner: ChannelOwner) => {
    const row = await find(owner);
    return { channel: row === undefined ? null : rendered(row) };
  };
  app.get(
    path,
    {
      config: { scope: "person", ...config },
      schema: {
        operationId: `get${name}`,
        summary: `Get the chat channel of ${whose}`,
        description: `Where notifications go in Slack or Teams. ${receives} Approving takes a session: a message has a link, and a reply decides nothing.`,
        tags,
        response: { 200: SettingSchema },
      },
    },
    (request) => current(ownerOf(request)),
  );
  app.post(
    path,
    {
      config: { scope: "person", ...config, stepUp: true, refusals: ["channelUrlNotAccepted"] },
      schema: {
        operationId: `set${name}`,
        summary: `Set the chat channel of ${whose}`,
        description: `Replaces the former one; what still waits for that is not sent. ${receives} Requires recent reauthentication. Audited, without the URL.`,
        tags,
        body,
        response: { 200: SettingSchema },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      // Checked by the route's schema.
      const channel = request.body as Parameters<typeof setChannel>[2]["channel"];
      await setChannel(service, callerOf(request), { owner, channel });
      return current(owner);
    },
  );
  app.delete(
    path,
    {
      config: { scope: "person", ...config, stepUp: true },
      schema: {
        operationId: `remove${name}`,
        summary: `Remove the chat channel of ${whose}`,
        description: "What still waits for it is not sent. Repeating it changes nothing.",
        tags,
        response: { 204: Type.Null({ description: "There is none." }) },
      },
    },
    async (request, reply) => {
      await removeChannel(service, callerOf(request), ownerOf(request));
      return reply.code(204).send(null);
    },
  );
  app.post(
    `${path}/test`,
    {
      config: { scope: "person", ...config, refusals: ["resourceNotFound"] },
      schema: {
        operationId: `test${name}`,
        summary: `Send a test message to the chat channel of ${whose}`,
        description: "Waits for the answer, for five seconds at most.",
        tags,
        response: { 200: TestSchema },
      },
    },
    async (request) => {
      const owner = ownerOf(request);
      const channel = await find(owner);
      if (channel === undefined) throw notFound("chat channel");
      const outcome = await deliver(service, sender, {
        organizationId: owner.organizationId,
        channel,
        letter: {
          subject: "Bursar can write to this channel",
          paragraphs: ["This is a test. Notifications have facts and a link; decisions are made in the dashboard."],
          link: { label: "Open Bursar", url: `${service.config.publicUrl}/dashboard/` },
          footer: "",
        },
      });
      return { delivered: outcome.kind === "sent", problem: outcome.kind === "sent" ? null : outcome.problem };
    },
  );
}

const rendered = (row: ChatChannelRow) => ({
  kind: row.kind,
  url: row.shown_url,
  // Checked by the route that stored them.
  groups: organizationGroups.filter((group) => row.kind_groups.includes(group)),
  createdAt: row.created_at.toISOString(),
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  problem: row.problem,
});
