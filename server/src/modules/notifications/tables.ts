import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["notifications", "notification_preferences", "notification_digests"],
};
