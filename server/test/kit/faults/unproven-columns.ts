// What no proof covers, and why that is harmless (law 45). Whoever can write to the database can always stop the service,
// delay its work, and falsify what nothing is decided by: lists, sums, and descriptions. `OPEN` marks what is neither
// proven nor harmless yet; SECURITY.md names it.

const sums =
  "Sums for lists and charts, which laws 33, 34, and 37 compare with transactions; nothing is decided by them.";
const described = "Describes the row, or when something was done to it; nothing is decided by it.";
const sealed = "Encrypted for its place: another value does not open, and key rotation changes it.";
const schedule = "When work is tried again, and how often it was; what is done then depends on proven rows.";
const audited = "Covered by the codes and seals of the audit log (laws 21 and 25).";
const books = "The check of the books compares it with the ledger's entries and stops the account (law 8).";
const own = "A user's own view; it shows nothing that the user may not see.";
const listing = "Finds or labels things in lists; each thing is read with its own checks.";
const sandbox = "Sandbox mode only: the simulated bank.";
const repeats = "At worst, something is repeated that its receiver recognizes by its ID, or not done.";
const filing =
  "Numbers and states of a file before it is written: what is in it is sealed for each payment, what is sent is proven, and a payment is in no second file.";
const OPEN = "Open: falsifies records of checks, statements, or treasury accounts without an alarm of its own.";

/** By table and column; `deleted rows` for deletions. */
export const unprovenColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** Tables none of whose columns are proven. */
export const unprovenTables: Readonly<Record<string, string>> = {
  account_days: sums,
  ach_changes: "What a bank corrected, as shown; the correction itself is a proven change of the recipient.",
  ach_files: filing,
  audit_heads: audited,
  audit_log: audited,
  audit_seals: audited,
  audit_stream_ends: audited,
  audit_streams: audited,
  bank_channels: "Leases and times of looking at a bank; a file is claimed by a proven change.",
  bank_file_contents:
    "Contents that no file refers to yet; deleting one that is used makes its file withheld, with an alert.",
  bank_file_payments:
    "Which payments a file contains. Rows can only be added, and `released` only says that a file did not pay: a payment is in one file that pays it, ever.",
  bank_matched_days: sums,
  bank_matched_entries: OPEN,
  bank_matches: OPEN,
  bank_movement_references: OPEN,
  bank_notices: "Reminders for people.",
  bank_order_contents: sealed,
  bank_orders: filing,
  bank_statement_pages: OPEN,
  bank_statements: OPEN,
  categories: listing,
  category_months: sums,
  category_rule_runs: schedule,
  category_rules: "Which category a transaction is shown in.",
  check_runs: filing,
  checks: OPEN,
  comment_threads: "How many comments a page has.",
  comments: "What users said; nothing is decided by it, and the audit log has that it was said.",
  counterparty_names: listing,
  events:
    "Open: a false event is delivered to webhooks with a valid signature; the audit log does not have its transaction's change.",
  failure_handlings: "Which failed payments are shown on Home.",
  idempotent_replies: sealed,
  invoice_days: sums,
  invoice_settings: "Whether and when reminders are sent; numbers of invoices are unique, whatever the next one is.",
  ledger_accounts: books,
  ledger_balances: books,
  ledger_days: sums,
  ledger_entries: books,
  master_key_backups: "When a copy of the master key was shown last.",
  memo_backfills: listing,
  memo_words: listing,
  notification_preferences: "Which emails a user wants; security notices are always sent.",
  organization_keys: sealed,
  outbox: repeats,
  outbox_consumers: "A lock.",
  rail_queue: "A payment that is handed over is proven first, and held by the ledger.",
  rail_submissions: "A payment that is handed over is proven first, and held by the ledger.",
  rate_counts: "Limits of requests; nothing is allowed by them.",
  reconciled_accounts: "A lock.",
  row_proofs: "What vouches for rows: rows can only be added, and nobody without the key can make one.",
  sandbox_bank_accounts: sandbox,
  sandbox_bank_connections: sandbox,
  sandbox_bank_records: sandbox,
  sandbox_banks: sandbox,
  saved_views: own,
  search_words: listing,
  service_clock: "Sandbox mode only; production uses the machine's clock.",
  service_keys: sealed,
  service_mode: "Written once; a service of another mode refuses to start.",
  sign_in_throttles: "Slows guesses down; what is guessed is proven.",
  statements: OPEN,
  transaction_exceptions: listing,
  transaction_returns: "Which deposit a return belongs to; the return is a transaction of its own.",
  transactions:
    "What never changes is covered by the audit row of the payment, which is checked before hand-over; statuses are compared with the ledger (law 8), and what the ledger does not hold is not handed over.",
  transfer_files: filing,
  transfers: filing,
  treasury_days: sums,
  treasury_documents: sealed,
  treasury_holdings: books,
  treasury_months: sums,
  treasury_transactions: OPEN,
  treasury_yields: sums,
  unproven_rows: "Names rows for people; whether one is proven is computed.",
  webhook_attempts: "The log of deliveries.",
};
