import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What is requested, in whose name, on which days, and how far it is. */
export const series = provenTable("recurring_payments", {
  key: ["recurring_payment_id"],
  columns: [
    "state",
    "version",
    "account_id",
    "recipient_id",
    "amount_minor::bigint",
    "method::text",
    "external_memo",
    "note",
    "purpose",
    "charge_type",
    "requester_user_id",
    "frequency",
    "start_on",
    "day_of_month",
    "roll",
    "end_on",
    "end_after",
    "occurrences_done",
    "last_day",
    "next_day",
    "request_at",
  ],
});

/** What happened to a day: each is requested once. */
export const occurrences = provenTable("recurring_occurrences", {
  key: ["occurrence_id"],
  columns: ["recurring_payment_id", "day", "pay_on", "state", "request_id"],
});

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = { tables: ["recurring_payments", "recurring_occurrences"] };
