-- What the role that serves may do, and nothing else (docs/adr/0021-database-roles.md). Applied by `bursar migrate` after
-- the migrations, for every role granted with --grant-to. This file is not frozen: a new table needs a line here, and
-- laws/database/30-database-role.test.ts fails until it has one. There is no delete, truncate, or DDL unless it is listed.

-- Append-only: never changed, never deleted.
grant select, insert on
  service_mode, ledger_accounts, ledger_entries, events, audit_log, audit_seals, counterparty_names, transaction_exceptions, webhook_attempts,
  treasury_days, statements, transaction_returns, bank_movement_references, wire_terms, comments, row_proofs, unproven_rows
to :"serving_role";

-- Written once, except for the named columns. The creation columns of a transaction never change; versions of bank
-- details change only when their encryption key rotates.
grant select, insert, update (
  status, version, posted_at, failed_at, reason_for_failure, tracking_number, check_number, note_edited, edited_note,
  category_id, category_by_hand, category_rule_id, mercury_category, fee_id, fee_for_id)
on transactions to :"serving_role";
grant select, insert, update (account_number) on recipient_routings to :"serving_role";
grant select, insert, update (attachment_id, owner_kind, owner_id, content_key, status, stored_at, removed_at)
on attachments to :"serving_role";
-- Deleted if a payment is withdrawn before its file is written.
grant select, insert, update (reference, released), delete on bank_file_payments to :"serving_role";
-- What is requested never changes; a request leaves and joins batches.
grant select, insert, update (
  status, version, rule_id, terms, approvers_required, requester_may_approve, problem, decided_at, transaction_id,
  question_id, asked_by, asked_at, batch_id)
on approval_requests to :"serving_role";
grant select, insert, update (voided_at) on approval_reviews to :"serving_role";
grant select, insert, update (
  position, version, name, conditions, steps, allow_self_approval, binds_direct_send, active, updated_at)
on approval_rules to :"serving_role";
grant select, insert, update (limit_minor, limit_per_day_minor) on approver_limits to :"serving_role";
grant select, insert, update (state, submitted_at, removed_count) on approval_batches to :"serving_role";
grant select, insert, update (state, ended_at) on approval_batch_decisions to :"serving_role";
grant select, insert, update (state, code, message) on approval_batch_items to :"serving_role";
grant select, insert, update (
  state, version, account_id, recipient_id, amount_minor, method, external_memo, note, purpose, charge_type,
  requester_user_id, frequency, start_on, day_of_month, roll, end_on, end_after, occurrences_done, last_day, next_day,
  request_at, ended_at)
on recurring_payments to :"serving_role";
grant select, insert, update (state, pay_on, request_id, problem, changed_at) on recurring_occurrences to :"serving_role";
grant select, insert, update (status, decided_by, decided_at) on control_changes to :"serving_role";
grant select, insert, update (status, decided_by, decided_at, before_routing_id, after_routing_id, in_force_id)
on recipient_changes to :"serving_role";
grant select, insert, update (status, undone_at, undone_by) on invoice_matches to :"serving_role";
grant select, insert, update (undone_at, undone_by) on failure_handlings to :"serving_role";
grant select, insert, update (earlier_ids) on memo_words to :"serving_role";
grant select, insert, update (comments) on comment_threads to :"serving_role";
grant select, insert, update (status_code, body) on idempotent_replies to :"serving_role";
grant select, insert, update (master_key_id, wrapped_key) on organization_keys, service_keys to :"serving_role";
grant select, insert, update (revoked_at, last_used_at, awaits_confirmation) on api_tokens to :"serving_role";
grant select, insert, update (disposition) on rail_answers to :"serving_role";
grant select, insert, update (content) on sandbox_bank_records to :"serving_role";
-- Never updated; the privilege on a column allows locking a row.
grant select, insert, update (topic) on outbox_consumers to :"serving_role";
grant select, insert, update (
  state, connection_id, window_at, entry_class, receiving_bank, file_id, position, reference)
on bank_orders to :"serving_role";
grant select, insert, update (corrected_data) on ach_changes to :"serving_role";
grant select, insert, update (state, code, live_on), delete on ach_prenotes to :"serving_role";
grant select, insert, update (done_at, reminded_at) on bank_notices to :"serving_role";
grant select, insert, update (custodian_reference) on treasury_transactions to :"serving_role";
grant select, insert, update (
  status, trades_on, settles_on, executed_at, ended_at, shares_e4, price_e4, rejection)
on treasury_orders to :"serving_role";
grant select, insert, update (content) on treasury_documents to :"serving_role";
grant select, insert, update (content, status, decided_at) on treasury_imports to :"serving_role";

-- Changed, never deleted.
grant select, insert, update on
  organizations, users, accounts, categories, category_months, category_rules, category_rule_runs, recipients, recipient_invites, invitations, webhook_endpoints,
  webhook_deliveries, ledger_balances, ledger_days, account_days, token_spend, rail_submissions, audit_streams, audit_stream_ends, audit_heads, service_clock, master_key_backups, invoice_settings, invoice_customers,
  invoices, invoice_days, incoming_payments, invoice_debits, invoice_letters,
  treasury_holdings, treasury_settings, treasury_months, treasury_yields, bank_connections, bank_channels, bank_files,
  file_sequences, ach_files, transfer_files, transfers, check_sequences, check_runs, checks, check_voids,
  check_exceptions, reconciled_accounts, bank_statements, bank_statement_pages, bank_movements,
  bank_matches, bank_matched_days, sandbox_banks, sandbox_bank_connections, sandbox_bank_accounts, notification_preferences
to :"serving_role";

-- Deleted when done, expired, or withdrawn.
grant select, insert, update, delete on
  outbox, rail_queue, rate_counts, search_words, sessions, sign_ins, sign_in_throttles, known_devices, totp_secrets, recovery_codes,
  passkeys, used_passkey_challenges, mails, invoice_lines,
  memo_backfills, saved_views, notifications, notification_digests, bank_connection_accounts, bank_file_contents, bank_order_contents, file_answers, bank_matched_entries
to :"serving_role";

-- Views.
grant select on
  outbox_rows, organization_ids, organization_settings, ledger_postings, recorded_entries, current_balances, account_streams,
  account_balances, category_labels, transaction_creations, transaction_ledger_facts, outgoing_payments, money_out,
  recorded_events, recorded_audit_rows, organization_streams, audit_rows,
  treasury_totals, treasury_due, treasury_history, treasury_accounts,
  settled_movements, statement_facts, depository_accounts, invoice_day_sums
to :"serving_role";

-- Read only: how far the schema is.
grant select on schema_migrations, schema_migration_steps, serving_roles to :"serving_role";

grant execute on function create_payments, append_outbox to :"serving_role";
