-- Whether bank details for ACH lead to an account of the payee (docs/adr/0110-account-validation.md).
-- transaction: none

alter table organizations add column if not exists account_validation_since timestamptz;

-- The proof of an organization covers it, wherever it is read.
create or replace view organization_settings with (security_invoker = true) as
select organization_id, duplicate_guard_hours, bank_details_cooling_off_hours, second_factor_roles,
       second_factor_grace_days, second_factor_since,
       legal_business_name, kind, ein, dbas, plan, billing_cadence, settings_version, confirm_bank_detail_changes,
       self_approval, approval_step_up_from_minor, direct_send_bound, wire_fee_ours_minor, wire_fee_shared_minor,
       legal_address, remittance_advice, cut_offs, account_validation_since
  from organizations;

create table if not exists account_validations (
  organization_id uuid not null references organizations,
  validation_id uuid not null,
  recipient_id uuid not null,
  -- The version of bank details that is validated.
  routing_id uuid not null,
  method text not null constraint account_validations_method_check check (method in ('prenote', 'microDeposits')),
  state text not null constraint account_validations_state_check check (state in ('pending', 'validated', 'failed', 'withdrawn')),
  started_at timestamptz not null,
  -- The user who had the deposits sent; null for prenotes, which follow from a payment.
  started_by uuid,
  -- The deposits, and what the payee has to enter. Null for prenotes.
  account_id uuid,
  first_transaction_id uuid,
  second_transaction_id uuid,
  first_minor bigint,
  second_minor bigint,
  -- A keyed hash of the secret in the payee's link.
  secret_hash bytea,
  email text,
  attempts integer not null default 0 constraint account_validations_attempts_check check (attempts between 0 and 3),
  expires_at timestamptz,
  -- Why it failed: the bank's code, or ours.
  code text,
  ended_at timestamptz,
  primary key (organization_id, validation_id),
  constraint account_validations_deposits check (
    num_nulls(started_by, account_id, first_transaction_id, second_transaction_id, first_minor, second_minor, secret_hash, email, expires_at)
      = case when method = 'microDeposits' then 0 else 9 end),
  constraint account_validations_amounts check (first_minor between 1 and 99 and second_minor between 1 and 99),
  constraint account_validations_columns_of_state check (
    (code is not null) = (state = 'failed') and (ended_at is not null) = (state <> 'pending'))
);
-- One at a time.
create unique index if not exists account_validations_open on account_validations (organization_id, routing_id) where state = 'pending';
create index if not exists account_validations_routing on account_validations (organization_id, routing_id, validation_id);
create unique index if not exists account_validations_secret on account_validations (organization_id, secret_hash) where secret_hash is not null;
create unique index if not exists account_validations_first on account_validations (organization_id, first_transaction_id) where first_transaction_id is not null;
create unique index if not exists account_validations_second on account_validations (organization_id, second_transaction_id) where second_transaction_id is not null;
comment on table account_validations is 'Attempts to find out whether bank details lead to an account of the payee: prenotes, and two small deposits whose amounts the payee enters.';
