-- What the role that serves may do, and nothing else (docs/adr/0021-database-roles.md). Applied by `bursar migrate` after
-- the migrations, for every role granted with --grant-to. This file is not frozen: a new table needs a line here, and
-- laws/database/30-database-role.test.ts fails until it has one. There is no delete, truncate, or DDL unless it is listed.

-- Append-only: never changed, never deleted.
grant select, insert on
  service_mode, ledger_accounts, ledger_entries, events, audit_log, audit_seals, counterparty_names, transaction_exceptions, webhook_attempts,
  treasury_days, transaction_returns, bank_movement_references, comments, row_proofs, unproven_rows, used_passkey_challenges, used_provider_tokens
to :"serving_role";

-- Written once, except for the named columns. The creation columns of a transaction never change; versions of bank
-- details change only when their encryption key rotates.
grant select, insert, update (
  status, version, posted_at, failed_at, reason_for_failure, tracking_number, check_number, note_edited, edited_note,
  category_id, category_by_hand, category_rule_id, mercury_category, fee_id, fee_for_id)
on transactions to :"serving_role";
grant select, insert, update (account_number, account_fingerprint, fingerprint_form) on recipient_routings to :"serving_role";
grant select, insert, update (attachment_id, owner_kind, owner_id, content_key, status, stored_at, removed_at)
on attachments to :"serving_role";
grant select, insert, update (released) on bank_file_payments to :"serving_role";
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
grant select, insert, update (
  screener_id, kind, url, threshold, countries, fail_after_hours, version, changed_at, failing_since, failures, problem,
  try_after, round_basis, round_after)
on screeners to :"serving_role";
grant select, insert, update (content) on screening_lists to :"serving_role";
grant select, insert, update (basis, matches, checked_at, asked_at) on screening_checks to :"serving_role";
grant select, insert, update (state, reason, proposed_by, decided_by, decided_at) on screening_cases to :"serving_role";
grant select, insert, update (result, since, screened_at) on screened_payments to :"serving_role";
grant select, insert, update (status, decided_by, decided_at, before_routing_id, after_routing_id, in_force_id)
on recipient_changes to :"serving_role";
-- Never their ids, nor the ids of recipients and transactions that they belong to.
grant select, insert, update (
  name, nickname, emails, contact_email, is_business, status, address, ach_routing_id, check_routing_id,
  domestic_wire_routing_id, real_time_payment_routing_id, international_wire_routing_id, first_changed_routing_id, invite_id,
  first_paid_at, date_last_paid, updated_at, deleted_at)
on recipients to :"serving_role";
grant select, insert, update (secret, status, recipient_id, completed_at, withdrawn_at) on recipient_invites to :"serving_role";
grant select, insert, update (account_number) on accounts to :"serving_role";
grant select, insert, update (
  url, status, event_types, filter_paths, secret, previous_secret, previous_secret_until, updated_at, failing_since,
  consecutive_failures, retry_at)
on webhook_endpoints to :"serving_role";
grant select, insert, update (read_at, done_at, in_digest), delete on notifications to :"serving_role";
grant select, insert, update (url, delivered_at, failing_since, problem), delete on chat_channels to :"serving_role";
grant select, insert, delete on notification_digests to :"serving_role";
grant select, insert, update (
  state, attempts, failures, first_attempt_at, next_attempt_at, delivered_at, claimed_until)
on webhook_deliveries to :"serving_role";
grant select, insert, update (
  content, attachments, status, problem, attempts, first_attempt_at, retry_at, sent_at, given_up_at), delete
on mails to :"serving_role";
grant select, insert, update (name, name_key, email, address, updated_at, deleted_at) on invoice_customers to :"serving_role";
grant select, insert, update (
  invoice_number, number_key, invoice_date, due_date, service_period_start, service_period_end, po_number, payer_memo,
  internal_note, cc_emails, ach_debit_enabled, use_real_account_number, amount_minor, tax_minor, paid_minor, status,
  updated_at, canceled_at, paid_at, series_number_key, pay_link, pay_link_renewed_at)
on invoices to :"serving_role";
-- Never updated; the privilege on a column allows locking a row, as when old rows are proven.
grant select, insert, update (charge_bearer) on wire_terms to :"serving_role";
grant select, insert, update (fields) on ach_terms to :"serving_role";
grant select, insert, update (name), delete on invoice_lines to :"serving_role";
grant select, insert, update (status, matched_minor, customer_id, returned_at) on incoming_payments to :"serving_role";
grant select, insert, update (
  account_number, ask_at, trace_number, status, collected_at, transaction_id, return_transaction_id, returned_at,
  return_reason)
on invoice_debits to :"serving_role";
grant select, insert, update (status, sent_at) on invoice_letters to :"serving_role";
grant select, insert, update (status, undone_at, undone_by) on invoice_matches to :"serving_role";
grant select, insert, update (undone_at, undone_by) on failure_handlings to :"serving_role";
grant select, insert, update (earlier_ids) on memo_words to :"serving_role";
grant select, insert, update (comments) on comment_threads to :"serving_role";
grant select, insert, update (status_code, body) on idempotent_replies to :"serving_role";
grant select, insert, update (master_key_id, wrapped_key) on organization_keys, service_keys to :"serving_role";
grant select, insert, update (state, revoked_at, revoked_by, destroys_at, restored_at, destroyed_at)
on organization_key_revocations to :"serving_role";
grant select, insert, update (
  revoked_at, last_used_at, last_used_address, awaits_confirmation, limit_per_payment_minor, limit_per_day_minor,
  limit_per_month_minor, payments_per_day, account_ids, recipient_ids, counted_since)
on api_tokens to :"serving_role";
grant select, insert, update (spent_minor) on token_spend to :"serving_role";
grant select, insert, update (
  code_used_at, access_hash, access_expires_at, refresh_hash, refresh_before, refresh_expires_at)
on oauth_grants to :"serving_role";
grant select, insert, update (day, day_minor, day_payments, month_minor) on token_usage to :"serving_role";
grant select, insert, update (
  plan, legal_address, kind, ein, dbas, billing_cadence, settings_version, duplicate_guard_hours,
  confirm_bank_detail_changes, bank_details_cooling_off_hours, self_approval, approval_step_up_from_minor,
  direct_send_bound, wire_fee_ours_minor, wire_fee_shared_minor, second_factor_roles, second_factor_grace_days,
  second_factor_since, remittance_advice, cut_offs, account_validation_since, single_sign_on_since, break_glass_users,
  brand_color)
on organizations to :"serving_role";
grant select, insert, update (first_name, last_name, role, custom_permissions, locked_at, password_hash)
on users to :"serving_role";
-- How people sign in: what ended, was used, or was removed is marked, so that it cannot be put back.
grant select, insert, update (status, accepted_at, withdrawn_at) on invitations to :"serving_role";
grant select, insert, update (last_seen_at, stepped_up_at, ended_at, address, user_agent) on sessions to :"serving_role";
grant select, insert, update (wrong_codes, ended_at) on sign_ins to :"serving_role";
grant select, insert, update (
  enabled, name, issuer, client_id, secret_id, email_domains, creates_users, role_source, role_claim, role_mappings, version,
  changed_at)
on identity_providers to :"serving_role";
grant select, insert, update (secret) on identity_provider_secrets to :"serving_role";
grant select, insert, update (ended_at) on identity_links to :"serving_role";
grant select, insert, update (external_id, user_name, deactivated_at, changed_at) on provisioned_users to :"serving_role";
grant select, insert, update (external_id, name, changed_at, deleted_at) on provisioned_groups to :"serving_role";
grant select, insert, update (since, removed_at) on provisioned_members to :"serving_role";
grant select, insert, update (secret, created_at, confirmed_at, last_step) on totp_secrets to :"serving_role";
grant select, insert, update (used_at) on recovery_codes to :"serving_role";
grant select, insert, update (sign_count, last_used_at, name, removed_at) on passkeys to :"serving_role";
-- Deleted after a year without use, and when a password is reset.
grant select, insert, update (first_seen_at, last_seen_at), delete on known_devices to :"serving_role";
-- For processes of 0.1.0, which serve during the upgrade.
grant select, insert, update (disposition) on rail_answers to :"serving_role";
grant select, insert, update (content) on sandbox_bank_records to :"serving_role";
-- Never updated; the privilege on a column allows locking a row.
grant select, insert, update (topic) on outbox_consumers to :"serving_role";
grant select, insert, update (
  state, connection_id, window_at, entry_class, receiving_bank, batch_texts, settles_later, identification, file_id,
  position, reference, missed_at)
on bank_orders to :"serving_role";
grant select, insert, update (corrected_data) on ach_changes to :"serving_role";
grant select, insert, update (state, code, live_on), delete on ach_prenotes to :"serving_role";
grant select, insert, update (done_at, reminded_at) on bank_notices to :"serving_role";
grant select, insert, update (
  last_number, cash_minor, invested_minor, buying_minor, selling_minor, shares_e4, price_e4, security_id, security_name,
  next_run_at)
on treasury_holdings to :"serving_role";
grant select, insert, update (custodian_reference) on treasury_transactions to :"serving_role";
grant select, insert, update (
  status, trades_on, settles_on, executed_at, ended_at, shares_e4, price_e4, rejection)
on treasury_orders to :"serving_role";
grant select, insert, update (content) on treasury_documents to :"serving_role";
grant select, insert, update (version, sweep, target_cash_minor, minimum_sweep_minor, updated_at)
on treasury_settings to :"serving_role";
grant select, insert, update (content, status, decided_at) on treasury_imports to :"serving_role";

-- Proven rows (docs/adr/0083-proven-rows.md): never moved to another key.
grant select, insert, update (
  rail, kind, name, state, settings, secrets, version, tested_at, created_at, updated_at, live_at, removed_at)
on bank_connections to :"serving_role";
grant select, insert, update (connection_id), delete on bank_connection_accounts to :"serving_role";
grant select, insert, update (
  connection_id, direction, rail, format, name, state, reason, message_id, created_at, closes_at, transaction_count,
  object_name, content_key, bytes, sha256, claimed_by, handed_over_at, attempts, retry_at, sent_at,
  answer_within_ms, answer_due_at, answered_at, remote_bytes, remote_modified_at, repeats_file_id, processed_at,
  alerted_at, tolerated)
on bank_files to :"serving_role";
grant select, insert, update (state, transaction_id, note, decided_at) on bank_file_items to :"serving_role";
-- Never updated; the privilege on a column allows locking a row.
grant select, insert, update (note) on bank_file_ignores to :"serving_role";
grant select, insert, update (reason) on bank_file_acceptances to :"serving_role";
grant select, insert, update (name, message_id, created_at, execution_on, state, written_at, followed_at, answered_at)
on transfer_files to :"serving_role";
grant select, insert, update (
  state, file_id, connection_id, end_to_end_id, uetr, amount_minor, tracking_number, ask_at, queries, decided_at)
on transfers to :"serving_role";
grant select, insert, update (
  window_at, name, creation_date, creation_time, modifier, is_same_day, effective_on, settles_at, later_on,
  later_settles_at, state, written_at, answered_at)
on ach_files to :"serving_role";
grant select, insert, update (
  state, approved_at, window_at, file_id, reference, sent_at, counts_at, code, ended_at)
on payment_undos to :"serving_role";
-- Reviews never change. PostgreSQL locks a row only for a role that may change a column: the one without a proof.
grant select, insert, update (comment) on payment_undo_reviews to :"serving_role";
grant select, insert, update (state, attempts, code, ended_at) on account_validations to :"serving_role";
grant select, insert on payment_undo_reviews to :"serving_role";
grant select, insert, update (state, issued_at, printed_at, ended_at) on check_runs to :"serving_role";
grant select, insert, update (state, payee, mailed_at, paid_on, paid_minor, ended_at, code) on checks to :"serving_role";
grant select, insert, update (next_sequence, next_file) on file_sequences to :"serving_role";
grant select, insert, update (next_number) on check_sequences to :"serving_role";
grant select, insert, update (
  account_id, check_number, transaction_id, connection_id, state, kind, code, requested_at, file_id, file_name,
  decided_at, reason)
on check_voids to :"serving_role";
grant select, insert, update (
  connection_id, account_id, check_number, transaction_id, state, kind, amount_minor, presented_on, source_file_id,
  reported_at, decide_by, decision, decided_at)
on check_exceptions to :"serving_role";
grant select, insert, update (
  state, statement_id, listed_on, match_id, by_hand, alerted_at)
on bank_movements to :"serving_role";
grant select, insert, update (
  transaction_id, outcome, code, tracking_number, source_file_id, is_late, answered_at, due_at, collected_at,
  check_number, disposition), delete
on file_answers to :"serving_role";

-- Never updated; the privilege on a column allows locking a row, as when old rows are proven.
grant select, insert, update (created_at) on statements to :"serving_role";
-- What banks report is corrected by other rows.
grant select, insert, update (state) on bank_statements to :"serving_role";
grant select, insert, update (is_last, file_id, by_hand, joined_at, alerted_at) on bank_statement_pages to :"serving_role";
grant select, insert, update (state, undone_at) on bank_matches to :"serving_role";

-- Changed, never deleted.
grant select, insert, update on
  categories, category_months, category_rules, category_rule_runs, ledger_balances, ledger_days, account_days, rail_submissions,
  audit_streams, audit_stream_ends, audit_heads, service_clock, master_key_backups, invoice_settings, invoice_days,
  treasury_months, treasury_yields, bank_channels, reconciled_accounts, bank_matched_days, sandbox_banks,
  sandbox_bank_connections, sandbox_bank_accounts, notification_preferences
to :"serving_role";

-- Deleted when done, expired, or withdrawn.
grant select, insert, update, delete on
  outbox, rail_queue, rate_counts, search_words, sign_in_throttles,
  memo_backfills, saved_views, payment_file_drafts, set_up_confirmations, screening_asks, bank_file_contents, bank_order_contents,
  bank_matched_entries
to :"serving_role";

-- Views.
grant select on
  outbox_rows, organization_ids, organization_settings, ledger_postings, recorded_entries, current_balances, account_streams,
  account_balances, category_labels, transaction_creations, transaction_ledger_facts, outgoing_payments, money_out,
  recorded_events, recorded_audit_rows, organization_streams, audit_rows,
  treasury_totals, treasury_due, treasury_history, treasury_accounts,
  settled_movements, statement_facts, depository_accounts, invoice_day_sums, filed_payments
to :"serving_role";

-- Read only: how far the schema is.
grant select on schema_migrations, schema_migration_steps, serving_roles to :"serving_role";

grant execute on function create_payments, append_outbox to :"serving_role";

-- Only a Citus cluster has it.
do $$
begin
  if to_regprocedure('record_bytes(record)') is not null then
    grant execute on function record_bytes(record) to :"serving_role";
  end if;
end $$;
