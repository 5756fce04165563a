import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

/** Only this module writes these tables; the function and the views are exceptions with their reasons (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: ["transactions", "account_days", "transaction_exceptions", "rail_queue", "rail_submissions", "rail_answers"],
  exportedViews: ["outgoing_payments", "money_out", "transaction_ledger_facts"],
  providedViews: {
    transaction_creations: {
      to: ["audit", "event-feed"],
      reason: "A payment's audit row does not repeat what its transaction says and never changes (ADR 0004).",
    },
  },
  functions: {
    create_payments: {
      writes: ["audit_log", "events", "ledger_balances", "ledger_entries", "outbox", "token_spend"],
      reads: ["recipients"],
      reason: "The hot path decides and writes a batch of payments in one call (ADR 0004).",
    },
  },
};
