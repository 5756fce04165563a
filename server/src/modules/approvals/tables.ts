import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: [
    "approval_requests",
    "approval_reviews",
    "approval_rules",
    "approver_limits",
    "approval_batches",
    "approval_batch_decisions",
    "approval_batch_items",
  ],
};
