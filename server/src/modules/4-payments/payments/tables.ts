import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What a bank answered. An answer that gives money back may wait here for an earlier one. */
export const railAnswers = provenTable("rail_answers", {
  key: ["answer_id"],
  columns: ["transaction_id", "outcome", "code", "tracking_number", "check_number", "answered_at"],
  only: "outcome <> 'confirmed'",
});

/** Who pays the banks' fees of a wire. */
export const wireTerms = provenTable("wire_terms", { key: ["transaction_id"], columns: ["charge_bearer"] });

/** Only this module writes these tables; the function is an exception with its reason (ADR 0036). */
export const ownedTables: OwnedTables = {
  tables: [
    "transactions",
    "account_days",
    "category_months",
    "transaction_exceptions",
    "transaction_returns",
    "rail_queue",
    "rail_submissions",
    "rail_answers",
    "wire_terms",
    "failure_handlings",
    "memo_words",
    "memo_backfills",
  ],
  exportedViews: [
    "outgoing_payments",
    "money_out",
    "transaction_creations",
    "transaction_ledger_facts",
    "statement_facts",
  ],
  functions: {
    create_payments: {
      writes: ["audit_log", "events", "ledger_balances", "ledger_entries", "outbox", "token_spend"],
      reads: ["recipients"],
      reason: "The hot path decides and writes a batch of payments in one call (ADR 0004).",
    },
  },
};
