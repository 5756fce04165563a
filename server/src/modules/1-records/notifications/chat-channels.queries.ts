import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { KindGroup } from "./kinds.ts";
import { chatChannels } from "./tables.ts";

export type ChannelId = Id<"channel">;

export const chatKinds = ["slack", "teams"] as const;
export type ChatKind = (typeof chatKinds)[number];

export interface ChatChannelRow {
  readonly channel_id: ChannelId;
  /** Null: the organization's. */
  readonly user_id: UserId | null;
  readonly kind: ChatKind;
  readonly url: Buffer;
  readonly shown_url: string;
  readonly kind_groups: readonly KindGroup[];
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly problem: string | null;
}

const columns = sql`c.channel_id, c.user_id, c.kind, c.url, c.shown_url, c.kind_groups, c.created_at, c.delivered_at,
         c.failing_since, c.problem`;

/** Where notifications of an organization go besides emails. Rows that are not proven are left out, and reported. */
export const listChannels = (db: Queryable, organizationId: OrganizationId) =>
  db.many<Pick<ChatChannelRow, "channel_id" | "user_id" | "kind_groups">>(sql`
  select c.channel_id, c.user_id, c.kind_groups, ${chatChannels.proofOrSkip("c")}
    from chat_channels c where c.organization_id = ${organizationId}`);

/** The channel of a user, or of the organization. */
export const findChannelOf = (db: Queryable, organizationId: OrganizationId, userId: UserId | null) =>
  db.maybe<ChatChannelRow>(sql`
  select ${columns}, ${chatChannels.proofOrSkip("c")} from chat_channels c
   where c.organization_id = ${organizationId} and c.user_id is not distinct from ${userId}::uuid`);

export const findChannel = (db: Queryable, organizationId: OrganizationId, channelId: string) =>
  db.maybe<ChatChannelRow>(sql`
  select ${columns}, ${chatChannels.proofOrSkip("c")} from chat_channels c
   where c.organization_id = ${organizationId} and c.channel_id = ${channelId}::uuid`);

export const insertChannel = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Omit<ChatChannelRow, "delivered_at" | "failing_since" | "problem">,
) =>
  tx.run(sql`
  insert into chat_channels (organization_id, channel_id, user_id, kind, url, shown_url, kind_groups, created_at)
  values (${organizationId}, ${row.channel_id}, ${row.user_id}, ${row.kind}, ${row.url}, ${row.shown_url},
          ${[...row.kind_groups]}, ${row.created_at})
  returning ${chatChannels.inserted()}`);

export const deleteChannelOf = (tx: Tx, organizationId: OrganizationId, userId: UserId | null) =>
  tx.run(sql`
  delete from chat_channels
   where organization_id = ${organizationId} and user_id is not distinct from ${userId}::uuid
  returning ${chatChannels.removed()}`);

export const markDelivered = (db: Queryable, organizationId: OrganizationId, channelId: string, at: Date) =>
  db.run(sql`
  update chat_channels set delivered_at = ${at}, failing_since = null, problem = null
   where organization_id = ${organizationId} and channel_id = ${channelId}::uuid`);

export const markFailing = (
  db: Queryable,
  organizationId: OrganizationId,
  { channelId, at, problem }: { readonly channelId: string; readonly at: Date; readonly problem: string },
) =>
  db.run(sql`
  update chat_channels set failing_since = coalesce(failing_since, ${at}), problem = ${problem}
   where organization_id = ${organizationId} and channel_id = ${channelId}::uuid`);
