-- transaction: none
-- Passkeys are marked as removed: the serving role must not delete them, because a user without a passkey needs none.
alter table passkeys add column if not exists removed_at timestamptz;

-- With everything that is proven together.
create or replace view organization_settings with (security_invoker = true) as
select organization_id, duplicate_guard_hours, bank_details_cooling_off_hours, second_factor_roles,
       second_factor_grace_days, second_factor_since,
       legal_business_name, kind, ein, dbas, plan, billing_cadence, settings_version, confirm_bank_detail_changes,
       self_approval, approval_step_up_from_minor, direct_send_bound, wire_fee_ours_minor, wire_fee_shared_minor,
       legal_address, remittance_advice, cut_offs
  from organizations;

comment on table totp_secrets is 'Authenticator apps of users. One that was removed has no secret. Never deleted.';
comment on table recovery_codes is 'Keyed hashes of codes for signing in without the authenticator app, each once. Never deleted.';
comment on table passkeys is 'Passkeys (WebAuthn credentials) of users, also those that were removed. Never deleted.';
comment on table used_passkey_challenges is 'Passkey challenges that were answered: each is valid once. Issuing a challenge writes no row, so requesting one costs the database nothing. Append-only.';
comment on table sessions is 'Dashboard sessions, found by a keyed hash of their secret. Where they were used from is kept for a while. Never deleted.';
comment on table sign_ins is 'Sign-ins between the password and the second factor: valid for five minutes and for nothing but the second factor. Never deleted.';
