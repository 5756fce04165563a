import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id, TransactionId } from "#kernel/values/ids.ts";

/** Verified instructions, until their payments are in files. */
export const orderContents = sealedColumn("bank_order_contents.content", {
  key: ["transaction_id"],
  contextOf: (transactionId: TransactionId) => `bank-order/${transactionId}`,
});
/** What a bank corrects may be an account number. */
export const changeContents = sealedColumn("ach_changes.corrected_data", {
  key: ["change_id"],
  contextOf: (changeId: Id<"achChange">) => `ach-change/${changeId}`,
});

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

/**
 * Messages with wires and real-time payments, and the payments in them: by their identifications and places, the bank's
 * answers find what they are about.
 */
export const transferFiles = provenTable("transfer_files", {
  key: ["file_id"],
  columns: [
    "connection_id",
    "rail",
    "state",
    "format",
    "name",
    "message_id",
    "created_at",
    "execution_on",
    "asks_about",
    "written_at",
  ],
});
export const transfers = provenTable("transfers", {
  key: ["transaction_id"],
  columns: ["state", "file_id", "connection_id", "end_to_end_id", "uetr", "amount_minor"],
});

/** What the bank is asked to undo, and which entry or payment that is. */
export const paymentUndos = provenTable("payment_undos", {
  key: ["undo_id"],
  columns: [
    "transaction_id",
    "kind",
    "rail",
    "state",
    "reason",
    "amount_minor",
    "account_id",
    "connection_id",
    "original_file_id",
    "original_reference",
    "send_by",
    "requester_user_id",
    "requester_token_id",
    "file_id",
    "reference",
    "counts_at",
  ],
});

/** The numbers of each ACH file: by them, the bank's answers find it, and when its payments settle. */
export const achFiles = provenTable("ach_files", {
  key: ["file_id"],
  columns: [
    "connection_id",
    "state",
    "window_at",
    "name",
    "immediate_origin",
    "immediate_destination",
    "creation_date",
    "creation_time",
    "modifier",
    "odfi_identification",
    "first_sequence",
    "entries",
    "total_minor",
    "is_same_day",
    "same_day_max_minor",
    "effective_on",
    "settles_at",
    "later_on",
    "later_settles_at",
    "written_at",
  ],
  optional: ["reverses"],
});

/** The checks that are issued and printed together, once. */
export const checkRuns = provenTable("check_runs", {
  key: ["run_id"],
  columns: [
    "connection_id",
    "account_id",
    "state",
    "window_at",
    "printed_by",
    "is_rehearsal",
    "first_number",
    "checks",
    "issued_on",
    "issue_name",
    "print_file_id",
    "print_name",
    "numbered_at",
  ],
});

/** Every check number that was assigned: what the bank presents is compared with it. */
export const checks = provenTable("checks", {
  key: ["account_id", "check_number"],
  columns: [
    "transaction_id",
    "run_id",
    "connection_id",
    "state",
    "amount_minor",
    "issued_on",
    "payee",
    "mailed_at",
    "paid_on",
    "paid_minor",
    "ended_at",
    "code",
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
    "payment_undos",
  ],
};
