import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";

/** Numbers that are given out once. */
export const fileSequences = provenTable("file_sequences", {
  key: ["connection_id"],
  columns: ["next_sequence", "next_file"],
});
export const checkSequences = provenTable("check_sequences", { key: ["account_id"], columns: ["next_number"] });

/**
 * What a bank answered. Only answers that give money back are proven: a file's confirmations are
 * written by one statement for hundreds of thousands of payments, and a false one neither moves money nor sends it.
 */
export const fileAnswers = provenTable("file_answers", {
  key: ["answer_id"],
  columns: ["transaction_id", "outcome", "code", "tracking_number", "check_number", "answered_at"],
  only: "outcome <> 'confirmed'",
});

/** What the bank is asked to do about checks. */
export const checkVoids = provenTable("check_voids", {
  key: ["void_id"],
  columns: [
    "account_id",
    "check_number",
    "transaction_id",
    "connection_id",
    "state",
    "kind",
    "code",
    "file_id",
    "file_name",
  ],
});

/** What two people approve. */
export const checkExceptions = provenTable("check_exceptions", {
  key: ["exception_id"],
  columns: [
    "connection_id",
    "account_id",
    "check_number",
    "transaction_id",
    "state",
    "kind",
    "amount_minor",
    "presented_on",
    "source_file_id",
    "decision",
  ],
});

/** Bank details that a prenote has shown to exist: payments to others wait. */
export const achPrenotes = provenTable("ach_prenotes", {
  key: ["connection_id", "routing_id"],
  columns: [
    "recipient_id",
    "account_id",
    "transaction_id",
    "state",
    "code",
    "file_id",
    "position",
    "reference",
    "receiving_bank",
    "live_on",
  ],
});

export const ownedTables: OwnedTables = {
  tables: [
    "bank_orders",
    "bank_order_contents",
    "file_sequences",
    "ach_files",
    "file_answers",
    "ach_changes",
    "bank_notices",
    "ach_prenotes",
    "transfer_files",
    "transfers",
    "check_sequences",
    "check_runs",
    "checks",
    "check_voids",
    "check_exceptions",
  ],
};
