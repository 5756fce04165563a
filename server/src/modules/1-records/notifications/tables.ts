import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What the bell and the daily summary say, which is emailed. Whether it was read decides only whether they still do. */
export const storedNotifications = provenTable("notifications", {
  key: ["user_id", "notification_id"],
  columns: ["kind", "subject_type", "subject_id", "source_id", "actor_id", "facts", "created_at"],
});

export const ownedTables: OwnedTables = {
  tables: ["notifications", "notification_preferences", "notification_digests"],
};
