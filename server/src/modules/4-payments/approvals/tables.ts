import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What is requested, on which terms, and how far it is. */
export const requests = provenTable("approval_requests", {
  key: ["request_id"],
  columns: [
    "kind",
    "account_id",
    "recipient_id",
    "destination_account_id",
    "amount_minor::bigint",
    "method::text",
    "external_memo",
    "note",
    "purpose",
    "charge_type",
    "send_on",
    "due_at",
    "requester_token_id",
    "requester_user_id",
    "created_at",
    "status",
    "version",
    "rule_id",
    "terms",
    "approvers_required",
    "requester_may_approve",
    "transaction_id",
    "question_id",
    "batch_id",
  ],
  optional: ["ach_fields", "via"],
});

/** Who has decided what about which terms. */
export const reviews = provenTable("approval_reviews", {
  key: ["review_id"],
  columns: ["request_id", "reviewer_user_id", "decision", "terms", "request_version", "reviewed_at", "voided_at"],
});

/** Who must approve what. */
export const rules = provenTable("approval_rules", {
  key: ["rule_id"],
  columns: ["position", "version", "name", "conditions", "steps", "allow_self_approval", "binds_direct_send", "active"],
});

/** How much a user may approve. */
export const limits = provenTable("approver_limits", {
  key: ["user_id", "account_id"],
  nullable: ["account_id"],
  columns: ["limit_minor::bigint", "limit_per_day_minor::bigint"],
});

/** What is decided together. */
export const batches = provenTable("approval_batches", {
  key: ["batch_id"],
  columns: ["state", "announced_count", "announced_minor::bigint", "removed_count", "created_by"],
});

/** A user's decision about a batch, which jobs carry out in the user's name. */
export const batchDecisions = provenTable("approval_batch_decisions", {
  key: ["decision_id"],
  columns: ["batch_id", "user_id", "verb", "reason", "content", "address", "state", "created_at"],
});

/** The requests that the user saw, each decided once. */
export const batchItems = provenTable("approval_batch_items", {
  key: ["decision_id", "request_id"],
  columns: ["version", "state"],
});

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
