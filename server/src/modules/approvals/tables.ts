import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["approval_requests", "approval_reviews", "approval_rules", "approver_limits"],
};
