import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** Who pays the banks' fees of a wire. */
export const wireTerms = provenTable("wire_terms", { key: ["transaction_id"], columns: ["charge_bearer"] });

/** What ACH files say about a payment of its own. */
export const achTerms = provenTable("ach_terms", { key: ["transaction_id"], columns: ["fields"] });

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
    // Written by 0.1.0 only, which serves during the upgrade; answers are in file_answers.
    "rail_answers",
    "wire_terms",
    "ach_terms",
    "screened_payments",
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
