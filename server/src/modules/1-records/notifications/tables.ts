import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What the bell and the daily summary say, which is emailed. Whether it was read decides only whether they still do. */
export const storedNotifications = provenTable("notifications", {
  key: ["user_id", "notification_id"],
  columns: ["kind", "subject_type", "subject_id", "source_id", "actor_id", "facts", "created_at"],
});

/** Where messages with names and amounts go. How deliveries went decides nothing. */
export const chatChannels = provenTable("chat_channels", {
  key: ["channel_id"],
  columns: ["user_id", "kind", "url", "shown_url", "kind_groups", "created_at"],
});

export const channelUrls = sealedColumn("chat_channels.url", {
  key: ["channel_id"],
  contextOf: (channelId: string) => `chat-channel/${channelId}`,
});

export const ownedTables: OwnedTables = {
  tables: ["notifications", "notification_preferences", "notification_digests", "chat_channels"],
};
