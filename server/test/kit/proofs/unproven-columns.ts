// What no proof covers, and why that is harmless (law 45). A writer to the database can always stop the service,
// delay its work, and falsify what nothing is decided by: lists, sums, and descriptions.

const sums =
  "Sums for lists and charts, which laws 33, 34, and 37 compare with transactions; nothing is decided by them.";
const described = "Describes the row, or when something was done to it; nothing is decided by it.";
const sealed = "Encrypted for its place: another value does not open, and key rotation changes it.";
const schedule = "When work is tried again, and how often it was; what is done then depends on proven rows.";
const reminder = "When people are reminded or warned.";
const audited = "Covered by the codes and seals of the audit log (laws 21 and 25).";
const books = "The check of the books compares it with the ledger's entries and stops the account (law 8).";
const own = "A user's own view; it shows nothing that the user may not see.";
const listing = "Finds or labels things in lists; each thing is read with its own checks.";
const sandbox = "Sandbox mode only: the simulated bank.";
const repeats = "At worst, something is repeated that its receiver recognizes by its ID, or not done.";

/** By table and column; `deleted rows` for deletions. */
export const unprovenColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ach_files: { answered_at: described },
  ach_prenotes: { "deleted rows": "The account is tested again before it is paid." },
  api_tokens: { last_used_at: described },
  approval_batch_decisions: { ended_at: described },
  approval_batch_items: { code: described, message: described },
  approval_batches: { submitted_at: described },
  approval_requests: { problem: described, decided_at: described, asked_by: described, asked_at: described },
  approval_rules: { updated_at: described },
  attachments: {
    content_key: "Where the content is; its digest is proven.",
    status: "Whether the content is there yet; its digest is proven.",
    stored_at: described,
    removed_at: "Hides a document; its content is deleted only by the service.",
  },
  bank_connection_accounts: { "deleted rows": "The account's payments wait." },
  bank_connections: { secrets: sealed, tested_at: described, created_at: described, updated_at: described },
  bank_files: {
    reason: described,
    created_at: described,
    closes_at: described,
    transaction_count: described,
    content_key: "Where the content is; its digest is proven.",
    claimed_by: schedule,
    attempts: schedule,
    retry_at: schedule,
    sent_at: described,
    answer_within_ms: reminder,
    answer_due_at: reminder,
    answered_at: reminder,
    remote_bytes: described,
    remote_modified_at: described,
    processed_at: described,
    alerted_at: reminder,
  },
  bank_movements: {
    by_hand: "Whether only a person has uploaded it; what the bank itself reports becomes a transaction once.",
    alerted_at: reminder,
  },
  bank_statement_pages: { joined_at: described, alerted_at: reminder },
  check_exceptions: { reported_at: described, decide_by: reminder, decided_at: described },
  check_runs: { issued_at: described, printed_at: described, ended_at: described },
  check_voids: { requested_at: described, decided_at: described, reason: described },
  file_answers: {
    source_file_id: described,
    is_late: described,
    due_at: schedule,
    collected_at: schedule,
    disposition: "At worst, an answer is not applied, or looked at again: the ledger posts and returns a payment once.",
    "deleted rows": "An answer is not applied; the books then differ from the bank's statement, which is reported.",
  },
  invoice_customers: { updated_at: described },
  invoice_debits: { ask_at: schedule },
  invoice_letters: { sent_at: described },
  invoice_lines: { "deleted rows": "The amount due is proven with the invoice." },
  invoices: { internal_note: described, updated_at: described },
  known_devices: { last_seen_at: described, "deleted rows": "The user gets another email about a sign-in." },
  mails: {
    attempts: schedule,
    first_attempt_at: schedule,
    retry_at: schedule,
    problem: described,
    sent_at: described,
    given_up_at: described,
    "deleted rows": "An email is not sent, as if the mail server were down.",
  },
  notifications: {
    read_at: listing,
    done_at: listing,
    in_digest: repeats,
    "deleted rows": "The user does not see a notice; what it is about is found without it.",
  },
  passkeys: { name: described, last_used_at: described },
  recipients: { date_last_paid: described, updated_at: described },
  recurring_occurrences: { problem: described, changed_at: described },
  recurring_payments: { ended_at: described },
  sessions: {
    address: described,
    user_agent: described,
    last_seen_at: "Extends a session whose secret the writer has, until it expires (12 hours).",
  },
  statements: { created_at: described },
  totp_secrets: { created_at: described },
  transfer_files: { answered_at: described },
  transfers: {
    tracking_number: described,
    decided_at: described,
    ask_at: "When the bank is asked about a payment; asking changes nothing but the state, which is proven.",
    queries: schedule,
  },
  treasury_settings: { updated_at: described },
  webhook_endpoints: { failing_since: schedule, consecutive_failures: schedule, retry_at: schedule },
};

/** Tables none of whose columns are proven. */
export const unprovenTables: Readonly<Record<string, string>> = {
  account_days: sums,
  ach_changes:
    "What a bank corrected, as shown. Whom it concerns is compared with the entry in the file as it was sent, and the correction is a proven change of the recipient.",
  audit_heads: audited,
  audit_log: audited,
  audit_seals: audited,
  audit_stream_ends: audited,
  audit_streams: audited,
  bank_channels: "Leases and times of looking at a bank; a file is claimed by a proven change.",
  bank_file_contents:
    "Contents that no file refers to yet; deleting one that is used makes its file withheld, with an alert.",
  bank_file_payments:
    "Which payments a file contains. Rows can only be added, and `released` only says that a file did not pay: a payment is in one file that pays it, ever, and fails only by the answer to that file.",
  bank_matched_days: sums,
  bank_matched_entries:
    "Which ledger entries a proven match has: one for each of hundreds of thousands of payments. The balances on both sides are proven or checked; if what is matched does not add up to their difference, the account is reported and its statement is not shown.",
  bank_movement_references:
    "By which a movement finds payments. Rows can only be added; a match has the same sum on both sides, takes each entry once, and is proven and audited. Amounts and days of movements are proven.",
  bank_notices: "Reminders for people.",
  bank_order_contents: sealed,
  bank_orders:
    "Which file a payment goes into. Its instruction is sealed with its account; its connection must serve that account by proven rows; a payment is in no second file, and fails only if it is in none, or by the answer to its own.",
  categories: listing,
  category_months: sums,
  category_rule_runs: schedule,
  category_rules: "Which category a transaction is shown in.",
  comment_threads: "How many comments a page has.",
  comments: "What users said; nothing is decided by it, and the audit log has that it was said.",
  counterparty_names: listing,
  events: "An event's ID vouches for what it says, and rows can only be added.",
  failure_handlings: "Which failed payments are shown on Home.",
  idempotent_replies: sealed,
  incoming_payments: "What a deposit was matched with; what an invoice was paid is proven.",
  invoice_days: sums,
  invoice_matches: "What a deposit was matched with; what an invoice was paid is proven.",
  invoice_settings: "Whether and when reminders are sent; numbers of invoices are unique, whatever the next one is.",
  ledger_accounts: books,
  ledger_balances: books,
  ledger_days: sums,
  ledger_entries: books,
  master_key_backups: "When a copy of the master key was shown last.",
  memo_backfills: listing,
  memo_words: listing,
  notification_digests: "A summary is repeated or left out; its words are proven.",
  notification_preferences: "Which emails a user wants; security notices are always sent.",
  organization_keys: sealed,
  outbox: repeats,
  outbox_consumers: "A lock.",
  rail_answers: "What processes of 0.1.0 wrote; nothing reads it.",
  rail_queue: "A payment that is handed over is proven first, and held by the ledger.",
  rail_submissions: "A payment that is handed over is proven first, and held by the ledger.",
  rate_counts: "Limits of requests; nothing is allowed by them.",
  recipient_routings: sealed,
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
  token_spend:
    "Processes remember what they sent for a token, and a job compares the totals with the payments and reports lower ones.",
  transaction_exceptions: listing,
  transaction_returns: "Which deposit a return belongs to; the return is a transaction of its own.",
  transactions:
    "What never changes is covered by the audit row of the payment, which is checked before hand-over; statuses are compared with the ledger (law 8), and what the ledger does not hold is not handed over.",
  treasury_days: sums,
  treasury_documents: sealed,
  treasury_months: sums,
  treasury_yields: sums,
  unproven_rows: "Names rows for people; whether one is proven is computed.",
  used_passkey_challenges: "A challenge that is listed cannot be used.",
  webhook_attempts: "The log of deliveries.",
  webhook_deliveries: repeats,
};
