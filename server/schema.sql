-- The schema after all migrations, to read in one place. Generated from a migrated database by `npm run gen`: change it with
-- a migration (docs/adr/0028-migrations-and-releases.md), not here. Sections are the files in server/migrations that create
-- the objects; comments on columns are there, too. What the serving role may do is in server/migrations/serving-role.sql.

-- The migration runner (server/src/kernel/sql/migrate.queries.ts) ---------------------------------------------------------

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  serves_from text,
  constraint schema_migrations_pkey primary key (version)
);

create table schema_migration_steps (
  version integer not null,
  step integer not null,
  last_key text,
  done_at timestamptz,
  constraint schema_migration_steps_pkey primary key (version, step)
);

-- 0001_kernel.sql ---------------------------------------------------------------------------------------------------------

create domain payment_method as text constraint payment_method_check check (value in ('ach', 'check', 'domesticWire', 'internationalWire', 'realTimePayment'));

create domain transaction_status as text constraint transaction_status_check check (value in ('pending', 'sent', 'cancelled', 'failed', 'reversed', 'blocked'));

create domain ledger_effect as text constraint ledger_effect_check check (value in ('hold', 'post', 'release', 'reverse', 'transfer', 'deposit'));

create domain outbox_topic as text constraint outbox_topic_check check (value in ('events', 'audit', 'incoming', 'categories', 'notices', 'memos'));

create domain event_operation as text constraint event_operation_check check (value in ('create', 'update', 'delete'));

create domain actor_type as text constraint actor_type_check check (value in ('token', 'user', 'bank', 'operator', 'service', 'payee', 'payer'));

create domain positive_cents as bigint constraint positive_cents_check check (value > 0);

create domain nonnegative_cents as bigint constraint nonnegative_cents check (value >= 0);

create domain nonzero_cents as bigint constraint nonzero_cents_check check (value <> 0);

create table service_mode (
  singleton boolean not null default true,
  mode text not null,
  stored_at timestamptz not null,
  constraint service_mode_pkey primary key (singleton),
  constraint service_mode_mode_check check (mode in ('sandbox', 'production')),
  constraint service_mode_singleton_check check (singleton)
);
comment on table service_mode is 'The mode this database belongs to. One row, written when the service first opens the database and never changed; a process in the other mode refuses to start.';

create table service_clock (
  singleton boolean not null default true,
  kind text not null,
  offset_ms bigint not null default 0,
  stands_at timestamptz,
  resets integer not null default 0,
  constraint service_clock_pkey primary key (singleton),
  constraint service_clock_kind_check check (kind in ('system', 'virtual')),
  constraint service_clock_singleton_check check (singleton)
);
comment on table service_clock is 'The sandbox clock: its offset from the machine''s clock, or the instant it is stopped at. At most one row, updated whenever a sandbox moves its clock.';

create table service_keys (
  name text not null,
  master_key_id text not null,
  wrapped_key bytea not null,
  constraint service_keys_pkey primary key (name)
);
comment on table service_keys is 'Keys of the whole service (token hashes, audit chain, fingerprints), wrapped by the master key. Written at the first start; rewrapped when the master key rotates.';

create table serving_roles (
  role_name text not null,
  checksum text not null,
  granted_at timestamptz not null default now(),
  constraint serving_roles_pkey primary key (role_name)
);
comment on table serving_roles is 'Database roles that serve without owning the schema. `bursar migrate --grant-to` adds one; every later `bursar migrate` renews its privileges, so that new tables are covered.';

create table outbox (
  organization_id uuid not null,
  topic outbox_topic not null,
  "position" bigint not null generated always as identity,
  ids uuid[] not null,
  constraint outbox_pkey primary key (organization_id, topic, "position")
);
comment on table outbox is 'Work for the background: one row per commit and topic, listing the events or audit rows that the commit wrote. Workers process the rows in order and delete them.';

-- function append_outbox (
--   p_organization_id uuid
--   p_topic text
--   p_ids uuid[]
-- ) returns void
-- defined in server/migrations/0001_kernel.sql, SHA-256 72f028abef881a45ef3e1de06bd6c3097a6c1a858a5a07d2ac90bcad7a64888d

create view outbox_rows with (security_invoker=true) as
 select organization_id,
    topic,
    "position",
    ids
   from outbox;
comment on view outbox_rows is 'For modules/audit: which of its rows still wait for their seal.';

create table outbox_consumers (
  organization_id uuid not null,
  topic text not null,
  constraint outbox_consumers_pkey primary key (organization_id, topic)
);
comment on table outbox_consumers is 'One worker at a time per organization and topic: the one that holds the row''s lock. Rows are inserted once and never change.';

create table idempotent_replies (
  organization_id uuid not null,
  operation text not null,
  key_digest uuid not null,
  instruction_hashes text not null,
  status_code integer,
  body bytea,
  created_at timestamptz not null,
  constraint idempotent_replies_pkey primary key (organization_id, operation, key_digest),
  constraint idempotent_replies_body_with_status check ((status_code is null) = (body is null))
);
comment on table idempotent_replies is 'First responses of every creating POST except direct send, which rebuilds its own from transactions. Bodies are encrypted, because some contain bank details. Status and body are null only until the transaction that claimed the key commits.';

-- 0002_organizations.sql --------------------------------------------------------------------------------------------------

create table organizations (
  organization_id uuid not null,
  legal_business_name text not null,
  kind text not null default 'business',
  ein text,
  dbas text[] not null default '{}'::text[],
  plan text not null default 'free',
  billing_cadence text not null default 'monthly',
  created_at timestamptz not null,
  settings_version integer not null default 1,
  duplicate_guard_hours integer not null default 24,
  confirm_bank_detail_changes boolean not null default false,
  bank_details_cooling_off_hours integer not null default 0,
  self_approval boolean not null default false,
  approval_step_up_from_minor nonnegative_cents default 1000000,
  direct_send_bound boolean not null default false,
  wire_fee_ours_minor nonnegative_cents not null default 1500,
  wire_fee_shared_minor nonnegative_cents not null default 0,
  second_factor_roles text[] not null default '{administrator,approver,bookkeeper,viewer,custom}'::text[],
  second_factor_grace_days integer not null default 14,
  second_factor_since jsonb not null default '{}'::jsonb,
  legal_address jsonb,
  remittance_advice boolean not null default false,
  cut_offs jsonb,
  account_validation_since timestamptz,
  single_sign_on_since timestamptz,
  break_glass_users uuid[],
  brand_color text,
  constraint organizations_pkey primary key (organization_id),
  constraint organizations_bank_details_cooling_off_hours_check check (bank_details_cooling_off_hours >= 0 and bank_details_cooling_off_hours <= 8760),
  constraint organizations_billing_cadence_check check (billing_cadence in ('monthly', 'annual')),
  constraint organizations_brand_color_check check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint organizations_duplicate_guard_hours_check check (duplicate_guard_hours >= 0 and duplicate_guard_hours <= 8760),
  constraint organizations_kind_check check (kind in ('business', 'personal')),
  constraint organizations_plan_check check (plan in ('free', 'plus', 'premium', 'pro', 'enterprise')),
  constraint organizations_second_factor_grace_days_check check (second_factor_grace_days >= 0 and second_factor_grace_days <= 90)
);
comment on table organizations is 'Customers of this service and their settings. Created by the operator; only settings change; never deleted.';

create view organization_ids with (security_invoker=true) as
 select organization_id
   from organizations;
comment on view organization_ids is 'For background jobs of every module: the organizations to visit, so that each look-up of due work can start from one organization''s index range.';

create view organization_settings with (security_invoker=true) as
 select organization_id,
    duplicate_guard_hours,
    bank_details_cooling_off_hours,
    second_factor_roles,
    second_factor_grace_days,
    second_factor_since,
    legal_business_name,
    kind,
    ein,
    dbas,
    plan,
    billing_cadence,
    settings_version,
    confirm_bank_detail_changes,
    self_approval,
    approval_step_up_from_minor,
    direct_send_bound,
    wire_fee_ours_minor,
    wire_fee_shared_minor,
    legal_address,
    remittance_advice,
    cut_offs,
    account_validation_since,
    single_sign_on_since,
    break_glass_users,
    brand_color
   from organizations;
comment on view organization_settings is 'For modules/people: the settings that finding a session needs, so that it remains one query.';

create table organization_keys (
  organization_id uuid not null,
  key_version integer not null,
  master_key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  constraint organization_keys_pkey primary key (organization_id, key_version),
  constraint organization_keys_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint organization_keys_key_version_check check (key_version > 0)
);
comment on table organization_keys is 'Data keys, wrapped by the master key that is outside the database (envelope encryption). A rotation adds a version; old versions remain, to read what they encrypted.';

create table api_tokens (
  organization_id uuid not null,
  token_id uuid not null,
  token_hash bytea not null,
  name text not null,
  kind text not null,
  scopes text[] not null,
  allowlist text[] not null default '{}'::text[],
  limit_per_payment_minor bigint,
  limit_per_day_minor bigint,
  rate_limit_per_minute integer,
  awaits_confirmation boolean not null default false,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  limit_per_month_minor bigint,
  payments_per_day integer,
  account_ids uuid[],
  recipient_ids uuid[],
  counted_since timestamptz,
  last_used_address text,
  constraint api_tokens_pkey primary key (organization_id, token_id),
  constraint api_tokens_hash_key unique (organization_id, token_hash),
  constraint api_tokens_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint api_tokens_kind_check check (kind in ('readOnly', 'readWrite', 'custom', 'provisioning', 'agent')),
  constraint api_tokens_limit_per_day_minor_check check (limit_per_day_minor > 0),
  constraint api_tokens_limit_per_payment_minor_check check (limit_per_payment_minor > 0),
  constraint api_tokens_limits_check check ((limit_per_month_minor is null or limit_per_month_minor > 0) and (payments_per_day is null or payments_per_day > 0) and (counted_since is not null or limit_per_month_minor is null and payments_per_day is null)),
  constraint api_tokens_rate_limit_per_minute_check check (rate_limit_per_minute > 0)
);
comment on table api_tokens is 'API tokens, found by a keyed hash. The scopes of a token never change: it is created, possibly confirmed, used, and revoked or expired. Its limits change; loosening them takes two people where controls require it.';

create table token_spend (
  organization_id uuid not null,
  token_id uuid not null,
  spent_on date not null,
  spent_minor bigint not null,
  constraint token_spend_pkey primary key (organization_id, token_id, spent_on),
  constraint token_spend_spent_minor_check check (spent_minor >= 0)
);
comment on table token_spend is 'What a token with a daily limit has moved or requested per New York day: payments and transfers (docs/adr/0024-limits-count-the-day.md). A rejected request gives its amount back.';

create table control_changes (
  organization_id uuid not null,
  change_id uuid not null,
  kind text not null,
  subject text not null,
  proposal jsonb not null,
  base text not null,
  status text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint control_changes_pkey primary key (organization_id, change_id),
  constraint control_changes_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint control_changes_columns_of_status check ((decided_at is not null) = (status in ('applied', 'declined', 'overtaken', 'withdrawn')) and (decided_by is not null) = (status in ('applied', 'declined', 'overtaken', 'withdrawn'))),
  constraint control_changes_declined_by_another check (status <> 'declined' or decided_by <> proposed_by),
  constraint control_changes_status_check check (status in ('proposed', 'applied', 'declined', 'overtaken', 'withdrawn')),
  constraint control_changes_withdrawn_by_proposer check (status <> 'withdrawn' or decided_by = proposed_by)
);
create index control_changes_open on control_changes (organization_id, change_id) where status = 'proposed';
comment on table control_changes is 'Changes that loosen a control and therefore wait for a second person (docs/adr/0023-changes-that-take-two-people.md): proposed, then applied, declined, overtaken, or withdrawn. Kept forever: who wanted what, and who agreed.';

-- 0003_people.sql ---------------------------------------------------------------------------------------------------------

create table users (
  organization_id uuid not null,
  user_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  custom_permissions text[] not null default '{}'::text[],
  password_hash text,
  created_at timestamptz not null,
  locked_at timestamptz,
  statement_mails boolean,
  payment_mails boolean,
  constraint users_pkey primary key (organization_id, user_id),
  constraint users_email_key unique (organization_id, email),
  constraint users_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint users_role_check check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom'))
);
create index users_email on users (email);
comment on table users is 'People of an organization. Created by accepting an invitation or by the operator; locked instead of deleted, because requests and audit rows refer to them.';

create table invitations (
  organization_id uuid not null,
  invitation_id uuid not null,
  secret_hash bytea not null,
  purpose text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  custom_permissions text[] not null default '{}'::text[],
  user_id uuid,
  asked_for boolean not null default false,
  invited_by uuid,
  confirmed_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitations_pkey primary key (organization_id, invitation_id),
  constraint invitations_secret_key unique (organization_id, secret_hash),
  constraint invitations_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint invitations_asked_for_check check (not asked_for or purpose = 'reset'),
  constraint invitations_columns_of_status check ((accepted_at is not null) = (status = 'accepted') and (withdrawn_at is not null) = (status = 'withdrawn')),
  constraint invitations_purpose_check check (purpose in ('join', 'reset')),
  constraint invitations_role_check check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom')),
  constraint invitations_status_check check (status in ('open', 'accepted', 'withdrawn')),
  constraint invitations_user_of_reset check ((purpose = 'reset') = (user_id is not null))
);
comment on table invitations is 'One-time links to join an organization or to choose a new password. Each ends accepted, withdrawn, or expired.';

create table sessions (
  organization_id uuid not null,
  session_id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  signed_in_with text not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  stepped_up_at timestamptz,
  ended_at timestamptz,
  provider_sid text,
  constraint sessions_pkey primary key (organization_id, session_id),
  constraint sessions_secret_key unique (organization_id, secret_hash),
  constraint sessions_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint sessions_signed_in_with_check check (signed_in_with in ('password', 'totp', 'recoveryCode', 'passkey', 'provider'))
);
create index sessions_provider_sid on sessions (organization_id, provider_sid) where provider_sid is not null;
create index sessions_user on sessions (organization_id, user_id) where ended_at is null;
comment on table sessions is 'Dashboard sessions, found by a keyed hash of their secret. Where they were used from is kept for a while. Never deleted.';

create table sign_ins (
  organization_id uuid not null,
  sign_in_id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0,
  ended_at timestamptz,
  constraint sign_ins_pkey primary key (organization_id, sign_in_id),
  constraint sign_ins_secret_key unique (organization_id, secret_hash),
  constraint sign_ins_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table sign_ins is 'Sign-ins between the password and the second factor: valid for five minutes and for nothing but the second factor. Never deleted.';

create table sign_in_throttles (
  throttle_key bytea not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  last_attempt_at timestamptz not null,
  last_succeeded_at timestamptz,
  constraint sign_in_throttles_pkey primary key (throttle_key)
);
create index sign_in_throttles_age on sign_in_throttles (last_attempt_at);
comment on table sign_in_throttles is 'Sign-in attempts by keyed hash of who tried what from where; old rows are deleted. Not by organization: an attempt names no organization that can be trusted, and an address that guesses is slowed down for all of them.';

create table known_devices (
  organization_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint known_devices_pkey primary key (organization_id, user_id, device_hash),
  constraint known_devices_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index known_devices_age on known_devices (organization_id, last_seen_at);
comment on table known_devices is 'Devices that a user has signed in from; a sign-in from any other sends a security notice. Deleted when not seen for a long time.';

create table totp_secrets (
  organization_id uuid not null,
  user_id uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  constraint totp_secrets_pkey primary key (organization_id, user_id),
  constraint totp_secrets_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table totp_secrets is 'Authenticator apps of users. One that was removed has no secret. Never deleted.';

create table recovery_codes (
  organization_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (organization_id, user_id, code_hash),
  constraint recovery_codes_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table recovery_codes is 'Keyed hashes of codes for signing in without the authenticator app, each once. Never deleted.';

create table passkeys (
  organization_id uuid not null,
  passkey_id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz,
  constraint passkeys_pkey primary key (organization_id, passkey_id),
  constraint passkeys_credential_key unique (organization_id, credential_id),
  constraint passkeys_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index passkeys_user on passkeys (organization_id, user_id);
comment on table passkeys is 'Passkeys (WebAuthn credentials) of users, also those that were removed. Never deleted.';

create table used_passkey_challenges (
  organization_id uuid not null,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_passkey_challenges_pkey primary key (organization_id, challenge_hash),
  constraint used_passkey_challenges_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table used_passkey_challenges is 'Passkey challenges that were answered: each is valid once. Issuing a challenge writes no row, so requesting one costs the database nothing. Append-only.';

-- 0004_mail.sql -----------------------------------------------------------------------------------------------------------

create table mails (
  organization_id uuid not null,
  mail_id uuid not null,
  kind text not null,
  recipient text not null,
  sender_id uuid,
  content bytea,
  attachments bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  retry_at timestamptz,
  problem text,
  status text not null default 'waiting',
  sent_at timestamptz,
  given_up_at timestamptz,
  constraint mails_pkey primary key (organization_id, mail_id),
  constraint mails_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint mails_columns_of_status check ((sent_at is not null) = (status = 'sent') and (given_up_at is not null) = (status = 'givenUp') and (content is not null or status = 'sent')),
  constraint mails_kind_check check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice', 'invoice', 'remittanceAdvice', 'statementReady', 'paymentFailed', 'bankFileAlert', 'notification', 'digest', 'testEmail', 'chatMessage')),
  constraint mails_status_check check (status in ('waiting', 'sent', 'givenUp'))
);
create index mails_of_channels on mails (organization_id, recipient) where kind = 'chatMessage' and status = 'waiting';
create index mails_waiting on mails (organization_id, mail_id) where status = 'waiting';
comment on table mails is 'E-mails, written by the transaction that causes them and sent later, outside any transaction. Each ends sent or given up; old ones are deleted.';

-- 0005_accounts_and_ledger.sql --------------------------------------------------------------------------------------------

create table accounts (
  organization_id uuid not null,
  account_id uuid not null,
  name text not null,
  nickname text,
  kind text not null,
  status text not null default 'active',
  routing_number text not null,
  account_number bytea not null,
  account_number_last4 text not null,
  can_send_real_time_payments boolean not null default true,
  created_at timestamptz not null,
  constraint accounts_pkey primary key (organization_id, account_id),
  constraint accounts_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint accounts_kind_check check (kind in ('checking', 'savings', 'treasury')),
  constraint accounts_status_check check (status in ('active', 'deleted', 'pending', 'archived'))
);
comment on table accounts is 'Bank accounts of an organization. Account numbers are encrypted. Created by the operator; never deleted.';

create table ledger_accounts (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  kind text not null,
  method text,
  constraint ledger_accounts_pkey primary key (organization_id, ledger_account_id),
  constraint ledger_accounts_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint ledger_accounts_kind_check check (kind in ('bankAccount', 'clearing', 'external')),
  constraint ledger_accounts_method_of_clearing check ((kind = 'clearing') = (method is not null))
);
create unique index ledger_accounts_kind_key on ledger_accounts (organization_id, kind, method) nulls not distinct where kind <> 'bankAccount';
comment on table ledger_accounts is 'Everywhere value can be: the organization''s bank accounts, a clearing account per payment method, and the outside world. Inserted once, never changed.';

create table ledger_balances (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  available_minor bigint not null default 0,
  held_minor nonnegative_cents not null default 0,
  version bigint not null default 0,
  audit_number bigint not null default 0,
  may_go_negative boolean not null,
  pays boolean not null,
  stop_reason text,
  closed_before timestamptz,
  constraint ledger_balances_pkey primary key (organization_id, ledger_account_id),
  constraint ledger_balances_no_overdraft check (may_go_negative or available_minor >= 0)
) with (fillfactor=10);
create index ledger_balances_in_doubt on ledger_balances (organization_id) where stop_reason is not null;
comment on table ledger_balances is 'Current balance of each ledger account, stored so that a payment reads one row. Always re-derivable from ledger_entries (`bursar ledger verify`). Row locks here, taken in id order, serialize all money movements.';

create view current_balances with (security_invoker=true) as
 select organization_id,
    ledger_account_id,
    available_minor,
    held_minor,
    version
   from ledger_balances;
comment on view current_balances is 'For modules/accounts: the balance of an account, for lists that join it.';

create view account_streams with (security_invoker=true) as
 select organization_id,
    ledger_account_id as stream_id,
    audit_number as number
   from ledger_balances
  where audit_number > 0;
comment on view account_streams is 'For modules/audit-trail: the last audit number of every account that has paid.';

create table ledger_entries (
  organization_id uuid not null,
  transaction_id uuid not null,
  effect ledger_effect not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor positive_cents not null,
  entered_at timestamptz not null,
  constraint ledger_entries_pkey primary key (organization_id, transaction_id, effect)
);
create index ledger_entries_settled_credits on ledger_entries (organization_id, credit_account_id, entered_at, transaction_id) where effect::text <> all (array['hold', 'release']);
create index ledger_entries_settled_debits on ledger_entries (organization_id, debit_account_id, entered_at, transaction_id) where effect::text <> all (array['hold', 'release']);
comment on table ledger_entries is 'Append-only. Each row is one balanced pair: amount_minor leaves the debit account and arrives at the credit account. The effect determines which bucket (available or held) each side means; see ledger_postings.';

create view recorded_entries with (security_invoker=true) as
 select organization_id,
    transaction_id,
    effect,
    debit_account_id,
    credit_account_id,
    amount_minor
   from ledger_entries;
comment on view recorded_entries is 'For modules/ledger-check: the entries of transactions.';

create view ledger_postings with (security_invoker=true) as
 select ledger_entries.organization_id,
    ledger_entries.transaction_id,
    ledger_entries.effect,
    ledger_entries.debit_account_id as ledger_account_id,
        case
            when ledger_entries.effect::text in ('post', 'release') then 'held'
            else 'available'
        end as bucket,
    - ledger_entries.amount_minor::bigint as amount_minor,
    ledger_entries.entered_at
   from ledger_entries
union all
 select ledger_entries.organization_id,
    ledger_entries.transaction_id,
    ledger_entries.effect,
    ledger_entries.credit_account_id as ledger_account_id,
        case
            when ledger_entries.effect::text = 'hold' then 'held'
            else 'available'
        end as bucket,
    ledger_entries.amount_minor,
    ledger_entries.entered_at
   from ledger_entries;
comment on view ledger_postings is 'Ledger entries as signed postings, two per entry, with the bucket that each affects.';

create table ledger_days (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  day date not null,
  in_minor nonnegative_cents not null,
  out_minor nonnegative_cents not null,
  moved_in_minor nonnegative_cents not null,
  moved_out_minor nonnegative_cents not null,
  entries bigint not null,
  constraint ledger_days_pkey primary key (organization_id, ledger_account_id, day),
  constraint ledger_days_entries_check check (entries > 0)
) with (fillfactor=50);
create index ledger_days_by_day on ledger_days (organization_id, day);
comment on table ledger_days is 'What entered and left each bank account per New York day, so that charts add up days instead of transactions. Updated with the entries, under the account''s lock, by every effect except hold and release. A day''s sums and the current balance give every earlier balance.';

create view account_balances with (security_invoker=true) as
 select a.organization_id,
    a.account_id,
    a.kind,
    b.available_minor,
    b.held_minor,
    b.version
   from accounts a
     join current_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id;
comment on view account_balances is 'For modules/webhooks and modules/approvals: the current balance of each of the organization''s accounts.';

-- 0006_recipients.sql -----------------------------------------------------------------------------------------------------

create table recipients (
  organization_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  nickname text,
  emails text[] not null,
  contact_email text,
  is_business boolean,
  status text not null default 'active',
  address jsonb,
  ach_routing_id uuid,
  check_routing_id uuid,
  domestic_wire_routing_id uuid,
  real_time_payment_routing_id uuid,
  international_wire_routing_id uuid,
  first_changed_routing_id uuid,
  invite_id text,
  first_paid_at timestamptz,
  date_last_paid timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint recipients_pkey primary key (organization_id, recipient_id),
  constraint recipients_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint recipients_deleted_at_check check ((status = 'deleted') = (deleted_at is not null)),
  constraint recipients_status_check check (status in ('active', 'deleted'))
);
create index recipients_status on recipients (organization_id, status, recipient_id);
comment on table recipients is 'Whom an organization pays. Deleting one sets its status; the row remains, because transactions refer to it.';

create table recipient_routings (
  organization_id uuid not null,
  routing_id uuid not null,
  recipient_id uuid not null,
  method payment_method not null,
  name text not null,
  public_details jsonb not null,
  account_number bytea,
  account_number_last4 text,
  account_fingerprint bytea,
  proposed boolean not null default false,
  seal bytea not null,
  created_at timestamptz not null,
  fingerprint_form integer not null default 0,
  constraint recipient_routings_pkey primary key (organization_id, routing_id)
);
create index recipient_routings_fingerprint on recipient_routings (organization_id, account_fingerprint) where account_fingerprint is not null;
create index recipient_routings_last4 on recipient_routings (organization_id, account_number_last4, routing_id) where account_number_last4 is not null;
create index recipient_routings_old_fingerprints on recipient_routings (organization_id, routing_id) where fingerprint_form = 0 and account_fingerprint is not null;
comment on table recipient_routings is 'Versions of bank details, each with the name it was entered for. Never changed, except to re-encrypt the account number and to renew its fingerprint: a payment keeps the version it was sent to. The seal binds the whole version.';

create table recipient_changes (
  organization_id uuid not null,
  change_id uuid not null,
  recipient_id uuid not null,
  method payment_method,
  before_name text,
  after_name text,
  before_routing_id uuid,
  after_routing_id uuid,
  status text not null,
  in_force_id uuid,
  changed_by_user uuid,
  changed_by_token uuid,
  token_made_by uuid,
  through_invite boolean not null default false,
  invite_made_by uuid,
  changed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint recipient_changes_pkey primary key (organization_id, change_id),
  constraint recipient_changes_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint recipient_changes_columns_of_status check ((decided_at is not null) = (status in ('confirmed', 'declined', 'overtaken')) and ((decided_by is not null) = (status in ('confirmed', 'declined')) or status = 'overtaken') and (in_force_id is not null) = (status in ('applied', 'confirmed'))),
  constraint recipient_changes_status_check check (status in ('applied', 'proposed', 'confirmed', 'declined', 'overtaken')),
  constraint recipient_changes_whole check (
case
    when method is null then before_name is not null and after_name is not null and coalesce(before_routing_id, after_routing_id) is null
    else coalesce(before_name, after_name) is null and (before_routing_id is not null or after_routing_id is not null)
end)
);
create unique index recipient_changes_one_open on recipient_changes (organization_id, recipient_id, method) where status = 'proposed';
create unique index recipient_changes_one_open_name on recipient_changes (organization_id, recipient_id) where status = 'proposed' and method is null;
create index recipient_changes_recipient on recipient_changes (organization_id, recipient_id, change_id);
comment on table recipient_changes is 'Every change of a recipient''s name or bank details, including the initial ones. Applied immediately, or proposed and then confirmed, declined, or overtaken by another change. Kept forever.';

create table recipient_invites (
  organization_id uuid not null,
  invite_row_id uuid not null,
  secret_hash bytea not null,
  secret bytea not null,
  name text not null,
  contact_email text not null,
  payment_methods payment_method[] not null,
  require_tax_document boolean not null,
  notes text,
  organization_name text,
  renames boolean not null default true,
  recipient_id uuid,
  made_by uuid,
  made_by_token uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'created',
  completed_at timestamptz,
  withdrawn_at timestamptz,
  constraint recipient_invites_pkey primary key (organization_id, invite_row_id),
  constraint recipient_invites_secret_key unique (organization_id, secret_hash),
  constraint recipient_invites_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint recipient_invites_columns_of_status check (((completed_at is not null) = (status = 'completed') or status = 'withdrawn') and (withdrawn_at is not null) = (status = 'withdrawn')),
  constraint recipient_invites_payment_methods_check check (cardinality(payment_methods) > 0),
  constraint recipient_invites_recipient_of_completed check (completed_at is null or recipient_id is not null),
  constraint recipient_invites_status_check check (status in ('created', 'completed', 'withdrawn'))
);
create index recipient_invites_status on recipient_invites (organization_id, status, invite_row_id);
comment on table recipient_invites is 'Links through which payees enter their own bank details (docs/adr/0020-recipient-invites.md). Each ends completed, withdrawn, or expired.';

create table counterparty_names (
  organization_id uuid not null,
  counterparty_id uuid not null,
  name text not null,
  constraint counterparty_names_pkey primary key (organization_id, counterparty_id, name)
);
comment on table counterparty_names is 'Every name a counterparty has ever had, so that searching transactions starts from a few names instead of all rows. Append-only.';

-- 0007_transactions.sql ---------------------------------------------------------------------------------------------------

create table categories (
  organization_id uuid not null,
  category_id uuid not null,
  name text not null,
  visible_for_card_spend boolean not null,
  visible_for_reimbursements boolean not null,
  visible_for_other boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint categories_pkey primary key (organization_id, category_id),
  constraint categories_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index categories_list on categories (organization_id, category_id) where deleted_at is null;
comment on table categories is 'An organization''s own categories for transactions. Deleting one sets deleted_at; transactions keep it and still show it.';

create view category_labels with (security_invoker=true) as
 select organization_id,
    category_id,
    name,
    visible_for_card_spend,
    visible_for_reimbursements,
    visible_for_other,
    deleted_at is not null as is_deleted
   from categories;
comment on view category_labels is 'For modules/payments and modules/category-rules: how the category of a transaction or rule is displayed, deleted ones included.';

create table transactions (
  organization_id uuid not null,
  transaction_id uuid not null,
  account_id uuid not null,
  counterparty_id uuid not null,
  amount_minor nonzero_cents not null,
  key_digest uuid,
  guard_digest bigint,
  created_at timestamptz not null,
  estimated_delivery_at timestamptz not null,
  kind text not null,
  method payment_method,
  counterparty_name text not null,
  counterparty_nickname text,
  routing_id uuid,
  external_memo text,
  note text,
  purpose text,
  bank_description text not null,
  request_id uuid,
  transfer_id uuid,
  created_by_token uuid,
  created_by_user uuid,
  status transaction_status not null,
  version integer not null default 1,
  posted_at timestamptz,
  failed_at timestamptz,
  reason_for_failure text,
  tracking_number text,
  check_number text,
  note_edited boolean not null default false,
  edited_note text,
  category_id uuid,
  category_by_hand boolean not null default false,
  category_rule_id uuid,
  mercury_category text,
  fee_for_id uuid,
  fee_id uuid,
  constraint transactions_pkey primary key (organization_id, transaction_id),
  constraint transactions_columns_of_status check ((posted_at is not null) = (status::text in ('sent', 'reversed')) and (failed_at is not null) = (status::text in ('failed', 'reversed', 'blocked')) and (reason_for_failure is not null) = (status::text in ('failed', 'reversed', 'blocked'))),
  constraint transactions_whole check (kind <> 'outgoingPayment' or method is not null and amount_minor::bigint < 0)
) with (fillfactor=90);
create index transactions_account on transactions (organization_id, account_id, transaction_id);
create index transactions_amount_in on transactions (organization_id, account_id, amount_minor, transaction_id) where 
case
    when amount_minor::bigint > 0 then 1
    else 0
end <> 0;
create index transactions_amount_out on transactions (organization_id, account_id, amount_minor, transaction_id desc) where 
case
    when amount_minor::bigint < 0 then 1
    else 0
end <> 0;
create index transactions_category on transactions (organization_id, category_id, transaction_id) where category_id is not null;
create index transactions_counterparty on transactions (organization_id, counterparty_id, transaction_id);
create index transactions_guard_digest on transactions (guard_digest) where guard_digest is not null;
create unique index transactions_key_digest_key on transactions (key_digest, organization_id) where key_digest is not null;
create index transactions_merchant_type on transactions (organization_id, mercury_category, transaction_id) where mercury_category is not null;
create index transactions_other_kinds on transactions (organization_id, kind, transaction_id) where kind <> 'outgoingPayment';
create index transactions_request on transactions (organization_id, request_id) where request_id is not null;
comment on table transactions is 'Every payment, transfer, deposit, and fee. An outgoing payment is created pending and becomes sent, cancelled, failed, or blocked; a sent one can be reversed. Everything else is created sent. Never deleted. No foreign keys, because this is the hot path (docs/adr/0004-hot-path.md).';

create table account_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  method text not null,
  transactions bigint not null,
  pending bigint not null default 0,
  sent bigint not null default 0,
  least_minor bigint not null,
  most_minor bigint not null,
  last_posted_at timestamptz,
  out_minor bigint not null default 0,
  out_transactions bigint not null default 0,
  in_minor bigint not null default 0,
  in_transactions bigint not null default 0,
  constraint account_days_pkey primary key (organization_id, account_id, day, method)
) with (fillfactor=50);
comment on table account_days is 'The transactions of an account per day and payment method: how many there are and how many have each common status, so that list totals are added up instead of counted; between which amounts and until when they were posted, so that a list skips days without a match; and how much of it is money out and money in. Updated under the account''s lock by whatever creates a transaction or changes its status.';

create table transaction_exceptions (
  organization_id uuid not null,
  status text not null,
  transaction_id uuid not null,
  account_id uuid,
  method text,
  amount_minor bigint,
  constraint transaction_exceptions_pkey primary key (organization_id, status, transaction_id)
);
comment on table transaction_exceptions is 'Transactions that ended in a rare status, listed separately: filtering by such a status must not walk millions of sent rows, and an index on status would make every change of status update all indexes. With what totals of lists need of the transaction, which is null in rows of versions before migration 83. Append-only.';

create view transaction_creations with (security_invoker=true) as
 select organization_id,
    transaction_id,
    account_id,
    amount_minor,
    created_at,
    estimated_delivery_at,
    bank_description,
    external_memo,
    note,
    kind,
    method,
    counterparty_id,
    counterparty_name,
    routing_id,
    request_id,
        case
            when kind = 'outgoingPayment' then 'pending'
            else 'sent'
        end as status,
        case
            when kind = 'outgoingPayment' then null::timestamptz
            else created_at
        end as posted_at
   from transactions;
comment on view transaction_creations is 'For modules/event-feed and modules/audit-trail: each transaction as it was created, derived from columns that never change.';

create view transaction_ledger_facts with (security_invoker=true) as
 select organization_id,
    transaction_id,
    account_id,
    amount_minor,
    method,
    status,
    transfer_id,
    kind
   from transactions;
comment on view transaction_ledger_facts is 'For modules/ledger-check: what must agree with a transaction''s ledger entries.';

create view outgoing_payments with (security_invoker=true) as
 select organization_id,
    account_id,
    transaction_id,
    counterparty_id,
    amount_minor,
    method,
    status,
    created_at,
    request_id
   from transactions
  where kind = 'outgoingPayment';
comment on view outgoing_payments is 'For modules/approvals: what leaves an account, and to whom.';

create view money_out with (security_invoker=true) as
 select organization_id,
    transaction_id,
    account_id,
    counterparty_id,
    - amount_minor::bigint as amount_minor,
    status,
    request_id
   from transactions
  where amount_minor::bigint < 0 and (kind in ('outgoingPayment', 'internalTransfer', 'treasuryTransfer'));
comment on view money_out is 'For modules/approvals: every movement out of an account, to a recipient or to another account of the organization (counterparty_id).';

-- 0008_bank.sql -----------------------------------------------------------------------------------------------------------

create table rail_queue (
  organization_id uuid not null,
  hand_over_at timestamptz not null,
  "position" bigint not null generated always as identity,
  transaction_ids uuid[] not null,
  constraint rail_queue_pkey primary key (organization_id, hand_over_at, "position")
);
comment on table rail_queue is 'Accepted payments by the time they are due at the bank: one row per commit and time, because create_payments writes it. When the time comes, each payment gets a row in rail_submissions and the row here is deleted.';

create table rail_submissions (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null,
  hand_over_at timestamptz not null,
  submitted_at timestamptz,
  constraint rail_submissions_pkey primary key (organization_id, transaction_id),
  constraint rail_submissions_columns_of_state check ((submitted_at is not null) = (state in ('submitted', 'received', 'screened')) or state = 'answered'),
  constraint rail_submissions_state_check check (state in ('waiting', 'submitted', 'received', 'answered', 'withdrawn', 'screened'))
);
create index rail_submissions_open on rail_submissions (organization_id, hand_over_at, transaction_id) where state in ('waiting', 'submitted');
comment on table rail_submissions is 'One row per payment that is due: waiting, submitted to the bank, received by it, and answered; or withdrawn or screened before it was sent. A submitted payment that was not received is sent again under the same id.';

create table rail_answers (
  organization_id uuid not null,
  answer_id uuid not null,
  transaction_id uuid not null,
  outcome text not null,
  code text,
  tracking_number text,
  check_number text,
  answered_at timestamptz not null,
  disposition text not null,
  constraint rail_answers_pkey primary key (organization_id, answer_id),
  constraint rail_answers_disposition_check check (disposition in ('applied', 'parked', 'ignored')),
  constraint rail_answers_outcome_check check (outcome in ('confirmed', 'rejected', 'returned', 'blocked'))
);
create index rail_answers_parked on rail_answers (organization_id, transaction_id) where disposition = 'parked';
comment on table rail_answers is 'Answers that processes of 0.1.0 applied. Nothing reads it.';

-- 0009_approvals.sql ------------------------------------------------------------------------------------------------------

create table approval_requests (
  organization_id uuid not null,
  request_id uuid not null,
  kind text not null,
  account_id uuid not null,
  recipient_id uuid,
  destination_account_id uuid,
  counterparty_id uuid generated always as (coalesce(recipient_id, destination_account_id)) stored,
  amount_minor positive_cents not null,
  method payment_method,
  external_memo text,
  note text,
  purpose text,
  charge_type text,
  send_on date,
  due_at timestamptz,
  requester_token_id uuid,
  requester_user_id uuid,
  created_at timestamptz not null,
  status text not null default 'pendingApproval',
  version integer not null default 1,
  rule_id uuid,
  terms bytea not null,
  approvers_required integer not null,
  requester_may_approve boolean not null,
  problem text,
  decided_at timestamptz,
  transaction_id uuid,
  batch_id uuid,
  question_id uuid,
  asked_by uuid,
  asked_at timestamptz,
  ach_fields jsonb,
  via text,
  constraint approval_requests_pkey primary key (organization_id, request_id),
  constraint approval_requests_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint approval_requests_ach_fields_check check (ach_fields is null or coalesce(method::text, '') = 'ach' and jsonb_typeof(ach_fields) = 'object'),
  constraint approval_requests_approvers_required_check check (approvers_required > 0),
  constraint approval_requests_charge_type_check check (charge_type in ('ours', 'shared')),
  constraint approval_requests_columns_of_status check ((decided_at is not null) = (status in ('approvedScheduled', 'approved', 'rejected', 'cancelled')) and (transaction_id is not null) = (status = 'approved') and (due_at is not null or status <> 'approvedScheduled') and (problem is null or status = 'pendingApproval')),
  constraint approval_requests_kind_check check (kind in ('payment', 'transfer')),
  constraint approval_requests_question check ((question_id is null) = (asked_by is null) and (question_id is null) = (asked_at is null)),
  constraint approval_requests_status_check check (status in ('pendingApproval', 'approvedScheduled', 'approved', 'rejected', 'cancelled')),
  constraint approval_requests_whole check (
case kind
    when 'payment' then recipient_id is not null and method is not null and destination_account_id is null
    else destination_account_id is not null and recipient_id is null and method is null
end and (requester_token_id is not null or requester_user_id is not null) and (charge_type is not null) = (coalesce(method::text, 'ach') = 'internationalWire') and (send_on is null) = (due_at is null))
);
create index approval_requests_account on approval_requests (organization_id, account_id, request_id);
create index approval_requests_account_due on approval_requests (organization_id, account_id, due_at) where due_at is not null;
create index approval_requests_account_status on approval_requests (organization_id, status, account_id, request_id);
create index approval_requests_alone on approval_requests (organization_id, request_id) where status = 'pendingApproval' and batch_id is null;
create index approval_requests_batch on approval_requests (organization_id, batch_id, request_id) where batch_id is not null;
create index approval_requests_batch_waiting on approval_requests (organization_id, batch_id) where status = 'pendingApproval' and batch_id is not null;
create index approval_requests_counterparty on approval_requests (organization_id, counterparty_id, request_id);
create index approval_requests_counterparty_due on approval_requests (organization_id, counterparty_id, due_at) where due_at is not null;
create index approval_requests_counterparty_status on approval_requests (organization_id, status, counterparty_id, request_id);
create index approval_requests_due on approval_requests (organization_id, due_at) where status = 'approvedScheduled';
create index approval_requests_queue on approval_requests (organization_id, status, request_id);
create index approval_requests_sent_back on approval_requests (organization_id, request_id) where question_id is not null;
create index approval_requests_similar on approval_requests (organization_id, recipient_id, amount_minor, request_id) where status in ('pendingApproval', 'approvedScheduled');
create index approval_requests_status on approval_requests (organization_id, kind, status, request_id);
create index approval_requests_waiting_due on approval_requests (organization_id, due_at) where status = 'pendingApproval' and due_at is not null;
comment on table approval_requests is 'Requests for payments and transfers: pendingApproval, then approved, rejected, or cancelled; approvedScheduled means approved and to be paid at due_at. Never deleted.';

create table approval_reviews (
  organization_id uuid not null,
  review_id uuid not null,
  request_id uuid not null,
  reviewer_user_id uuid not null,
  decision text not null,
  reason text,
  terms bytea not null,
  request_version integer not null,
  reviewed_at timestamptz not null,
  voided_at timestamptz,
  constraint approval_reviews_pkey primary key (organization_id, review_id),
  constraint approval_reviews_decision_check check (decision in ('approved', 'rejected'))
);
create index approval_reviews_approved on approval_reviews (organization_id, reviewer_user_id, review_id) where decision = 'approved';
create unique index approval_reviews_one_each on approval_reviews (organization_id, request_id, reviewer_user_id) where voided_at is null;
create index approval_reviews_request on approval_reviews (organization_id, request_id, review_id);
comment on table approval_reviews is 'Approvals and rejections, one per person and request. An approval is voided, and never counts again, when the terms change or when it was the last one and the payment could not be made.';

create table approval_rules (
  organization_id uuid not null,
  rule_id uuid not null,
  "position" integer not null,
  version integer not null default 1,
  name text not null,
  conditions jsonb not null,
  steps jsonb not null,
  allow_self_approval boolean not null,
  binds_direct_send boolean not null default false,
  active boolean not null,
  updated_at timestamptz not null,
  constraint approval_rules_pkey primary key (organization_id, rule_id),
  constraint approval_rules_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table approval_rules is 'Who must approve what. The first active rule by position whose conditions all match decides; every change is a new version. Deactivated instead of deleted.';

create table approver_limits (
  organization_id uuid not null,
  user_id uuid not null,
  account_id uuid,
  limit_minor nonnegative_cents,
  limit_per_day_minor nonnegative_cents,
  constraint approver_limits_key unique nulls not distinct (organization_id, user_id, account_id),
  constraint approver_limits_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table approver_limits is 'The largest amount a person may approve to one recipient, and per New York day: for an account, or (account_id null) for all accounts without a row of their own. No amounts: the limit was removed. Never deleted, because a missing row means that there is no limit.';

-- 0010_events_and_webhooks.sql --------------------------------------------------------------------------------------------

create table events (
  organization_id uuid not null,
  event_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  resource_version bigint not null,
  operation event_operation not null,
  occurred_at timestamptz not null,
  changed_paths text[],
  merge_patch text,
  previous_values text,
  constraint events_pkey primary key (organization_id, event_id),
  constraint events_one_per_version unique (organization_id, resource_id, resource_version),
  constraint events_patch_of_change check (operation::text = 'create' or changed_paths is not null and merge_patch is not null)
);
create index events_of_accounts on events (organization_id, resource_type, event_id) where resource_type <> 'transaction';
create index events_of_resource on events (organization_id, resource_id, event_id) where resource_type <> 'transaction';
comment on table events is 'One row per change of a resource, in versions without gaps. Append-only. The patch of a create event is not stored: it follows from the transaction''s creation columns.';

create view recorded_events with (security_invoker=true) as
 select organization_id,
    event_id,
    resource_type,
    resource_id,
    resource_version,
    operation,
    occurred_at,
    changed_paths,
    merge_patch,
    previous_values
   from events;
comment on view recorded_events is 'For modules/event-feed: the events as they were recorded. The creation of a transaction carries nothing.';

create table webhook_endpoints (
  organization_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  status text not null,
  event_types text[],
  filter_paths text[],
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (organization_id, endpoint_id),
  constraint webhook_endpoints_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint webhook_endpoints_columns_of_status check ((secret is not null) = (status in ('active', 'paused', 'disabled')) and (previous_secret is null or (status in ('active', 'paused', 'disabled')))),
  constraint webhook_endpoints_failing_since_check check ((failing_since is null) = (consecutive_failures = 0)),
  constraint webhook_endpoints_previous_secret_check check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_status_check check (status in ('active', 'paused', 'disabled', 'deleted'))
);
comment on table webhook_endpoints is 'Where events are delivered. Active; paused by its owner; disabled after failing for days; or deleted, which erases its secret.';

create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  resource_id uuid not null,
  resource_version bigint not null,
  purpose text not null,
  state text not null,
  attempts integer not null default 0,
  failures integer not null default 0,
  created_at timestamptz not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  delivered_at timestamptz,
  constraint webhook_deliveries_pkey primary key (organization_id, delivery_id),
  constraint webhook_deliveries_columns_of_state check ((delivered_at is not null) = (state = 'delivered') and (claimed_until is null or state = 'waiting')),
  constraint webhook_deliveries_purpose_check check (purpose in ('event', 'resend')),
  constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'abandoned'))
) with (fillfactor=70);
create index webhook_deliveries_abandoned on webhook_deliveries (organization_id, endpoint_id, delivery_id) where state = 'abandoned';
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_attempt_at, delivery_id) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (organization_id, endpoint_id, delivery_id);
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id);
create index webhook_deliveries_order on webhook_deliveries (organization_id, endpoint_id, resource_id, resource_version, delivery_id) where state = 'waiting';
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, endpoint_id, delivery_id) where state = 'waiting';
comment on table webhook_deliveries is 'One row per event and endpoint: waiting, then delivered or abandoned. A worker claims a due row until claimed_until, sends it outside any transaction, and records the outcome.';

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  outcome text not null,
  status_code integer,
  reason text,
  duration_ms integer not null,
  response_snippet text,
  constraint webhook_attempts_pkey primary key (organization_id, delivery_id, attempt),
  constraint webhook_attempts_outcome_check check (outcome in ('delivered', 'failed', 'refused'))
);
comment on table webhook_attempts is 'Every attempt to deliver, with the endpoint''s response. Append-only.';

-- 0011_audit.sql ----------------------------------------------------------------------------------------------------------

create table audit_log (
  organization_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null,
  actor_type actor_type not null,
  actor_id text,
  address text,
  http_request_id text,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  before text,
  after text,
  stream_id uuid,
  number bigint,
  mac bytea,
  constraint audit_log_pkey primary key (organization_id, audit_id)
);
create index audit_log_action on audit_log (organization_id, action, audit_id) where action <> 'transaction.create';
create index audit_log_others on audit_log (organization_id, actor_type, audit_id) where actor_type::text in ('operator', 'service', 'payee', 'payer');
create index audit_log_people on audit_log (organization_id, audit_id) where actor_type::text in ('user', 'operator', 'payee', 'payer');
create index audit_log_resource on audit_log (organization_id, resource_id, audit_id) where action <> 'transaction.create';
create index audit_log_type on audit_log (organization_id, resource_type, audit_id) where resource_type <> 'transaction';
create index audit_log_user on audit_log (organization_id, actor_id, audit_id) where actor_type::text = 'user';
comment on table audit_log is 'One row per change: who did what, when, and from where. Append-only; read through audit_rows.';

create view recorded_audit_rows with (security_invoker=true) as
 select organization_id,
    audit_id,
    at,
    actor_type,
    actor_id,
    address,
    http_request_id,
    action,
    resource_type,
    resource_id,
    before,
    after,
    stream_id,
    number,
    mac
   from audit_log;
comment on view recorded_audit_rows is 'For modules/audit-trail: the rows as they were recorded. The row of a new payment does not repeat the payment; see audit_rows.';

create table audit_streams (
  organization_id uuid not null,
  stream_id uuid not null,
  number bigint not null,
  constraint audit_streams_pkey primary key (organization_id, stream_id),
  constraint audit_streams_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table audit_streams is 'The last number given out in each organization''s own stream; an account''s last number is in ledger_balances. The last lock a transaction takes.';

create view organization_streams with (security_invoker=true) as
 select organization_id,
    stream_id,
    number
   from audit_streams;
comment on view organization_streams is 'For modules/audit-trail: the last audit number of every organization''s own stream.';

create table audit_stream_ends (
  organization_id uuid not null,
  stream_id uuid not null,
  number bigint not null,
  mac bytea not null,
  constraint audit_stream_ends_pkey primary key (organization_id, stream_id),
  constraint audit_stream_ends_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
) with (fillfactor=50);
comment on table audit_stream_ends is 'The last sealed number of each stream, authenticated by the sealer and updated with each seal.';

create table audit_seals (
  organization_id uuid not null,
  seal_number bigint not null,
  audit_ids uuid[] not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  constraint audit_seals_pkey primary key (organization_id, seal_number),
  constraint audit_seals_seal_number_check check (seal_number > 0)
);
comment on table audit_seals is 'The chain: each seal covers the audit rows of one or more commits and the seal before it. Append-only.';

create table audit_heads (
  organization_id uuid not null,
  seal_number bigint not null,
  rows_sealed bigint not null,
  mac bytea not null,
  constraint audit_heads_pkey primary key (organization_id)
);
comment on table audit_heads is 'The last seal of each organization, updated with each seal.';

create view audit_rows with (security_invoker=true) as
 select l.organization_id,
    l.audit_id,
    l.at,
    l.actor_type,
    l.actor_id,
    l.address,
    l.http_request_id,
    l.action,
    l.resource_type,
    l.resource_id,
    l.before,
        case
            when t.transaction_id is null then l.after
            else (((((((((((('{"accountId":"' || t.account_id) || '","recipientId":"') || t.counterparty_id) || '","amount":') || trim_scale((- t.amount_minor::bigint)::numeric / 100.0)) || ',"paymentMethod":"') || t.method::text) || '","externalMemo":') || coalesce(to_json(t.external_memo)::text, 'null')) || ',"note":') || coalesce(to_json(t.note)::text, 'null')) || coalesce((',"requestId":"' || t.request_id) || '"', '')) || '}'
        end as after,
    coalesce((t.routing_id || ' ') || t.counterparty_name, '') as decided,
    l.stream_id,
    l.number,
    l.mac
   from recorded_audit_rows l
     cross join lateral ( select
                case
                    when l.action = 'transaction.create' and l.number is not null and l.after is null and l.resource_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then l.resource_id::uuid
                    else null::uuid
                end as transaction_id
         offset 0) created
     left join lateral ( select c.organization_id,
            c.transaction_id,
            c.account_id,
            c.amount_minor,
            c.created_at,
            c.estimated_delivery_at,
            c.bank_description,
            c.external_memo,
            c.note,
            c.kind,
            c.method,
            c.counterparty_id,
            c.counterparty_name,
            c.routing_id,
            c.request_id,
            c.status,
            c.posted_at
           from transaction_creations c
          where c.organization_id = l.organization_id and c.transaction_id = created.transaction_id
         limit 1) t on true;
comment on view audit_rows is 'The audit log as it is read. The row of a new payment does not repeat the transaction''s creation columns: they are its content, so the row''s mac covers them, too. decided: the bank details and the name that the payment was made out to.';

-- 0012_create_payments.sql ------------------------------------------------------------------------------------------------

-- function create_payments (
--   p_organization_id uuid
--   p_guard interval
--   p_cooling uuid
--   p_locks uuid[]
--   p_transactions uuid[]
--   p_accounts uuid[]
--   p_recipients uuid[]
--   p_amounts bigint[]
--   p_methods text[]
--   p_created timestamptz[]
--   p_deliveries timestamptz[]
--   p_hand_overs timestamptz[]
--   p_memos text[]
--   p_notes text[]
--   p_purposes text[]
--   p_keys uuid[]
--   p_guards bigint[]
--   p_tokens uuid[]
--   p_users uuid[]
--   p_requests uuid[]
--   p_day_limits bigint[]
--   p_spent_on date
--   p_events uuid[]
--   p_audits uuid[]
--   p_addresses text[]
--   p_http_requests text[]
--   p_proofs bytea
--   p_dry_run boolean
-- ) returns text
-- set plan_cache_mode=force_generic_plan
-- set enable_seqscan=off
-- set enable_bitmapscan=off
-- set enable_hashjoin=off
-- set enable_mergejoin=off
-- set enable_material=off
-- set jit=off
-- defined in server/migrations/0012_create_payments.sql, SHA-256 d9f0db549bf9f522c41323b5a54dedc7e1b4d8ad419956288d1a86864357ba48

-- 0013_attachments.sql ----------------------------------------------------------------------------------------------------

create table attachments (
  organization_id uuid not null,
  object_name text not null,
  attachment_id uuid,
  owner_kind text not null,
  owner_id uuid not null,
  attachment_type text not null,
  form_type text,
  file_name text not null,
  media_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  content_key bytea,
  uploaded_by_user uuid,
  uploaded_by_token uuid,
  status text not null default 'uploading',
  created_at timestamptz not null,
  stored_at timestamptz,
  removed_at timestamptz,
  constraint attachments_pkey primary key (organization_id, object_name),
  constraint attachments_id_key unique (organization_id, attachment_id),
  constraint attachments_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint attachments_attachment_type_check check (attachment_type in ('receipt', 'bill', 'other')),
  constraint attachments_columns_of_status check ((status <> 'uploading' or attachment_id is null and stored_at is null) and (status <> 'stored' or attachment_id is not null and stored_at is not null) and (content_key is null) = (status = 'removed') and (removed_at is not null) = (status = 'removed')),
  constraint attachments_file_name_check check (length(file_name) >= 1 and length(file_name) <= 299),
  constraint attachments_form_type_check check (form_type in ('w9', 'w8BEN', 'w8BENE', 'unknown')),
  constraint attachments_owner_kind_check check (owner_kind in ('transaction', 'request', 'recipient', 'invite', 'invoice', 'organization')),
  constraint attachments_size_bytes_check check (size_bytes >= 1 and size_bytes <= 33554432),
  constraint attachments_status_check check (status in ('uploading', 'stored', 'removing', 'removed')),
  constraint attachments_stored_at_once check ((attachment_id is null) = (stored_at is null))
);
create index attachments_leftovers on attachments (organization_id, created_at) where status in ('uploading', 'removing');
create index attachments_list on attachments (organization_id, owner_kind, attachment_id) where status = 'stored';
create index attachments_owner on attachments (organization_id, owner_kind, owner_id, attachment_id) where status = 'stored';
comment on table attachments is 'Uploaded files: what each is, and the key of its encrypted content, which is in the object store. A row exists before its content and outlives it.';

-- 0014_statements.sql -----------------------------------------------------------------------------------------------------

create view settled_movements with (security_invoker=true) as
 select ledger_entries.organization_id,
    ledger_entries.debit_account_id as ledger_account_id,
    ledger_entries.entered_at,
    ledger_entries.transaction_id,
    ledger_entries.effect,
    - ledger_entries.amount_minor::bigint as amount_minor
   from ledger_entries
  where ledger_entries.effect::text <> all (array['hold', 'release'])
union all
 select ledger_entries.organization_id,
    ledger_entries.credit_account_id as ledger_account_id,
    ledger_entries.entered_at,
    ledger_entries.transaction_id,
    ledger_entries.effect,
    ledger_entries.amount_minor
   from ledger_entries
  where ledger_entries.effect::text <> all (array['hold', 'release']);
comment on view settled_movements is 'For modules/statements: what each account received and paid, signed, when it was entered.';

create view statement_facts with (security_invoker=true) as
 select organization_id,
    transaction_id,
    account_id,
    transfer_id,
    created_at,
    posted_at,
    kind,
    method,
    counterparty_name,
    bank_description,
    external_memo,
    check_number,
        case
            when status::text = 'reversed' then reason_for_failure
            else null::text
        end as return_reason
   from transactions;
comment on view statement_facts is 'For modules/statements: what a statement says about a transaction. All of it is final once the transaction is on a statement.';

create table statements (
  organization_id uuid not null,
  statement_id uuid not null,
  account_id uuid not null,
  kind text not null,
  starts_on date not null,
  ends_on date not null,
  opening_minor bigint not null,
  in_minor nonnegative_cents not null,
  out_minor nonnegative_cents not null,
  fees_minor nonnegative_cents not null,
  closing_minor bigint not null,
  lines bigint not null,
  digest bytea not null,
  account_name text not null,
  legal_name text not null,
  legal_address jsonb,
  ein text,
  created_at timestamptz not null,
  constraint statements_pkey primary key (organization_id, statement_id),
  constraint statements_period_key unique (organization_id, account_id, kind, starts_on, ends_on),
  constraint statements_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint statements_balance_check check (closing_minor = (opening_minor + in_minor::bigint - out_minor::bigint)),
  constraint statements_digest_check check (octet_length(digest) = 32),
  constraint statements_fees_check check (fees_minor::bigint <= out_minor::bigint),
  constraint statements_kind_check check (kind in ('monthly', 'custom')),
  constraint statements_lines_check check (lines >= 0),
  constraint statements_period_check check (starts_on <= ends_on)
);
create index statements_by_account on statements (organization_id, account_id, statement_id);
create index statements_by_account_kind on statements (organization_id, account_id, kind, statement_id);
create index statements_by_kind on statements (organization_id, kind, statement_id);
create index statements_by_start on statements (organization_id, starts_on, statement_id);
comment on table statements is 'Statements of checking and savings accounts: one per account and month, and others on request. Never changed and never deleted. Their lines are the settled movements of the period, which are complete when a statement is made (ledger_balances.closed_before).';

create view depository_accounts with (security_invoker=true) as
 select organization_id,
    account_id,
    name,
    nickname,
    kind,
    routing_number,
    account_number_last4,
    created_at
   from accounts
  where (kind in ('checking', 'savings')) and status <> 'deleted';
comment on view depository_accounts is 'For modules/statements: the accounts that have statements, without their numbers. A treasury account has statements of its own.';

-- 0015_treasury.sql -------------------------------------------------------------------------------------------------------

create table treasury_holdings (
  organization_id uuid not null,
  account_id uuid not null,
  last_number bigint not null default 0,
  cash_minor bigint not null default 0,
  invested_minor nonnegative_cents not null default 0,
  buying_minor nonnegative_cents not null default 0,
  selling_minor nonnegative_cents not null default 0,
  shares_e4 bigint not null default 0,
  price_e4 bigint not null default 10000,
  security_id text,
  security_name text,
  next_run_at timestamptz not null,
  constraint treasury_holdings_pkey primary key (organization_id, account_id),
  constraint treasury_holdings_cash_covers_orders check ((cash_minor - buying_minor::bigint + selling_minor::bigint) >= 0),
  constraint treasury_holdings_price_check check (price_e4 > 0),
  constraint treasury_holdings_shares_check check (shares_e4 >= 0),
  constraint treasury_holdings_shares_cover_orders check ((invested_minor::bigint + buying_minor::bigint - selling_minor::bigint) >= 0)
);
create index treasury_holdings_due on treasury_holdings (organization_id, next_run_at);
comment on table treasury_holdings is 'What each treasury account holds: cash, and shares of one fund. Cash and shares together are the balance of its ledger account. One row per account, created by its first movement and locked after the account''s balance.';

create view treasury_totals with (security_invoker=true) as
 select organization_id,
    account_id,
    cash_minor + invested_minor::bigint as total_minor
   from treasury_holdings;
comment on view treasury_totals is 'For modules/ledger-check: what a treasury account''s ledger balance must equal.';

create view treasury_due with (security_invoker=true) as
 select organization_id,
    account_id,
    next_run_at
   from treasury_holdings;
comment on view treasury_due is 'For modules/treasury: when the next step of each account''s custodian is due.';

create table treasury_orders (
  organization_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  action text not null,
  reason text not null,
  security_id text not null,
  security_name text not null,
  amount_minor positive_cents not null,
  status text not null,
  placed_at timestamptz not null,
  trades_on date,
  settles_on date,
  executed_at timestamptz,
  ended_at timestamptz,
  shares_e4 bigint,
  price_e4 bigint,
  rejection text,
  constraint treasury_orders_pkey primary key (organization_id, order_id),
  constraint treasury_orders_action_check check (action in ('buy', 'sell')),
  constraint treasury_orders_columns_of_status check ((executed_at is not null) = (status in ('executed', 'settled')) and (trades_on is not null) = (status in ('executed', 'settled')) and (settles_on is not null) = (status in ('executed', 'settled')) and (ended_at is not null) = (status in ('settled', 'rejected', 'canceled')) and (rejection is not null) = (status = 'rejected')),
  constraint treasury_orders_reason_check check (reason in ('sweep', 'withdrawal', 'fee')),
  constraint treasury_orders_shares_of_executed check ((shares_e4 is not null) = (executed_at is not null) and (price_e4 is not null) = (executed_at is not null)),
  constraint treasury_orders_status_check check (status in ('placed', 'executed', 'settled', 'rejected', 'canceled'))
);
create index treasury_orders_open on treasury_orders (organization_id, account_id, order_id) where ended_at is null;
comment on table treasury_orders is 'Orders for shares of the fund: placed by the sweep, or by a withdrawal or fee that exceeds cash; then executed and settled, or rejected or canceled. Never deleted.';

create table treasury_transactions (
  organization_id uuid not null,
  account_id uuid not null,
  number bigint not null,
  treasury_transaction_id uuid not null,
  type text not null,
  amount_minor bigint not null,
  balance_minor bigint not null,
  cash_minor bigint not null,
  canonical_day date not null,
  description text not null,
  additional_details text,
  security_id text,
  security text,
  credit_description text,
  fee_description text,
  amendment_description text,
  deposit_counterparty_id uuid,
  withdrawal_counterparty_id uuid,
  sweep_direction text,
  trade_action text,
  order_id uuid,
  for_month date,
  created_at timestamptz not null,
  custodian_reference text,
  constraint treasury_transactions_pkey primary key (organization_id, account_id, number),
  constraint treasury_transactions_action_check check (trade_action in ('buy', 'sell')),
  constraint treasury_transactions_direction_check check (sweep_direction in ('in', 'out'))
);
create index treasury_transactions_days on treasury_transactions (organization_id, account_id, canonical_day, number);
create unique index treasury_transactions_id_key on treasury_transactions (organization_id, treasury_transaction_id);
create index treasury_transactions_months on treasury_transactions (organization_id, account_id, for_month) where for_month is not null;
create unique index treasury_transactions_reference_key on treasury_transactions (organization_id, account_id, custodian_reference) where custodian_reference is not null;
comment on table treasury_transactions is 'Everything that happened in a treasury account, numbered, with the running balance. Append-only, except that an import adds the custodian''s reference to a transfer that was made here.';

create view treasury_history with (security_invoker=true) as
 select organization_id,
    account_id,
    number,
    treasury_transaction_id,
    type,
    amount_minor,
    balance_minor,
    cash_minor,
    canonical_day,
    description,
    additional_details,
    security_id,
    security,
    credit_description,
    fee_description,
    amendment_description,
    deposit_counterparty_id,
    withdrawal_counterparty_id,
    sweep_direction,
    trade_action,
    order_id,
    for_month,
    created_at,
    custodian_reference
   from treasury_transactions;
comment on view treasury_history is 'For modules/treasury: the numbered transactions of treasury accounts.';

create table treasury_settings (
  organization_id uuid not null,
  account_id uuid not null,
  version integer not null,
  sweep boolean not null,
  target_cash_minor nonnegative_cents not null,
  minimum_sweep_minor positive_cents not null,
  updated_at timestamptz not null,
  constraint treasury_settings_pkey primary key (organization_id, account_id)
);
comment on table treasury_settings is 'The daily sweep of a treasury account. Without a row, the sweep is off. Changed by version.';

create table treasury_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  balance_minor nonnegative_cents not null,
  invested_minor nonnegative_cents not null,
  yield_ppm integer not null,
  dividend_micro bigint not null,
  fee_micro bigint not null,
  constraint treasury_days_pkey primary key (organization_id, account_id, day)
);
comment on table treasury_days is 'What the invested balance of a treasury account earned on each day, and the fee accrued for it, at the fund''s yield of that day. Append-only; a month''s dividend and fee are the sums of its days.';

create table treasury_months (
  organization_id uuid not null,
  account_id uuid not null,
  month date not null,
  fee_minor nonnegative_cents not null,
  carried_micro bigint not null,
  status text not null,
  charged_at timestamptz,
  constraint treasury_months_pkey primary key (organization_id, account_id, month),
  constraint treasury_months_columns_of_status check ((charged_at is not null) = (status = 'charged')),
  constraint treasury_months_month_check check (extract(day from month) = 1::numeric),
  constraint treasury_months_status_check check (status in ('processing', 'charged', 'error'))
);
comment on table treasury_months is 'The fee of each finished month of a treasury account: processing until it is charged on the first banking day of the next month; error while the balance does not cover it.';

create table treasury_documents (
  organization_id uuid not null,
  document_id uuid not null,
  account_id uuid not null,
  document_type text not null,
  description text not null,
  period_start date not null,
  period_end date not null,
  order_id uuid,
  after_number bigint,
  through_number bigint,
  content bytea,
  content_digest text,
  created_at timestamptz not null,
  constraint treasury_documents_pkey primary key (organization_id, document_id),
  constraint treasury_documents_digest_of_content check ((content is null) = (content_digest is null)),
  constraint treasury_documents_numbers_check check ((after_number is null) = (through_number is null)),
  constraint treasury_documents_period_check check (period_start <= period_end)
);
create index treasury_documents_account on treasury_documents (organization_id, account_id, document_id);
create unique index treasury_documents_content_key on treasury_documents (organization_id, account_id, document_type, content_digest) where content_digest is not null;
create unique index treasury_documents_month_key on treasury_documents (organization_id, account_id, period_start) where through_number is not null;
create unique index treasury_documents_order_key on treasury_documents (organization_id, order_id) where order_id is not null;
create index treasury_documents_type on treasury_documents (organization_id, account_id, document_type, document_id);
comment on table treasury_documents is 'Statements of treasury accounts: monthly statements and trade confirmations, generated from rows that never change, and documents of the custodian such as 1099 forms, stored encrypted. Never deleted.';

create table treasury_imports (
  organization_id uuid not null,
  import_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  content bytea not null,
  rows integer not null,
  status text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint treasury_imports_pkey primary key (organization_id, import_id),
  constraint treasury_imports_columns_of_status check ((decided_at is not null) = (status <> 'proposed')),
  constraint treasury_imports_status_check check (status in ('proposed', 'applied', 'discarded'))
);
comment on table treasury_imports is 'Activity files of a custodian, encrypted: proposed by one person and applied when another confirms. Never deleted.';

create view treasury_accounts with (security_invoker=true) as
 select organization_id,
    account_id,
    name,
    nickname,
    status,
    created_at,
    account_number_last4
   from accounts
  where kind = 'treasury';
comment on view treasury_accounts is 'For modules/treasury: the treasury accounts of an organization.';

-- 0016_invoicing.sql ------------------------------------------------------------------------------------------------------

create table invoice_settings (
  organization_id uuid not null,
  next_number integer not null default 1,
  version integer not null default 1,
  reminders_on boolean not null default true,
  reminder_days integer[] not null default '{-3,1,7,14,30}'::integer[],
  automatic_matching boolean not null default true,
  constraint invoice_settings_pkey primary key (organization_id),
  constraint invoice_settings_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint invoice_settings_next_number_check check (next_number > 0)
);
comment on table invoice_settings is 'An organization''s settings for invoices, and the counter of its invoice numbers. Inserted by its first invoice or change.';

create table invoice_customers (
  organization_id uuid not null,
  customer_id uuid not null,
  name text not null,
  name_key text not null,
  email text not null,
  address jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint invoice_customers_pkey primary key (organization_id, customer_id),
  constraint invoice_customers_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index invoice_customers_by_name on invoice_customers (organization_id, name_key);
create index invoice_customers_list on invoice_customers (organization_id, customer_id) where deleted_at is null;
comment on table invoice_customers is 'Who an organization sends invoices to. Deleting one sets deleted_at; its invoices stay, and it can still be read.';

create table invoices (
  organization_id uuid not null,
  invoice_id uuid not null,
  customer_id uuid not null,
  destination_account_id uuid not null,
  invoice_number text not null,
  number_key text not null,
  currency_code text not null,
  invoice_date date not null,
  due_date date not null,
  service_period_start date,
  service_period_end date,
  po_number text,
  payer_memo text,
  internal_note text,
  cc_emails text[] not null,
  ach_debit_enabled boolean not null,
  credit_card_enabled boolean not null,
  use_real_account_number boolean not null,
  amount_minor positive_cents not null,
  tax_minor bigint not null,
  paid_minor nonnegative_cents not null default 0,
  status text not null default 'Unpaid',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  paid_at timestamptz,
  created_by_user uuid,
  created_by_token uuid,
  series_number_key text,
  pay_link integer not null default 1,
  pay_link_renewed_at timestamptz,
  constraint invoices_pkey primary key (organization_id, invoice_id),
  constraint invoices_number_key unique (organization_id, number_key),
  constraint invoices_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint invoices_columns_of_status check ((canceled_at is not null) = (status = 'Cancelled') and (paid_at is not null) = (status = 'Paid')),
  constraint invoices_credit_card_enabled_check check (not credit_card_enabled),
  constraint invoices_currency_code_check check (currency_code = 'USD'),
  constraint invoices_paid_when_covered check (paid_minor::bigint <= amount_minor::bigint and (paid_minor::bigint = amount_minor::bigint) = (status = 'Paid') and (status <> 'Cancelled' or paid_minor::bigint = 0)),
  constraint invoices_status_check check (status in ('Unpaid', 'Processing', 'Paid', 'Cancelled'))
);
create index invoices_by_customer on invoices (organization_id, customer_id, invoice_id);
create index invoices_by_customer_status on invoices (organization_id, customer_id, status, invoice_id);
create index invoices_by_status on invoices (organization_id, status, invoice_id);
create index invoices_open_by_amount on invoices (organization_id, (amount_minor::bigint - paid_minor::bigint)) where status = 'Unpaid';
create index invoices_overdue on invoices (organization_id, due_date, invoice_id) where status = 'Unpaid';
create index invoices_overdue_of_customer on invoices (organization_id, customer_id, due_date, invoice_id) where status = 'Unpaid';
create unique index invoices_series_number on invoices (organization_id, series_number_key) where series_number_key is not null;
comment on table invoices is 'Invoices. Numbers of the series have no gaps, because they are taken by the commit that creates the invoice and nothing is ever deleted. Paid exactly when the active matches cover the amount.';

create table invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  "position" integer not null,
  name text not null,
  quantity_e4 bigint not null,
  unit_price_minor bigint not null,
  tax_rate_e4 integer,
  amount_minor bigint not null,
  tax_minor bigint not null,
  constraint invoice_lines_pkey primary key (organization_id, invoice_id, "position"),
  constraint invoice_lines_quantity_check check (quantity_e4 > 0),
  constraint invoice_lines_tax_rate_check check (tax_rate_e4 >= 0 and tax_rate_e4 <= 1000000)
);
comment on table invoice_lines is 'The lines of an invoice, with the rounded amounts that add up to the invoice''s. Replaced together when an unpaid invoice is changed.';

create table incoming_payments (
  organization_id uuid not null,
  transaction_id uuid not null,
  account_id uuid not null,
  amount_minor positive_cents not null,
  matched_minor nonnegative_cents not null default 0,
  payer_name text not null,
  memo text,
  received_at timestamptz not null,
  customer_id uuid,
  status text not null default 'open',
  returned_at timestamptz,
  constraint incoming_payments_pkey primary key (organization_id, transaction_id),
  constraint incoming_payments_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint incoming_payments_columns_of_status check ((customer_id is not null) = (status = 'matched') and (returned_at is not null) = (status = 'returned')),
  constraint incoming_payments_matched check ((matched_minor::bigint > 0) = (status = 'matched')),
  constraint incoming_payments_not_overspent check (matched_minor::bigint <= amount_minor::bigint),
  constraint incoming_payments_status_check check (status in ('open', 'matched', 'ignored', 'returned'))
);
create index incoming_payments_by_status on incoming_payments (organization_id, status, transaction_id);
create index incoming_payments_credit on incoming_payments (organization_id, transaction_id) where status = 'matched' and matched_minor::bigint < amount_minor::bigint;
comment on table incoming_payments is 'Deposits that may pay invoices: one row per incoming transaction, written when the outbox row of its commit is processed.';

create table invoice_matches (
  organization_id uuid not null,
  match_id uuid not null,
  transaction_id uuid not null,
  invoice_id uuid not null,
  amount_minor positive_cents not null,
  source text not null,
  matched_at timestamptz not null,
  matched_by uuid,
  status text not null default 'active',
  undone_at timestamptz,
  undone_by uuid,
  constraint invoice_matches_pkey primary key (organization_id, match_id),
  constraint invoice_matches_columns_of_status check ((undone_at is not null) = (status = 'undone')),
  constraint invoice_matches_source_check check (source in ('automatic', 'person', 'achDebit')),
  constraint invoice_matches_status_check check (status in ('active', 'undone'))
);
create unique index invoice_matches_active on invoice_matches (organization_id, transaction_id, invoice_id) where status = 'active';
create index invoice_matches_by_invoice on invoice_matches (organization_id, invoice_id);
comment on table invoice_matches is 'Which part of an incoming payment pays which invoice. Undone, never deleted.';

create table invoice_debits (
  organization_id uuid not null,
  debit_id uuid not null,
  invoice_id uuid not null,
  amount_minor positive_cents not null,
  payer_name text not null,
  routing_number text not null,
  account_number bytea not null,
  account_number_last4 text not null,
  account_type text not null,
  authorization_text text not null,
  authorized_at timestamptz not null,
  address text not null,
  ask_at timestamptz,
  trace_number text,
  status text not null default 'waiting',
  collected_at timestamptz,
  transaction_id uuid,
  return_transaction_id uuid,
  returned_at timestamptz,
  return_reason text,
  constraint invoice_debits_pkey primary key (organization_id, debit_id),
  constraint invoice_debits_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint invoice_debits_account_type_check check (account_type in ('checking', 'savings')),
  constraint invoice_debits_columns_of_status check ((collected_at is not null) = (status in ('collected', 'reversed')) and (transaction_id is not null) = (status in ('collected', 'reversed')) and (return_transaction_id is not null) = (status = 'reversed') and (returned_at is not null) = (status in ('returned', 'reversed')) and (return_reason is not null) = (status in ('returned', 'reversed'))),
  constraint invoice_debits_status_check check (status in ('waiting', 'collected', 'returned', 'reversed'))
);
create index invoice_debits_by_invoice on invoice_debits (organization_id, invoice_id);
create index invoice_debits_deposit on invoice_debits (organization_id, transaction_id) where transaction_id is not null;
create index invoice_debits_due on invoice_debits (organization_id, ask_at) where ask_at is not null;
create unique index invoice_debits_one_waiting on invoice_debits (organization_id, invoice_id) where status = 'waiting';
comment on table invoice_debits is 'ACH debits that customers authorized on the pay page. The money is an incoming transaction once the bank has collected it; the account number is encrypted.';

create table invoice_letters (
  organization_id uuid not null,
  letter_id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  reminder_day integer,
  addresses text[] not null,
  created_at timestamptz not null,
  created_by_user uuid,
  created_by_token uuid,
  status text not null default 'waiting',
  sent_at timestamptz,
  constraint invoice_letters_pkey primary key (organization_id, letter_id),
  constraint invoice_letters_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint invoice_letters_columns_of_status check ((sent_at is not null) = (status = 'sent')),
  constraint invoice_letters_kind_check check (kind in ('invoice', 'reminder', 'receipt')),
  constraint invoice_letters_status_check check (status in ('waiting', 'sent', 'dropped'))
);
create index invoice_letters_by_invoice on invoice_letters (organization_id, invoice_id);
create unique index invoice_letters_once on invoice_letters (organization_id, invoice_id, reminder_day) where reminder_day is not null;
create index invoice_letters_waiting on invoice_letters (organization_id, letter_id) where status = 'waiting';
comment on table invoice_letters is 'E-mails about invoices. Written by the commit that causes them; a job draws the PDF outside any transaction and queues the e-mails, once.';

-- 0017_categories.sql -----------------------------------------------------------------------------------------------------

create table category_months (
  organization_id uuid not null,
  month date not null,
  category_id uuid not null,
  account_id uuid not null,
  out_minor bigint not null,
  out_transactions bigint not null,
  in_minor bigint not null,
  in_transactions bigint not null,
  constraint category_months_pkey primary key (organization_id, month, category_id, account_id),
  constraint category_months_month_check check (extract(day from month) = 1::numeric)
) with (fillfactor=50);
comment on table category_months is 'Money out and in per month of creation, category, and account, of the same transactions as in account_days. What has no category is the difference between the two, so payments never wait for changes of categories. Updated by whatever changes a category or undoes a payment with one.';

create table category_rules (
  organization_id uuid not null,
  rule_id uuid not null,
  "position" integer not null,
  version integer not null,
  name text not null,
  category_id uuid not null,
  conditions jsonb not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint category_rules_pkey primary key (organization_id, rule_id),
  constraint category_rules_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint category_rules_position_check check ("position" >= 1)
);
comment on table category_rules is 'Rules that give new transactions a category, checked in the order of position; the first match applies. Deleting one sets deleted_at; the categories that it gave stay.';

create table category_rule_runs (
  organization_id uuid not null,
  run_id uuid not null,
  status text not null,
  from_id uuid not null,
  next_id uuid not null,
  examined bigint not null default 0,
  changed bigint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint category_rule_runs_pkey primary key (organization_id, run_id),
  constraint category_rule_runs_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint category_rule_runs_columns_of_status check ((finished_at is not null) = (status = 'done')),
  constraint category_rule_runs_status_check check (status in ('running', 'done'))
);
create unique index category_rule_runs_running on category_rule_runs (organization_id) where status = 'running';
comment on table category_rule_runs is 'Applications of all rules to existing transactions: running, one batch per commit, then done. At most one runs at a time in an organization.';

-- 0018_list_indexes.sql ---------------------------------------------------------------------------------------------------

create table search_words (
  organization_id uuid not null,
  kind text not null,
  word text not null,
  item_id uuid not null,
  constraint search_words_pkey primary key (organization_id, kind, word, item_id),
  constraint search_words_kind_check check (kind in ('recipient', 'counterparty', 'customer', 'invoice'))
);
create index search_words_item on search_words (organization_id, kind, item_id, word);
comment on table search_words is 'The words by which recipients, counterparties, customers, and invoices are found. Written by whatever changes their texts; rows are deleted when a text no longer contains the word.';

create table invoice_days (
  organization_id uuid not null,
  subject_id uuid not null,
  day date not null,
  open_invoices bigint not null default 0,
  due_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  credit_minor bigint not null default 0,
  constraint invoice_days_pkey primary key (organization_id, subject_id, day),
  constraint invoice_days_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
) with (fillfactor=50);
comment on table invoice_days is 'What is due, paid, and left over per day, so that the overview adds up days instead of invoices. Updated by the statements that change invoices and incoming payments; equals invoice_day_sums.';

create view invoice_day_sums with (security_invoker=true) as
 select r.organization_id,
    s.subject_id,
    r.day,
    sum(r.open_invoices) as open_invoices,
    sum(r.due_minor)::bigint as due_minor,
    sum(r.paid_minor)::bigint as paid_minor,
    sum(r.credit_minor)::bigint as credit_minor
   from ( select invoices.organization_id,
            invoices.customer_id,
            invoices.due_date as day,
            1 as open_invoices,
            invoices.amount_minor::bigint - invoices.paid_minor::bigint as due_minor,
            0 as paid_minor,
            0 as credit_minor
           from invoices
          where invoices.status in ('Unpaid', 'Processing')
        union all
         select invoices.organization_id,
            invoices.customer_id,
            (invoices.paid_at at time zone 'America/New_York')::date as timezone,
            0,
            0,
            invoices.amount_minor,
            0
           from invoices
          where invoices.status = 'Paid'
        union all
         select incoming_payments.organization_id,
            incoming_payments.customer_id,
            (incoming_payments.received_at at time zone 'America/New_York')::date as timezone,
            0,
            0,
            0,
            incoming_payments.amount_minor::bigint - incoming_payments.matched_minor::bigint
           from incoming_payments
          where incoming_payments.status = 'matched' and incoming_payments.matched_minor::bigint < incoming_payments.amount_minor::bigint) r
     cross join lateral ( values (r.customer_id), (r.organization_id)) s(subject_id)
  group by r.organization_id, s.subject_id, r.day;
comment on view invoice_day_sums is 'The sums of invoice_days, computed from invoices and incoming payments.';

-- 0019_returns_and_yields.sql ---------------------------------------------------------------------------------------------

create table transaction_returns (
  organization_id uuid not null,
  transaction_id uuid not null,
  return_id uuid not null,
  outcome text not null,
  reason text not null,
  returned_at timestamptz not null,
  constraint transaction_returns_pkey primary key (organization_id, transaction_id),
  constraint transaction_returns_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint transaction_returns_other check (return_id <> transaction_id),
  constraint transaction_returns_outcome_check check (outcome in ('returned', 'failed'))
);
create unique index transaction_returns_return_key on transaction_returns (organization_id, return_id);
comment on table transaction_returns is 'Which transaction returned a deposit or a side of a treasury transfer. Each is returned at most once; both transactions stay sent, because a return is a movement of its own, as on a bank statement. Append-only.';

create table treasury_yields (
  organization_id uuid not null,
  starts_on date not null,
  yield_ppm integer,
  constraint treasury_yields_pkey primary key (organization_id, starts_on),
  constraint treasury_yields_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint treasury_yields_ppm_check check (yield_ppm >= 0 and yield_ppm <= 250000)
);
comment on table treasury_yields is 'Sandbox only: the yield of the simulated fund from a day on, until the next row. A day that has earned keeps its yield.';

-- 0020_bank_connections.sql -----------------------------------------------------------------------------------------------

create table bank_connections (
  organization_id uuid not null,
  connection_id uuid not null,
  rail text not null,
  kind text not null,
  name text not null,
  state text not null,
  settings jsonb not null,
  secrets bytea,
  version integer not null,
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  live_at timestamptz,
  removed_at timestamptz,
  constraint bank_connections_pkey primary key (organization_id, connection_id),
  constraint bank_connections_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_connections_columns_of_state check ((secrets is null or (state in ('draft', 'rehearsal', 'live'))) and (live_at is null or (state in ('live', 'removed'))) and (live_at is not null or state <> 'live') and (removed_at is not null) = (state = 'removed')),
  constraint bank_connections_kind_check check (kind in ('folder', 'sftp', 'simulated')),
  constraint bank_connections_name_check check (length(name) >= 1 and length(name) <= 80),
  constraint bank_connections_rail_check check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  constraint bank_connections_state_check check (state in ('draft', 'rehearsal', 'live', 'removed')),
  constraint bank_connections_version_check check (version >= 1)
);
comment on table bank_connections is 'Connections to banks, one rail each: draft, rehearsal (files are written and shown, but not sent), live, or removed, which erases the secrets.';

create table bank_connection_accounts (
  organization_id uuid not null,
  account_id uuid not null,
  rail text not null,
  connection_id uuid not null,
  constraint bank_connection_accounts_pkey primary key (organization_id, account_id, rail),
  constraint bank_connection_accounts_organization_id_connection_id_fkey foreign key (organization_id, connection_id) references bank_connections(organization_id, connection_id)
);
create index bank_connection_accounts_connection on bank_connection_accounts (organization_id, connection_id);
comment on table bank_connection_accounts is 'Which connection carries an account''s payments of a rail: at most one. A connection may serve several accounts.';

-- 0021_bank_files.sql -----------------------------------------------------------------------------------------------------

create table bank_channels (
  organization_id uuid not null,
  connection_id uuid not null,
  lease_token uuid,
  lease_ends_at timestamptz,
  polled_at timestamptz,
  next_poll_at timestamptz,
  failures integer not null default 0,
  problem text,
  constraint bank_channels_pkey primary key (organization_id, connection_id),
  constraint bank_channels_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_channels_lease check ((lease_token is null) = (lease_ends_at is null)),
  constraint bank_channels_problem check ((problem is null) = (failures = 0))
);
comment on table bank_channels is 'Who is using a bank connection now, and when its inbox is read next.';

create table bank_files (
  organization_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  direction text not null,
  rail text not null,
  format text,
  name text,
  state text not null,
  reason text,
  message_id text,
  created_at timestamptz not null,
  closes_at timestamptz,
  transaction_count integer not null default 0,
  object_name text,
  content_key bytea,
  bytes bigint,
  sha256 bytea,
  claimed_by uuid,
  handed_over_at timestamptz,
  attempts integer not null default 0,
  retry_at timestamptz,
  sent_at timestamptz,
  answer_within_ms bigint,
  answer_due_at timestamptz,
  answered_at timestamptz,
  remote_bytes bigint,
  remote_modified_at timestamptz,
  repeats_file_id uuid,
  processed_at timestamptz,
  alerted_at timestamptz,
  tolerated jsonb,
  constraint bank_files_pkey primary key (organization_id, file_id),
  constraint bank_files_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_files_answer_within_check check (answer_within_ms > 0),
  constraint bank_files_bytes_check check (bytes >= 0),
  constraint bank_files_columns_of_state check ((object_name is not null or (state in ('open', 'quarantined', 'dismissed'))) and (object_name is null or state <> 'open') and (reason is not null or (state <> all (array['inDoubt', 'rejected', 'withheld', 'repeated', 'quarantined']))) and (reason is null or (state in ('written', 'sending', 'inDoubt', 'rejected', 'withheld', 'received', 'repeated', 'quarantined', 'dismissed'))) and (claimed_by is not null) = (state = 'sending') and (sent_at is not null) = (state in ('sent', 'acknowledged', 'rejected')) and (answered_at is not null) = (state in ('acknowledged', 'rejected'))),
  constraint bank_files_content check ((object_name is null) = (content_key is null) and (object_name is null) = (bytes is null) and (object_name is null) = (sha256 is null)),
  constraint bank_files_direction_check check (direction in ('out', 'in')),
  constraint bank_files_direction_of_state check (
case
    when direction = 'out' then state <> all (array['received', 'processed', 'repeated', 'quarantined'])
    else state in ('received', 'processed', 'repeated', 'quarantined', 'dismissed')
end),
  constraint bank_files_format_check check (format in ('nacha', 'pain.001', 'pain.002', 'pacs.002', 'pacs.004', 'pacs.008', 'pacs.028', 'camt.029', 'camt.052', 'camt.053', 'camt.054', 'camt.056', 'positive-pay', 'checks-pdf', 'bai2', 'acknowledgment')),
  constraint bank_files_handed_over check (handed_over_at is null or (state in ('sending', 'inDoubt'))),
  constraint bank_files_in_has_name check (direction = 'out' or name is not null),
  constraint bank_files_name_check check (length(name) >= 1 and length(name) <= 255),
  constraint bank_files_out_has_format check (direction = 'in' or format is not null),
  constraint bank_files_processed check ((processed_at is not null) = (state = 'processed')),
  constraint bank_files_rail_check check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  constraint bank_files_state_check check (state in ('open', 'written', 'rehearsed', 'kept', 'sending', 'sent', 'inDoubt', 'acknowledged', 'rejected', 'withheld', 'received', 'processed', 'repeated', 'quarantined', 'dismissed')),
  constraint bank_files_transaction_count_check check (transaction_count >= 0)
);
create index bank_files_attention on bank_files (organization_id, file_id) where state in ('inDoubt', 'withheld', 'quarantined');
create unique index bank_files_content_key on bank_files (organization_id, sha256) where direction = 'in' and repeats_file_id is null and sha256 is not null;
create index bank_files_in_work on bank_files (organization_id, connection_id, state, file_id) where state in ('written', 'sending', 'received');
create index bank_files_inbox on bank_files (organization_id, connection_id, name) where direction = 'in';
create index bank_files_message on bank_files (organization_id, message_id) where direction = 'out' and message_id is not null;
create unique index bank_files_message_key on bank_files (organization_id, connection_id, format, message_id) where state = 'processed' and message_id is not null;
create unique index bank_files_name_key on bank_files (organization_id, connection_id, name) where direction = 'out';
create unique index bank_files_open_key on bank_files (organization_id, connection_id, rail, format, closes_at) where state = 'open';
create index bank_files_overdue on bank_files (organization_id, answer_due_at) where state = 'sent' and answer_due_at is not null;
create index bank_files_unanswered on bank_files (organization_id, answer_due_at) where state = 'sent' and answer_due_at is not null and alerted_at is null;
create index bank_files_unsent on bank_files (organization_id, file_id) where (state in ('written', 'sending')) and alerted_at is null;
comment on table bank_files is 'Every file sent to a bank and received from one, with its state. Nothing is deleted; the contents are in the object store, encrypted.';

create table bank_file_contents (
  organization_id uuid not null,
  object_name text not null,
  created_at timestamptz not null,
  abandoned boolean not null default false,
  content bytea,
  constraint bank_file_contents_pkey primary key (organization_id, object_name),
  constraint bank_file_contents_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index bank_file_contents_left on bank_file_contents (organization_id, created_at) where content is null;
comment on table bank_file_contents is 'Small contents of bank files, encrypted, and the names of larger ones that are being put into the object store and that no file refers to yet. A name left by a process that died is swept together with its object.';

create table bank_file_payments (
  organization_id uuid not null,
  file_id uuid not null,
  "position" integer not null,
  transaction_id uuid not null,
  purpose text not null,
  reference text,
  released boolean not null default false,
  constraint bank_file_payments_pkey primary key (organization_id, file_id, "position"),
  constraint bank_file_payments_position_check check ("position" >= 1),
  constraint bank_file_payments_purpose_check check (purpose in ('pay', 'issue', 'void', 'print', 'cancel', 'query', 'prenote', 'reverse', 'answer')),
  constraint bank_file_payments_reference_check check (length(reference) >= 1 and length(reference) <= 140)
);
create unique index bank_file_payments_filed_once on bank_file_payments (organization_id, transaction_id, purpose) where purpose in ('pay', 'issue', 'print');
create unique index bank_file_payments_once on bank_file_payments (organization_id, transaction_id, purpose) where not released and (purpose <> all (array['answer', 'query']));
create index bank_file_payments_reference on bank_file_payments (organization_id, reference) where reference is not null;
create index bank_file_payments_transaction on bank_file_payments (organization_id, transaction_id);
comment on table bank_file_payments is 'Which payments a file contains, and the references under which the bank knows them.';

-- 0022_bank_orders.sql ----------------------------------------------------------------------------------------------------

create table bank_orders (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null,
  rail text not null,
  account_id uuid not null,
  recipient_id uuid not null,
  routing_id uuid not null,
  amount_minor bigint not null,
  ordered_at timestamptz not null,
  connection_id uuid,
  window_at timestamptz,
  entry_class text,
  receiving_bank text,
  file_id uuid,
  "position" integer,
  reference text,
  batch_texts text,
  settles_later boolean not null default false,
  identification text,
  missed_at timestamptz,
  constraint bank_orders_pkey primary key (organization_id, transaction_id),
  constraint bank_orders_amount_check check (amount_minor > 0),
  constraint bank_orders_columns_of_state check (((connection_id is not null) = (state in ('open', 'filed')) or state = 'refused') and ((window_at is not null) = (state in ('open', 'filed')) or state = 'refused') and ((file_id is not null) = (state = 'filed') or state = 'refused') and (("position" is not null) = (state = 'filed') or state = 'refused') and ((reference is not null) = (state = 'filed') or state = 'refused')),
  constraint bank_orders_rail_check check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  constraint bank_orders_state_check check (state in ('waiting', 'open', 'filed', 'refused'))
) with (fillfactor=70);
create index bank_orders_file on bank_orders (organization_id, file_id, "position") where file_id is not null;
create index bank_orders_open on bank_orders (organization_id, connection_id, window_at) where state in ('waiting', 'open');
create index bank_orders_penny on bank_orders (organization_id, connection_id, ordered_at) where amount_minor = 1;
create index bank_orders_reference on bank_orders (organization_id, connection_id, reference) where reference is not null;
comment on table bank_orders is 'One row per payment that a bank receives in a file: it waits for a connection, is open until the file of its window is numbered, and is then in that file. A payment submitted twice has one row.';

create table bank_order_contents (
  organization_id uuid not null,
  transaction_id uuid not null,
  content bytea not null,
  constraint bank_order_contents_pkey primary key (organization_id, transaction_id)
);
comment on table bank_order_contents is 'What the bank is told about each payment that is not in a written file yet. Deleted in the transaction that records the file, which contains it from then on.';

create table file_sequences (
  organization_id uuid not null,
  connection_id uuid not null,
  next_sequence integer not null,
  next_file integer not null,
  constraint file_sequences_pkey primary key (organization_id, connection_id),
  constraint file_sequences_next_check check (next_sequence >= 1 and next_sequence <= 9999999)
);
comment on table file_sequences is 'The next trace number and file number of each connection. Its lock makes the files of a connection one at a time.';

create table ach_files (
  organization_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  state text not null,
  window_at timestamptz not null,
  name text not null,
  immediate_origin text not null,
  immediate_destination text not null,
  creation_date date not null,
  creation_time text not null,
  modifier text not null,
  odfi_identification text not null,
  first_sequence integer not null,
  entries integer not null,
  total_minor bigint not null,
  is_same_day boolean not null,
  same_day_max_minor bigint not null,
  effective_on date not null,
  settles_at timestamptz not null,
  later_on date not null,
  later_settles_at timestamptz not null,
  planned_at timestamptz not null,
  written_at timestamptz,
  answered_at timestamptz,
  reverses boolean,
  constraint ach_files_pkey primary key (organization_id, file_id),
  constraint ach_files_columns_of_state check ((written_at is not null) = (state in ('written', 'rehearsed', 'accepted', 'rejected')) and (answered_at is not null) = (state in ('accepted', 'rejected'))),
  constraint ach_files_entries_check check (entries > 0),
  constraint ach_files_state_check check (state in ('planned', 'written', 'rehearsed', 'accepted', 'rejected', 'dropped'))
);
create unique index ach_files_identity on ach_files (organization_id, connection_id, creation_date, modifier, creation_time);
create unique index ach_files_name on ach_files (organization_id, connection_id, name);
create index ach_files_planned on ach_files (organization_id, file_id) where state = 'planned';
create index ach_files_written on ach_files (organization_id, connection_id, written_at) where state = 'written';
comment on table ach_files is 'The numbers of each ACH file. Planned in the transaction that puts payments into it, before it is built, so that building it again after a crash gives the same file.';

create table file_answers (
  organization_id uuid not null,
  answer_id uuid not null,
  transaction_id uuid not null,
  outcome text not null,
  code text,
  tracking_number text,
  source_file_id uuid,
  is_late boolean not null default false,
  answered_at timestamptz not null,
  due_at timestamptz not null,
  collected_at timestamptz,
  check_number text,
  disposition text not null default 'waiting',
  constraint file_answers_pkey primary key (organization_id, answer_id),
  constraint file_answers_columns_of_disposition check (collected_at is not null or (disposition in ('waiting', 'parked'))),
  constraint file_answers_disposition_check check (disposition in ('waiting', 'parked', 'applied', 'ignored')),
  constraint file_answers_outcome_check check (outcome in ('confirmed', 'rejected', 'returned', 'blocked'))
);
create index file_answers_due on file_answers (organization_id, due_at, answer_id) where collected_at is null;
create index file_answers_transaction on file_answers (organization_id, transaction_id);
create index file_answers_waiting on file_answers (organization_id, due_at, answer_id) where disposition = 'waiting';
comment on table file_answers is 'What banks say about payments, each answer once: written by the transaction that processes the file and applied by payments when due, a confirmation when the payment settles, everything else at once.';

create table ach_changes (
  organization_id uuid not null,
  change_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  source_file_id uuid not null,
  code text not null,
  corrected_data bytea not null,
  received_at timestamptz not null,
  apply_by date not null,
  outcome text not null,
  constraint ach_changes_pkey primary key (organization_id, change_id),
  constraint ach_changes_outcome_check check (outcome in ('applied', 'proposed', 'unchanged', 'outdated', 'manual'))
);
create index ach_changes_recipient on ach_changes (organization_id, recipient_id, change_id);
comment on table ach_changes is 'Notifications of change: what a receiver''s bank corrects, and whether it changed the recipient at once, waits for confirmation by a second person, or was not applied. Append-only.';

-- 0023_sandbox_bank.sql ---------------------------------------------------------------------------------------------------

create table sandbox_banks (
  organization_id uuid not null,
  last_sequence integer not null,
  constraint sandbox_banks_pkey primary key (organization_id),
  constraint sandbox_banks_sequence_check check (last_sequence >= 0)
);
comment on table sandbox_banks is 'The bank of each organization, in sandbox mode only. Its lock lets one process at a time add records.';

create table sandbox_bank_records (
  organization_id uuid not null,
  sequence integer not null,
  content bytea not null,
  constraint sandbox_bank_records_pkey primary key (organization_id, sequence),
  constraint sandbox_bank_records_sequence_check check (sequence > 0)
);
comment on table sandbox_bank_records is 'What happened at the bank: files that arrived, deposits, and requests of the sandbox, each with everything that follows. Only added, never changed; everything that the bank knows is derived from them.';

create table sandbox_bank_connections (
  organization_id uuid not null,
  connection_id uuid not null,
  delivered_through timestamptz,
  delivered_sequence integer,
  next_due_at timestamptz,
  constraint sandbox_bank_connections_pkey primary key (organization_id, connection_id),
  constraint sandbox_bank_connections_delivered_check check ((delivered_through is null) = (delivered_sequence is null))
);
create index sandbox_bank_connections_due on sandbox_bank_connections (organization_id, next_due_at) where next_due_at is not null;
comment on table sandbox_bank_connections is 'What the bank has delivered over each simulated connection, and when it has something again.';

-- 0024_transfers.sql ------------------------------------------------------------------------------------------------------

create table transfer_files (
  organization_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  rail text not null,
  state text not null,
  format text not null,
  name text not null,
  message_id text not null,
  created_at timestamptz not null,
  execution_on date not null,
  asks_about uuid,
  planned_at timestamptz not null,
  written_at timestamptz,
  answered_at timestamptz,
  followed_at timestamptz,
  constraint transfer_files_pkey primary key (organization_id, file_id),
  constraint transfer_files_asks_about check ((asks_about is not null) = (format in ('pacs.028', 'camt.056'))),
  constraint transfer_files_columns_of_state check ((written_at is not null) = (state in ('written', 'rehearsed', 'accepted', 'rejected')) and (answered_at is not null) = (state in ('accepted', 'rejected'))),
  constraint transfer_files_format_check check (format in ('pain.001', 'pacs.008', 'pacs.028', 'camt.056')),
  constraint transfer_files_rail_check check (rail in ('wire', 'internationalWire', 'realTime')),
  constraint transfer_files_state_check check (state in ('planned', 'written', 'rehearsed', 'accepted', 'rejected', 'dropped'))
);
create unique index transfer_files_message on transfer_files (organization_id, connection_id, message_id);
create unique index transfer_files_name on transfer_files (organization_id, connection_id, name);
create index transfer_files_planned on transfer_files (organization_id, file_id) where state = 'planned';
create index transfer_files_written on transfer_files (organization_id, file_id) where state = 'written';
comment on table transfer_files is 'The identifications of each message with wires or a real-time payment, and of each request for a status. Planned before the message is built, so that building it again after a crash gives the same message.';

create table transfers (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null,
  file_id uuid not null,
  connection_id uuid not null,
  end_to_end_id text not null,
  uetr uuid not null,
  amount_minor bigint not null,
  tracking_number text,
  ask_at timestamptz,
  queries integer not null default 0,
  decided_at timestamptz,
  constraint transfers_pkey primary key (organization_id, transaction_id),
  constraint transfers_amount_check check (amount_minor > 0),
  constraint transfers_columns_of_state check ((decided_at is not null) = (state in ('settled', 'rejected', 'blocked', 'returned')) and (ask_at is null or (state in ('sent', 'unknown')))),
  constraint transfers_queries_check check (queries >= 0),
  constraint transfers_state_check check (state in ('planned', 'sent', 'unknown', 'settled', 'rejected', 'blocked', 'returned', 'withdrawn'))
) with (fillfactor=70);
create index transfers_ask on transfers (organization_id, ask_at) where ask_at is not null;
create unique index transfers_end_to_end on transfers (organization_id, end_to_end_id);
create index transfers_file on transfers (organization_id, file_id);
create unique index transfers_uetr on transfers (organization_id, uetr);
comment on table transfers is 'One row per wire or real-time payment that is in a message: its identifications, and what the bank has said about it. A payment whose outcome is unknown is asked about and never sent again.';

create table wire_terms (
  organization_id uuid not null,
  transaction_id uuid not null,
  charge_bearer text not null,
  constraint wire_terms_pkey primary key (organization_id, transaction_id),
  constraint wire_terms_charge_bearer_check check (charge_bearer in ('DEBT', 'SHAR'))
);
comment on table wire_terms is 'Who pays the banks'' fees of a wire, where its request says so. Written with the payment, and never changed.';

-- 0025_checks.sql ---------------------------------------------------------------------------------------------------------

create table check_sequences (
  organization_id uuid not null,
  account_id uuid not null,
  next_number bigint not null,
  constraint check_sequences_pkey primary key (organization_id, account_id),
  constraint check_sequences_next_check check (next_number >= 1 and next_number <= '9999999999'::bigint)
);
comment on table check_sequences is 'The number of the next check of each account. Its lock makes the numbers of an account follow each other without gaps.';

create table check_runs (
  organization_id uuid not null,
  run_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  state text not null,
  window_at timestamptz not null,
  printed_by text not null,
  is_rehearsal boolean not null,
  first_number bigint not null,
  checks integer not null,
  issued_on date not null,
  issue_name text not null,
  print_file_id uuid not null,
  print_name text not null,
  numbered_at timestamptz not null,
  issued_at timestamptz,
  printed_at timestamptz,
  ended_at timestamptz,
  constraint check_runs_pkey primary key (organization_id, run_id),
  constraint check_runs_checks_check check (checks > 0),
  constraint check_runs_columns_of_state check ((issued_at is not null or (state <> all (array['issued', 'printed', 'mailed', 'rehearsed', 'rejected']))) and (issued_at is null or state <> 'numbered') and (printed_at is not null or (state <> all (array['printed', 'mailed', 'rehearsed']))) and (printed_at is null or (state <> all (array['numbered', 'issued', 'dropped']))) and (ended_at is not null) = (state in ('mailed', 'rehearsed', 'rejected', 'dropped'))),
  constraint check_runs_printed_by_check check (printed_by in ('us', 'bank')),
  constraint check_runs_state_check check (state in ('numbered', 'issued', 'printed', 'mailed', 'rehearsed', 'rejected', 'dropped'))
);
create unique index check_runs_issue_name on check_runs (organization_id, connection_id, issue_name);
create index check_runs_open on check_runs (organization_id, run_id) where state in ('numbered', 'issued', 'printed');
create unique index check_runs_print_file on check_runs (organization_id, print_file_id);
create unique index check_runs_print_name on check_runs (organization_id, connection_id, print_name);
comment on table check_runs is 'The checks of an account that are issued and printed together. Numbered in the transaction that puts payments into it, before its files are built, so that building them again after a crash gives the same files.';

create table checks (
  organization_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  transaction_id uuid not null,
  run_id uuid not null,
  connection_id uuid not null,
  state text not null,
  amount_minor bigint not null,
  issued_on date not null,
  payee text,
  mailed_at timestamptz,
  paid_on date,
  paid_minor bigint,
  ended_at timestamptz,
  code text,
  constraint checks_pkey primary key (organization_id, account_id, check_number),
  constraint checks_amount_check check (amount_minor > 0),
  constraint checks_columns_of_state check ((mailed_at is not null or (state <> all (array['mailed', 'paid']))) and (mailed_at is null or (state <> all (array['numbered', 'void']))) and (paid_on is not null) = (state = 'paid') and (paid_minor is not null) = (state = 'paid') and (ended_at is not null) = (state in ('paid', 'void', 'stopped', 'returned')) and (code is not null) = (state in ('void', 'stopped', 'returned'))),
  constraint checks_state_check check (state in ('numbered', 'mailed', 'paid', 'void', 'stopped', 'returned'))
);
create index checks_run on checks (organization_id, run_id, check_number);
create index checks_transaction on checks (organization_id, transaction_id, check_number);
create index checks_uncashed on checks (organization_id, account_id, ended_at) where state in ('stopped', 'returned');
comment on table checks is 'Every check number that was assigned, once, with what became of the check. A number whose check is never mailed stays here as void.';

create table check_voids (
  organization_id uuid not null,
  void_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  transaction_id uuid not null,
  connection_id uuid not null,
  state text not null,
  kind text not null,
  code text not null,
  requested_at timestamptz not null,
  file_id uuid,
  file_name text,
  decided_at timestamptz,
  reason text,
  constraint check_voids_pkey primary key (organization_id, void_id),
  constraint check_voids_columns_of_state check ((file_id is not null or state <> 'reported') and (file_id is null or (state <> all (array['waiting', 'manual']))) and (decided_at is not null) = (state in ('accepted', 'refused')) and (reason is not null) = (state = 'refused')),
  constraint check_voids_kind_check check (kind in ('void', 'stop')),
  constraint check_voids_state_check check (state in ('waiting', 'reported', 'manual', 'accepted', 'refused'))
);
create index check_voids_file on check_voids (organization_id, file_id) where file_id is not null;
create index check_voids_file_name on check_voids (organization_id, connection_id, file_name) where file_name is not null;
create unique index check_voids_open on check_voids (organization_id, account_id, check_number) where state in ('waiting', 'reported', 'manual');
create index check_voids_waiting on check_voids (organization_id, connection_id, account_id, void_id) where state = 'waiting';
comment on table check_voids is 'What the bank is told about checks that must not be paid: numbers that were issued and never mailed, and stops. The money of a stopped check is back only when the bank has accepted the stop.';

create table check_exceptions (
  organization_id uuid not null,
  exception_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  transaction_id uuid,
  state text not null,
  kind text not null,
  amount_minor bigint not null,
  presented_on date,
  source_file_id uuid not null,
  reported_at timestamptz not null,
  decide_by timestamptz not null,
  decision text,
  decided_at timestamptz,
  constraint check_exceptions_pkey primary key (organization_id, exception_id),
  constraint check_exceptions_columns_of_state check ((decision is not null) = (state = 'decided') and (decided_at is not null) = (state = 'decided')),
  constraint check_exceptions_decision_check check (decision in ('pay', 'return')),
  constraint check_exceptions_kind_check check (kind in ('paidWithoutIssue', 'amountMismatch', 'payeeMismatch', 'paidTwice', 'paidAfterStop', 'paidAfterVoid')),
  constraint check_exceptions_state_check check (state in ('open', 'decided'))
);
create index check_exceptions_open on check_exceptions (organization_id, decide_by, exception_id) where state = 'open';
create index check_exceptions_transaction on check_exceptions (organization_id, transaction_id) where transaction_id is not null;
comment on table check_exceptions is 'Checks that were presented to the bank and are not what was issued. Two people decide whether the bank pays or returns each (control_changes).';

-- 0026_reconciliation.sql -------------------------------------------------------------------------------------------------

create table reconciled_accounts (
  organization_id uuid not null,
  account_id uuid not null,
  compared_version bigint not null default '-1'::integer,
  constraint reconciled_accounts_pkey primary key (organization_id, account_id),
  constraint reconciled_accounts_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table reconciled_accounts is 'Accounts about which a bank has reported something. The lock of a row makes the imports and matches of an account one at a time.';

create table bank_statements (
  organization_id uuid not null,
  statement_id uuid not null,
  account_id uuid not null,
  state text not null,
  file_id uuid not null,
  reference text not null,
  from_on date not null,
  closes_on date not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  movements integer not null,
  imported_at timestamptz not null,
  constraint bank_statements_pkey primary key (organization_id, statement_id),
  constraint bank_statements_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_statements_movements_check check (movements >= 0),
  constraint bank_statements_period check (from_on <= closes_on),
  constraint bank_statements_state_check check (state in ('current', 'replaced'))
);
create unique index bank_statements_day_key on bank_statements (organization_id, account_id, closes_on) where state = 'current';
comment on table bank_statements is 'Statements of banks with their balances, one per account and closing day. A correction replaces a statement.';

create table bank_statement_pages (
  organization_id uuid not null,
  account_id uuid not null,
  format text not null,
  reference text not null,
  page integer not null,
  is_last boolean not null,
  file_id uuid not null,
  by_hand boolean not null,
  arrived_at timestamptz not null,
  joined_at timestamptz,
  alerted_at timestamptz,
  constraint bank_statement_pages_pkey primary key (organization_id, account_id, format, reference, page),
  constraint bank_statement_pages_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_statement_pages_page_check check (page > 0)
);
create index bank_statement_pages_waiting on bank_statement_pages (organization_id, arrived_at) where joined_at is null;
comment on table bank_statement_pages is 'Pages of reports that a bank sends in several messages, until all have arrived.';

create table bank_movements (
  organization_id uuid not null,
  movement_id uuid not null,
  account_id uuid not null,
  state text not null,
  file_id uuid not null,
  statement_id uuid,
  listed_on date,
  booked_on date not null,
  amount_minor bigint not null,
  is_return boolean not null,
  bank_reference text,
  code text not null,
  counterparty text,
  remittance text,
  description text,
  match_id uuid,
  by_hand boolean not null,
  created_at timestamptz not null,
  alerted_at timestamptz,
  constraint bank_movements_pkey primary key (organization_id, movement_id),
  constraint bank_movements_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_movements_amount_check check (amount_minor <> 0),
  constraint bank_movements_columns_of_state check ((match_id is not null) = (state = 'matched')),
  constraint bank_movements_listed check ((statement_id is null) = (listed_on is null)),
  constraint bank_movements_state_check check (state in ('open', 'matched', 'withdrawn'))
);
create index bank_movements_account on bank_movements (organization_id, account_id, movement_id);
create index bank_movements_booked on bank_movements (organization_id, account_id, booked_on) where state <> 'withdrawn';
create index bank_movements_listed_on on bank_movements (organization_id, account_id, listed_on) where state <> 'withdrawn';
create index bank_movements_match on bank_movements (organization_id, match_id) where match_id is not null;
create index bank_movements_open on bank_movements (organization_id, account_id, movement_id) where state = 'open';
create index bank_movements_statement on bank_movements (organization_id, statement_id) where statement_id is not null;
create index bank_movements_unreported on bank_movements (booked_on) where state = 'open' and alerted_at is null;
create index bank_movements_withdrawn on bank_movements (organization_id, account_id, booked_on) where state = 'withdrawn';
comment on table bank_movements is 'Every booking of a bank on an account, once, however many reports have it. Nothing is deleted: a correction withdraws a movement.';

create table bank_movement_references (
  organization_id uuid not null,
  movement_id uuid not null,
  "position" integer not null,
  reference text not null,
  constraint bank_movement_references_pkey primary key (organization_id, movement_id, "position", reference),
  constraint bank_movement_references_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_movement_references_reference_check check (length(reference) >= 1 and length(reference) <= 140)
);
comment on table bank_movement_references is 'The references by which the payments of a movement may be found. Append-only.';

create table bank_matches (
  organization_id uuid not null,
  match_id uuid not null,
  account_id uuid not null,
  state text not null,
  kind text not null,
  amount_minor bigint not null,
  matched_at timestamptz not null,
  undone_at timestamptz,
  constraint bank_matches_pkey primary key (organization_id, match_id),
  constraint bank_matches_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_matches_columns_of_state check ((undone_at is not null) = (state = 'undone')),
  constraint bank_matches_kind_check check (kind in ('reference', 'booked', 'manual')),
  constraint bank_matches_state_check check (state in ('matched', 'undone'))
);
comment on table bank_matches is 'Movements of a bank and entries of the ledger that are the same money: both sides have the same sum.';

create table bank_matched_entries (
  organization_id uuid not null,
  account_id uuid not null,
  transaction_id uuid not null,
  effect ledger_effect not null,
  match_id uuid not null,
  amount_minor bigint not null,
  entered_on date not null,
  constraint bank_matched_entries_pkey primary key (organization_id, account_id, transaction_id, effect),
  constraint bank_matched_entries_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index bank_matched_entries_day on bank_matched_entries (organization_id, account_id, entered_on);
create index bank_matched_entries_match on bank_matched_entries (organization_id, match_id);
comment on table bank_matched_entries is 'Entries of the ledger that were found at the bank, each in one match. Deleted when a match is undone.';

create table bank_matched_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  entries bigint not null,
  amount_minor bigint not null,
  constraint bank_matched_days_pkey primary key (organization_id, account_id, day),
  constraint bank_matched_days_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_matched_days_entries_check check (entries >= 0)
);
comment on table bank_matched_days is 'The matched entries of an account by the day on which the ledger has them, so that what is in transit is counted by days instead of entries. Updated with them, under the lock of the account.';

-- 0027_going_live.sql -----------------------------------------------------------------------------------------------------

create table ach_prenotes (
  organization_id uuid not null,
  connection_id uuid not null,
  routing_id uuid not null,
  recipient_id uuid not null,
  account_id uuid not null,
  transaction_id uuid not null,
  state text not null,
  file_id uuid not null,
  "position" integer not null,
  reference text not null,
  receiving_bank text not null,
  live_on date not null,
  code text,
  constraint ach_prenotes_pkey primary key (organization_id, connection_id, routing_id),
  constraint ach_prenotes_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint ach_prenotes_columns_of_state check ((code is not null) = (state in ('returned', 'corrected'))),
  constraint ach_prenotes_position_check check ("position" >= 1),
  constraint ach_prenotes_state_check check (state in ('filed', 'returned', 'corrected'))
);
create index ach_prenotes_file on ach_prenotes (organization_id, file_id);
create index ach_prenotes_reference on ach_prenotes (organization_id, connection_id, reference);
comment on table ach_prenotes is 'Zero-dollar entries that test new bank details before the first payment, for connections that send them. Deleted if their file is not sent or rejected, so that the next file has them again.';

create table bank_notices (
  organization_id uuid not null,
  notice_id uuid not null,
  kind text not null,
  source_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  source_file_id uuid not null,
  code text not null,
  received_at timestamptz not null,
  act_by date not null,
  outcome text,
  done_at timestamptz,
  reminded_at timestamptz,
  constraint bank_notices_pkey primary key (organization_id, notice_id),
  constraint bank_notices_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint bank_notices_kind_check check (kind in ('changeOfDetails', 'lateReturn', 'dishonoredReturn', 'contestedReturn', 'reversalReturned', 'paidBackTwice')),
  constraint bank_notices_outcome_check check (outcome in ('applied', 'proposed', 'unchanged', 'outdated', 'manual')),
  constraint bank_notices_outcome_of_kind check ((outcome is not null) = (kind = 'changeOfDetails'))
);
create index bank_notices_open on bank_notices (organization_id, notice_id) where done_at is null;
create index bank_notices_recipient on bank_notices (organization_id, recipient_id, notice_id);
create unique index bank_notices_source on bank_notices (organization_id, source_id);
comment on table bank_notices is 'What banks said about payments that a person may have to act on by a date: corrected bank details, returns that came too late, dishonored and contested returns, and reversals that went wrong.';

-- 0028_sandbox_bank_accounts.sql ------------------------------------------------------------------------------------------

create table sandbox_bank_accounts (
  organization_id uuid not null,
  account_id uuid not null,
  seen_version bigint not null,
  seen_at timestamptz not null,
  read_from timestamptz not null,
  base_minor bigint not null,
  constraint sandbox_bank_accounts_pkey primary key (organization_id, account_id)
);
comment on table sandbox_bank_accounts is 'Up to where the sandbox''s bank has read the ledger of each account, for the movements that it does not learn from files.';

-- 0029_rate_counts.sql ----------------------------------------------------------------------------------------------------

create table rate_counts (
  organization_id uuid not null,
  counter text not null,
  minute bigint not null,
  requests integer not null,
  last_at timestamptz not null,
  previous_requests integer not null,
  previous_last_at timestamptz not null,
  constraint rate_counts_pkey primary key (organization_id, counter)
) with (fillfactor=50);
comment on table rate_counts is 'Requests of the current and the previous minute, of credentials that use a considerable share of their rate limit. Unlogged: after a crash or a failover, counting starts at zero. Rows are deleted ten minutes after their last request.';

-- 0031_master_key_backups.sql ---------------------------------------------------------------------------------------------

create table master_key_backups (
  master_key_id text not null,
  confirmed_at timestamptz not null,
  confirmed_by text not null,
  constraint master_key_backups_pkey primary key (master_key_id)
);
comment on table master_key_backups is 'Master keys of which an operator has shown a copy (`bursar key confirm-backup`), and when they last did.';

-- 0033_failure_handlings.sql ----------------------------------------------------------------------------------------------

create table failure_handlings (
  organization_id uuid not null,
  handling_id uuid not null,
  transaction_id uuid not null,
  note text,
  handled_by uuid not null,
  handled_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  constraint failure_handlings_pkey primary key (organization_id, handling_id),
  constraint failure_handlings_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint failure_handlings_undone check ((undone_at is null) = (undone_by is null))
);
create unique index failure_handlings_one_each on failure_handlings (organization_id, transaction_id) where undone_at is null;
comment on table failure_handlings is 'Failed, blocked, and returned payments that a person has marked as handled, with the person''s note. At most one per payment is not undone. Never deleted.';

-- 0035_recurring_payments.sql ---------------------------------------------------------------------------------------------

create table recurring_payments (
  organization_id uuid not null,
  recurring_payment_id uuid not null,
  state text not null,
  version integer not null,
  account_id uuid not null,
  recipient_id uuid not null,
  amount_minor positive_cents not null,
  method payment_method not null,
  external_memo text,
  note text,
  purpose text,
  charge_type text,
  requester_user_id uuid not null,
  frequency text not null,
  start_on date not null,
  day_of_month integer,
  roll text not null,
  end_on date,
  end_after integer,
  occurrences_done integer not null,
  last_day date,
  next_day date,
  request_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint recurring_payments_pkey primary key (organization_id, recurring_payment_id),
  constraint recurring_payments_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint recurring_payments_charge_type_check check (charge_type in ('ours', 'shared')),
  constraint recurring_payments_columns_of_state check ((next_day is not null) = (state = 'active') and (request_at is not null) = (state = 'active') and (ended_at is not null) = (state <> 'active')),
  constraint recurring_payments_day_of_month_check check (day_of_month >= 1 and day_of_month <= 31),
  constraint recurring_payments_end_after_check check (end_after > 0),
  constraint recurring_payments_frequency_check check (frequency in ('weekly', 'everyTwoWeeks', 'monthly', 'lastBusinessDay')),
  constraint recurring_payments_roll_check check (roll in ('before', 'after')),
  constraint recurring_payments_state_check check (state in ('active', 'ended', 'stopped')),
  constraint recurring_payments_whole check ((day_of_month is not null) = (frequency = 'monthly') and (end_on is null or end_after is null) and (charge_type is not null) = (method::text = 'internationalWire') and (last_day is null) = (occurrences_done = 0))
);
create index recurring_payments_due on recurring_payments (organization_id, request_at) where state = 'active';
create index recurring_payments_state on recurring_payments (organization_id, state, recurring_payment_id);
comment on table recurring_payments is 'Payments that repeat: active, then ended (the last occurrence was requested) or stopped by a user. Each occurrence becomes an approval request of its own. Never deleted.';

create table recurring_occurrences (
  organization_id uuid not null,
  occurrence_id uuid not null,
  recurring_payment_id uuid not null,
  day date not null,
  pay_on date not null,
  state text not null,
  request_id uuid,
  problem text,
  changed_at timestamptz not null,
  constraint recurring_occurrences_pkey primary key (organization_id, occurrence_id),
  constraint recurring_occurrences_once unique (organization_id, recurring_payment_id, day),
  constraint recurring_occurrences_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint recurring_occurrences_columns_of_state check ((request_id is not null) = (state = 'requested') and (problem is not null) = (state = 'refused')),
  constraint recurring_occurrences_state_check check (state in ('planned', 'skipped', 'requested', 'refused'))
);
create index recurring_occurrences_list on recurring_occurrences (organization_id, recurring_payment_id, day, occurrence_id);
create index recurring_occurrences_request on recurring_occurrences (organization_id, request_id) where request_id is not null;
comment on table recurring_occurrences is 'Occurrences of a recurring payment that were requested, refused, or skipped; planned means no longer skipped. Others follow from its schedule. One row per scheduled day, so that an occurrence is requested once.';

-- 0036_search_and_saved_views.sql -----------------------------------------------------------------------------------------

create table memo_words (
  organization_id uuid not null,
  word text not null,
  transaction_id uuid not null,
  earlier_ids uuid[],
  constraint memo_words_pkey primary key (organization_id, word, transaction_id)
);
comment on table memo_words is 'The words of memos, notes, tracking numbers, and check numbers, by which transactions are found. A row holds up to 100 transactions that became searchable together, so a common word takes few rows. Written after the commit that it is about, never by it; never deleted: what a search finds is compared with the transaction.';

create table memo_backfills (
  organization_id uuid not null,
  pass smallint not null,
  below_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
  above_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  begins_at timestamptz not null,
  constraint memo_backfills_pkey primary key (organization_id, pass),
  constraint memo_backfills_pass_check check (pass = any (array[1, 2]))
);
comment on table memo_backfills is 'Reading the words of transactions that existed before memo_words: newest first, one batch per commit. The second pass, a day later, finds what processes of the previous version wrote since the upgrade began. Rows are deleted when done.';

create table saved_views (
  organization_id uuid not null,
  view_id uuid not null,
  page text not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  constraint saved_views_pkey primary key (organization_id, view_id),
  constraint saved_views_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint saved_views_page_check check (page in ('transactions', 'approvals', 'transfers', 'account'))
);
create index saved_views_of_person on saved_views (organization_id, created_by, view_id);
create index saved_views_shared on saved_views (organization_id, view_id) where is_shared;
comment on table saved_views is 'Filters and order of a list under a name. Shared with everyone who may open the list, or private to its creator. Deleted with the view.';

-- 0037_approval_batches.sql -----------------------------------------------------------------------------------------------

create table approval_batches (
  organization_id uuid not null,
  batch_id uuid not null,
  state text not null,
  name text not null,
  announced_count integer not null,
  announced_minor positive_cents not null,
  removed_count integer not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  constraint approval_batches_pkey primary key (organization_id, batch_id),
  constraint approval_batches_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint approval_batches_announced_count_check check (announced_count > 0),
  constraint approval_batches_columns_of_state check ((submitted_at is not null or state <> 'submitted') and (submitted_at is null or state <> 'open')),
  constraint approval_batches_state_check check (state in ('open', 'submitted', 'ungrouped'))
);
create index approval_batches_open on approval_batches (organization_id, batch_id) where state = 'open';
comment on table approval_batches is 'Requests that approvers decide about together: open while its creator adds requests, then submitted; ungrouped means that its open requests left it. Each request is decided and paid for itself. Never deleted.';

create table approval_batch_decisions (
  organization_id uuid not null,
  decision_id uuid not null,
  batch_id uuid not null,
  user_id uuid not null,
  verb text not null,
  reason text,
  content bytea not null,
  address text,
  state text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint approval_batch_decisions_pkey primary key (organization_id, decision_id),
  constraint approval_batch_decisions_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint approval_batch_decisions_columns_of_state check ((ended_at is not null) = (state = 'done')),
  constraint approval_batch_decisions_state_check check (state in ('running', 'done')),
  constraint approval_batch_decisions_verb_check check (verb in ('approve', 'reject', 'withdraw'))
);
create index approval_batch_decisions_batch on approval_batch_decisions (organization_id, batch_id, decision_id);
create unique index approval_batch_decisions_running on approval_batch_decisions (organization_id, batch_id) where state = 'running';
comment on table approval_batch_decisions is 'A decision of one user about the requests of a batch: running while requests are left, then done. One at a time for each batch. Never deleted.';

create table approval_batch_items (
  organization_id uuid not null,
  decision_id uuid not null,
  request_id uuid not null,
  version integer not null,
  state text not null,
  code text,
  message text,
  constraint approval_batch_items_pkey primary key (organization_id, decision_id, request_id),
  constraint approval_batch_items_columns_of_state check ((code is not null) = (state = 'refused') and (message is not null) = (state = 'refused')),
  constraint approval_batch_items_state_check check (state in ('waiting', 'decided', 'refused'))
);
create index approval_batch_items_refused on approval_batch_items (organization_id, decision_id, request_id) where state = 'refused';
create index approval_batch_items_waiting on approval_batch_items (organization_id, decision_id, request_id) where state = 'waiting';
comment on table approval_batch_items is 'The requests of a decision about a batch: waiting, then decided, or refused with the reason. Written in the transaction that decides the request, so that each is decided once.';

-- 0038_comments.sql -------------------------------------------------------------------------------------------------------

create table comment_threads (
  organization_id uuid not null,
  thread_id uuid not null,
  subject text not null,
  comments integer not null,
  constraint comment_threads_pkey primary key (organization_id, thread_id),
  constraint comment_threads_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint comment_threads_comments_check check (comments > 0),
  constraint comment_threads_subject_check check (subject in ('request', 'transfer', 'transaction'))
);
comment on table comment_threads is 'What has comments, and how many: the row is locked by each new one, so that they are counted, and their ids rise in the order of commits. A transaction made from a request has the thread of the request. Never deleted.';

create table comments (
  organization_id uuid not null,
  comment_id uuid not null,
  thread_id uuid not null,
  kind text not null,
  author_user_id uuid not null,
  body text,
  mentioned_user_ids uuid[] not null,
  created_at timestamptz not null,
  constraint comments_pkey primary key (organization_id, comment_id),
  constraint comments_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint comments_body check ((body is null) = (kind = 'withdrawal')),
  constraint comments_kind_check check (kind in ('comment', 'question', 'answer', 'withdrawal'))
);
create index comments_thread on comments (organization_id, thread_id, comment_id);
comment on table comments is 'What users said about a request or transaction. A record: never changed, never deleted.';

-- 0039_notifications.sql --------------------------------------------------------------------------------------------------

create table notifications (
  organization_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  source_id uuid not null,
  actor_id uuid,
  facts jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  done_at timestamptz,
  in_digest boolean not null,
  constraint notifications_pkey primary key (organization_id, user_id, notification_id),
  constraint notifications_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index notifications_digest on notifications (organization_id, notification_id) where in_digest;
create index notifications_old on notifications (organization_id, notification_id);
create unique index notifications_once on notifications (organization_id, user_id, source_id, kind);
create index notifications_subject on notifications (organization_id, kind, subject_id);
create index notifications_unread on notifications (organization_id, user_id, notification_id) where read_at is null and done_at is null;
comment on table notifications is 'What happened and concerns a user: one row per user. Read by the user, or done when a user has taken the action that it asks for. Old ones are deleted.';

create table notification_preferences (
  organization_id uuid not null,
  user_id uuid not null,
  kind_group text not null,
  delivery text not null,
  constraint notification_preferences_pkey primary key (organization_id, user_id, kind_group),
  constraint notification_preferences_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint notification_preferences_delivery_check check (delivery in ('immediately', 'digest', 'off'))
);
comment on table notification_preferences is 'How a user wants the e-mails of a group of notifications; without a row, as is usual for the role.';

create table notification_digests (
  organization_id uuid not null,
  user_id uuid not null,
  day date not null,
  mail_id uuid not null,
  constraint notification_digests_pkey primary key (organization_id, user_id, day),
  constraint notification_digests_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table notification_digests is 'The days on which a user was sent the daily summary: one e-mail per user and day. Old ones are deleted.';

-- 0041_row_proofs.sql -----------------------------------------------------------------------------------------------------

create table row_proofs (
  organization_id uuid not null,
  subject text not null,
  version integer not null,
  proof bytea not null,
  constraint row_proofs_pkey primary key (organization_id, subject, version),
  constraint row_proofs_version_check check (version > 0)
);
comment on table row_proofs is 'Versions of proven rows: a keyed hash of each. A row is used only if its last version here is what it contains. Append-only for the serving role.';

create table unproven_rows (
  organization_id uuid not null,
  table_name text not null,
  row_key text not null,
  found_at timestamptz not null,
  constraint unproven_rows_pkey primary key (organization_id, table_name, row_key)
);
comment on table unproven_rows is 'Rows that were found changed outside the service, so that every process can name them. Whether one still is, is computed. Append-only.';

-- 0051_filed_payments.sql -------------------------------------------------------------------------------------------------

create view filed_payments with (security_invoker=true) as
 select organization_id,
    file_id,
    transaction_id,
    purpose,
    reference
   from bank_file_payments;
comment on view filed_payments is 'For modules/file-rails: the payments of each file and their references. The rows only grow, so they show which file a payment is in when an order says otherwise.';

-- 0056_ach_fields.sql -----------------------------------------------------------------------------------------------------

create table ach_terms (
  organization_id uuid not null,
  transaction_id uuid not null,
  fields jsonb not null,
  constraint ach_terms_pkey primary key (organization_id, transaction_id),
  constraint ach_terms_fields_check check (jsonb_typeof(fields) = 'object')
);
comment on table ach_terms is 'What ACH files say about a payment, and when it is to settle, where the payment has its own. Written with the payment, and never changed.';

-- 0057_screening.sql ------------------------------------------------------------------------------------------------------

create table screeners (
  organization_id uuid not null,
  screener_id uuid not null,
  kind text not null,
  url text,
  threshold smallint not null,
  countries text[] not null,
  fail_after_hours integer,
  version integer not null,
  changed_at timestamptz not null,
  failing_since timestamptz,
  failures integer not null default 0,
  problem text,
  try_after timestamptz,
  round_basis text,
  round_after uuid,
  constraint screeners_pkey primary key (organization_id),
  constraint screeners_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint screeners_fail_after_hours_check check (fail_after_hours >= 1 and fail_after_hours <= 8760),
  constraint screeners_kind_check check (kind in ('none', 'list', 'url', 'command')),
  constraint screeners_threshold_check check (threshold >= 70 and threshold <= 100),
  constraint screeners_url_of_kind check ((url is not null) = (kind = 'url'))
);
comment on table screeners is 'What screens an organization''s recipients and payments. A row is never deleted: none means that nothing does.';

create table screening_lists (
  organization_id uuid not null,
  list_id uuid not null,
  name text not null,
  published_on date,
  files jsonb not null,
  entries integer not null,
  content_sha256 bytea not null,
  content bytea,
  loaded_at timestamptz not null,
  loaded_by text not null,
  constraint screening_lists_pkey primary key (organization_id, list_id),
  constraint screening_lists_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table screening_lists is 'Sanctions lists that the operator has loaded from files. The newest one is used. Never deleted, so that a check can be traced to its list.';

create table screening_asks (
  organization_id uuid not null,
  recipient_id uuid not null,
  asked_at timestamptz not null,
  constraint screening_asks_pkey primary key (organization_id, recipient_id)
);
comment on table screening_asks is 'Recipients that were saved and are to be screened. Written with the recipient, deleted when the checks of its names and addresses are queued.';

create table screening_checks (
  organization_id uuid not null,
  recipient_id uuid not null,
  digest bytea not null,
  party jsonb not null,
  basis text,
  matches jsonb,
  checked_at timestamptz,
  asked_at timestamptz,
  constraint screening_checks_pkey primary key (organization_id, recipient_id, digest),
  constraint screening_checks_whole check (num_nulls(basis, matches, checked_at) = any (array[0, 3]))
);
create index screening_checks_asked on screening_checks (organization_id, asked_at) where asked_at is not null;
comment on table screening_checks is 'What a screener said about a recipient''s names and addresses. A payment leaves only with a check of exactly what is paid, without matches that are not cleared.';

create table screening_cases (
  organization_id uuid not null,
  case_id uuid not null,
  recipient_id uuid not null,
  digest bytea not null,
  party jsonb not null,
  entry_key text not null,
  match jsonb not null,
  state text not null default 'open',
  found_at timestamptz not null,
  reason text,
  proposed_by uuid,
  decided_by uuid,
  decided_at timestamptz,
  constraint screening_cases_pkey primary key (organization_id, case_id),
  constraint screening_cases_one_each unique (organization_id, recipient_id, digest, entry_key),
  constraint screening_cases_columns_of_state check (num_nulls(reason, proposed_by, decided_by, decided_at) =
case
    when state = 'open' then 4
    else 0
end),
  constraint screening_cases_state_check check (state in ('open', 'cleared', 'confirmed')),
  constraint screening_cases_two_people check (proposed_by <> decided_by)
);
create index screening_cases_by_state on screening_cases (organization_id, state, case_id);
comment on table screening_cases is 'A recipient that resembles an entry on a list, once for each version of its names and addresses. Two people decide whether it is the same. Never deleted.';

create table screened_payments (
  organization_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  result text not null,
  since timestamptz not null,
  screened_at timestamptz not null,
  constraint screened_payments_pkey primary key (organization_id, transaction_id),
  constraint screened_payments_result_check check (result in ('passed', 'unchecked', 'unavailable', 'open', 'match'))
);
create index screened_payments_waiting on screened_payments (organization_id, recipient_id, transaction_id) where result in ('unchecked', 'unavailable', 'open');
comment on table screened_payments is 'What screening said about a payment before it was submitted to the bank, and why it waits. Shown to people; what is submitted is decided by screening_checks and screening_cases.';

-- 0059_payment_undos.sql --------------------------------------------------------------------------------------------------

create table payment_undos (
  organization_id uuid not null,
  undo_id uuid not null,
  transaction_id uuid not null,
  kind text not null,
  rail text not null,
  state text not null,
  reason text not null,
  note text,
  amount_minor bigint not null,
  account_id uuid not null,
  connection_id uuid not null,
  original_file_id uuid not null,
  original_reference text not null,
  send_by timestamptz,
  requester_user_id uuid,
  requester_token_id uuid,
  requested_at timestamptz not null,
  approved_at timestamptz,
  window_at timestamptz,
  file_id uuid,
  reference text,
  sent_at timestamptz,
  counts_at timestamptz,
  code text,
  ended_at timestamptz,
  constraint payment_undos_pkey primary key (organization_id, undo_id),
  constraint payment_undos_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint payment_undos_amount_check check (amount_minor > 0),
  constraint payment_undos_columns_of_state check ((approved_at is not null or (state <> all (array['approved', 'filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack']))) and (approved_at is null or (state <> all (array['requested', 'declined']))) and (file_id is not null or (state <> all (array['filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack']))) and (file_id is null or (state in ('filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'overtaken'))) and (sent_at is not null or (state <> all (array['sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack']))) and (sent_at is null or (state in ('sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'overtaken'))) and (code is not null or (state <> all (array['refused', 'takenBack']))) and (code is null or (state in ('pending', 'refused', 'takenBack'))) and (ended_at is not null) = (state in ('succeeded', 'refused', 'takenBack', 'withdrawn', 'declined', 'expired', 'overtaken'))),
  constraint payment_undos_counts check (counts_at is null or kind = 'reversal'),
  constraint payment_undos_kind_check check (kind in ('reversal', 'recall')),
  constraint payment_undos_named check ((reference is not null) = (file_id is not null)),
  constraint payment_undos_rail_check check (rail in ('ach', 'wire', 'internationalWire', 'realTime')),
  constraint payment_undos_requester check (requester_user_id is not null or requester_token_id is not null),
  constraint payment_undos_state_check check (state in ('requested', 'approved', 'filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'withdrawn', 'declined', 'expired', 'overtaken'))
);
create index payment_undos_by_reference on payment_undos (organization_id, reference) where reference is not null;
create index payment_undos_file on payment_undos (organization_id, file_id) where file_id is not null;
create unique index payment_undos_open on payment_undos (organization_id, transaction_id) where state in ('requested', 'approved', 'filed', 'sent', 'pending', 'granted');
create unique index payment_undos_reference on payment_undos (organization_id, connection_id, file_id, reference) where reference is not null;
create index payment_undos_transaction on payment_undos (organization_id, transaction_id, undo_id);
create index payment_undos_waiting on payment_undos (organization_id, undo_id) where state in ('requested', 'approved', 'sent');
comment on table payment_undos is 'Payments that the bank is asked to undo: reversals of ACH entries and recalls of wires and real-time payments, from the request to the money.';

create table payment_undo_reviews (
  organization_id uuid not null,
  review_id uuid not null,
  undo_id uuid not null,
  reviewer_user_id uuid not null,
  decision text not null,
  comment text,
  reviewed_at timestamptz not null,
  constraint payment_undo_reviews_pkey primary key (organization_id, review_id),
  constraint payment_undo_reviews_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint payment_undo_reviews_decision_check check (decision in ('approved', 'declined'))
);
create unique index payment_undo_reviews_once on payment_undo_reviews (organization_id, undo_id, reviewer_user_id);
comment on table payment_undo_reviews is 'Who has approved or declined that a payment is undone.';

-- 0061_payment_file_drafts.sql --------------------------------------------------------------------------------------------

create table payment_file_drafts (
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  payments integer not null,
  requested integer not null,
  version integer not null,
  saved_at timestamptz not null,
  content bytea not null,
  constraint payment_file_drafts_pkey primary key (organization_id, user_id),
  constraint payment_file_drafts_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint payment_file_drafts_payments_check check (payments >= 0),
  constraint payment_file_drafts_requested_check check (requested >= 0),
  constraint payment_file_drafts_version_check check (version > 0)
);
comment on table payment_file_drafts is 'The payment file that a user has begun and not finished, as the dashboard packs it, encrypted. One for each user; deleted when it is finished or given up. It authorizes nothing: its payments are requested one by one, as any others.';

-- 0062_open_items.sql -----------------------------------------------------------------------------------------------------

create table bank_file_items (
  organization_id uuid not null,
  item_id uuid not null,
  said_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  "position" integer not null,
  state text not null,
  kind text not null,
  place text not null,
  reason text not null,
  code text,
  reference text,
  amount_minor bigint,
  currency text,
  answer jsonb,
  transaction_id uuid,
  subject text,
  act_by date,
  recorded_at timestamptz not null,
  note text,
  decided_at timestamptz,
  fingerprint bytea,
  constraint bank_file_items_pkey primary key (organization_id, item_id),
  constraint bank_file_items_columns_of_state check ((decided_at is not null) = (state <> 'open') and (note is null or (state in ('assigned', 'ignored'))) and (transaction_id is not null or state <> 'assigned')),
  constraint bank_file_items_kind_check check (kind in ('unknownPayment', 'contradiction', 'unknownCode', 'unreadable', 'otherEntry', 'dispute', 'otherCompany', 'otherAccount')),
  constraint bank_file_items_state_check check (state in ('open', 'assigned', 'ignored', 'applied'))
);
create index bank_file_items_of_file_by_id on bank_file_items (organization_id, file_id, item_id);
create unique index bank_file_items_once on bank_file_items (organization_id, said_id);
create index bank_file_items_open on bank_file_items (organization_id, item_id) where state = 'open';
create index bank_file_items_transaction on bank_file_items (organization_id, transaction_id) where transaction_id is not null;
comment on table bank_file_items is 'What received files say and could not be applied: each is applied when its file is processed again and it fits, assigned to a payment by two people, or ignored with a note.';

create table bank_file_ignores (
  organization_id uuid not null,
  ignore_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  subject text not null,
  note text not null,
  decided_at timestamptz not null,
  fingerprint bytea,
  constraint bank_file_ignores_pkey primary key (organization_id, ignore_id),
  constraint bank_file_ignores_kind_check check (kind in ('otherCompany', 'otherAccount'))
);
create index bank_file_ignores_connection on bank_file_ignores (organization_id, connection_id);
comment on table bank_file_ignores is 'Companies and accounts that are not ours and that files of a connection mention: their items are ignored from the start.';

create table bank_file_acceptances (
  organization_id uuid not null,
  file_id uuid not null,
  reason text not null,
  decided_at timestamptz not null,
  constraint bank_file_acceptances_pkey primary key (organization_id, file_id)
);
comment on table bank_file_acceptances is 'Received files that two people accept although their counts, totals, or repeated message say that something is wrong, and why.';

-- 0064_account_validation.sql ---------------------------------------------------------------------------------------------

create table account_validations (
  organization_id uuid not null,
  validation_id uuid not null,
  recipient_id uuid not null,
  routing_id uuid not null,
  method text not null,
  state text not null,
  started_at timestamptz not null,
  started_by uuid,
  account_id uuid,
  first_transaction_id uuid,
  second_transaction_id uuid,
  first_minor bigint,
  second_minor bigint,
  secret_hash bytea,
  email text,
  attempts integer not null default 0,
  expires_at timestamptz,
  code text,
  ended_at timestamptz,
  constraint account_validations_pkey primary key (organization_id, validation_id),
  constraint account_validations_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint account_validations_amounts check (first_minor >= 1 and first_minor <= 99 and second_minor >= 1 and second_minor <= 99),
  constraint account_validations_attempts_check check (attempts >= 0 and attempts <= 3),
  constraint account_validations_columns_of_state check ((code is not null) = (state = 'failed') and (ended_at is not null) = (state <> 'pending')),
  constraint account_validations_deposits check (num_nulls(started_by, account_id, first_transaction_id, second_transaction_id, first_minor, second_minor, secret_hash, email, expires_at) =
case
    when method = 'microDeposits' then 0
    else 9
end),
  constraint account_validations_method_check check (method in ('prenote', 'microDeposits')),
  constraint account_validations_state_check check (state in ('pending', 'validated', 'failed', 'withdrawn'))
);
create unique index account_validations_first on account_validations (organization_id, first_transaction_id) where first_transaction_id is not null;
create unique index account_validations_open on account_validations (organization_id, routing_id) where state = 'pending';
create index account_validations_routing on account_validations (organization_id, routing_id, validation_id);
create unique index account_validations_second on account_validations (organization_id, second_transaction_id) where second_transaction_id is not null;
create unique index account_validations_secret on account_validations (organization_id, secret_hash) where secret_hash is not null;
comment on table account_validations is 'Attempts to find out whether bank details lead to an account of the payee: prenotes, and two small deposits whose amounts the payee enters.';

-- 0070_single_sign_on.sql -------------------------------------------------------------------------------------------------

create table identity_providers (
  organization_id uuid not null,
  enabled boolean not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  secret_id uuid,
  email_domains text[] not null,
  creates_users boolean not null,
  role_source text not null,
  role_claim text,
  role_mappings jsonb not null,
  version integer not null,
  changed_at timestamptz not null,
  constraint identity_providers_pkey primary key (organization_id),
  constraint identity_providers_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint identity_providers_claim check ((role_claim is not null) = (role_source = 'claim')),
  constraint identity_providers_role_source_check check (role_source in ('bursar', 'claim', 'groups'))
);
create index identity_providers_domains on identity_providers using gin (email_domains);
comment on table identity_providers is 'The OpenID provider that an organization''s users sign in with, and the roles that it gives them. Changed by two people. Never deleted.';

create table identity_provider_secrets (
  organization_id uuid not null,
  secret_id uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  constraint identity_provider_secrets_pkey primary key (organization_id, secret_id),
  constraint identity_provider_secrets_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table identity_provider_secrets is 'Client secrets: stored when they are entered, used when two people have agreed, emptied when they are replaced or declined.';

create table identity_links (
  organization_id uuid not null,
  link_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamptz not null,
  ended_at timestamptz,
  constraint identity_links_pkey primary key (organization_id, link_id),
  constraint identity_links_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index identity_links_of_subject on identity_links (organization_id, issuer, subject);
create index identity_links_of_user on identity_links (organization_id, user_id);
create unique index identity_links_subject on identity_links (organization_id, issuer, subject) where ended_at is null;
create unique index identity_links_user on identity_links (organization_id, user_id) where ended_at is null;
comment on table identity_links is 'Who a user is at the identity provider: its name (issuer) and its permanent ID of them (subject). Never deleted.';

create table used_provider_tokens (
  organization_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_provider_tokens_pkey primary key (organization_id, token_hash),
  constraint used_provider_tokens_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table used_provider_tokens is 'Attempts to sign in and logout tokens that were used: each is valid once. Starting an attempt writes no row. Append-only.';

-- 0071_scim.sql -----------------------------------------------------------------------------------------------------------

create table provisioned_users (
  organization_id uuid not null,
  user_id uuid not null,
  external_id text,
  user_name text not null,
  deactivated_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint provisioned_users_pkey primary key (organization_id, user_id),
  constraint provisioned_users_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create unique index provisioned_users_external on provisioned_users (organization_id, external_id) where external_id is not null;
create unique index provisioned_users_name on provisioned_users (organization_id, user_name);
comment on table provisioned_users is 'Users as the identity provider manages them over SCIM. Never deleted: a user whom it deletes is deactivated.';

create table provisioned_groups (
  organization_id uuid not null,
  group_id uuid not null,
  external_id text,
  name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  constraint provisioned_groups_pkey primary key (organization_id, group_id),
  constraint provisioned_groups_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create unique index provisioned_groups_name on provisioned_groups (organization_id, name) where deleted_at is null;
comment on table provisioned_groups is 'Groups of the identity provider. A group gives a role only by a mapping that two people agreed on. Never deleted.';

create table provisioned_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  since timestamptz not null,
  removed_at timestamptz,
  constraint provisioned_members_pkey primary key (organization_id, group_id, user_id),
  constraint provisioned_members_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
create index provisioned_members_of_user on provisioned_members (organization_id, user_id);
comment on table provisioned_members is 'Who is in which group of the identity provider. Never deleted.';

-- 0073_chat_channels.sql --------------------------------------------------------------------------------------------------

create table chat_channels (
  organization_id uuid not null,
  channel_id uuid not null,
  user_id uuid,
  kind text not null,
  url bytea not null,
  shown_url text not null,
  kind_groups text[] not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  failing_since timestamptz,
  problem text,
  constraint chat_channels_pkey primary key (organization_id, channel_id),
  constraint chat_channels_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint chat_channels_groups_of_owner check (user_id is null or kind_groups = '{}'::text[]),
  constraint chat_channels_kind_check check (kind in ('slack', 'teams')),
  constraint chat_channels_problem_of_failure check ((failing_since is null) = (problem is null))
);
create unique index chat_channels_of_organization on chat_channels (organization_id) where user_id is null;
create unique index chat_channels_of_user on chat_channels (organization_id, user_id) where user_id is not null;
comment on table chat_channels is 'Incoming webhooks of Slack and Teams: one of each user, one of the organization. Replaced, never changed, except for how deliveries went.';

-- 0075_set_up_to_live.sql -------------------------------------------------------------------------------------------------

create table set_up_confirmations (
  organization_id uuid not null,
  item text not null,
  confirmed_by uuid not null,
  confirmed_at timestamptz not null,
  constraint set_up_confirmations_pkey primary key (organization_id, item),
  constraint set_up_confirmations_organization_id_fkey foreign key (organization_id) references organizations(organization_id)
);
comment on table set_up_confirmations is 'What a user confirmed about setting up the organization that the service cannot see, such as that a copy of the master key is in a safe place. Deleted when it is withdrawn. It authorizes nothing.';

-- 0077_key_revocations.sql ------------------------------------------------------------------------------------------------

create table organization_key_revocations (
  organization_id uuid not null,
  state text not null,
  revoked_at timestamptz not null,
  revoked_by text not null,
  destroys_at timestamptz,
  restored_at timestamptz,
  destroyed_at timestamptz,
  constraint organization_key_revocations_pkey primary key (organization_id),
  constraint organization_key_revocations_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint organization_key_revocations_columns_of_state check ((destroys_at is not null) = (state in ('revoked', 'destroyed')) and (restored_at is not null) = (state = 'restored') and (destroyed_at is not null) = (state = 'destroyed')),
  constraint organization_key_revocations_state_check check (state in ('revoked', 'restored', 'destroyed'))
);
create index organization_key_revocations_due on organization_key_revocations (destroys_at) where state = 'revoked';
comment on table organization_key_revocations is 'Organizations whose data keys an operator has revoked: nothing can be encrypted or decrypted for them. Restored within the grace time, or destroyed: then their wrapped keys are empty, and nothing brings them back. Proven; never deleted.';

-- 0078_token_limits.sql ---------------------------------------------------------------------------------------------------

create table token_usage (
  organization_id uuid not null,
  token_id uuid not null,
  day date not null,
  day_minor bigint not null,
  day_payments integer not null,
  month_minor bigint not null,
  constraint token_usage_pkey primary key (organization_id, token_id),
  constraint token_usage_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint token_usage_counts_check check (day_minor >= 0 and day_payments >= 0 and month_minor >= day_minor)
);
comment on table token_usage is 'What a token with a limit per month, a number of payments per day, or limits that were changed has moved or requested since api_tokens.counted_since. One row per token, proven; never deleted, because without it the limits would count nothing.';

-- 0080_oauth_grants.sql ---------------------------------------------------------------------------------------------------

create table oauth_grants (
  organization_id uuid not null,
  token_id uuid not null,
  client_digest bytea not null,
  redirect_uri text not null,
  resource text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz,
  access_hash bytea,
  access_expires_at timestamptz,
  refresh_hash bytea,
  refresh_before bytea,
  refresh_expires_at timestamptz,
  constraint oauth_grants_pkey primary key (organization_id, token_id),
  constraint oauth_grants_access_key unique (organization_id, access_hash),
  constraint oauth_grants_before_key unique (organization_id, refresh_before),
  constraint oauth_grants_code_key unique (organization_id, code_hash),
  constraint oauth_grants_refresh_key unique (organization_id, refresh_hash),
  constraint oauth_grants_organization_id_fkey foreign key (organization_id) references organizations(organization_id),
  constraint oauth_grants_issued_check check ((code_used_at is not null) = (access_hash is not null) and (access_hash is not null) = (access_expires_at is not null) and (access_hash is not null) = (refresh_hash is not null) and (access_hash is not null) = (refresh_expires_at is not null) and (refresh_before is null or refresh_hash is not null))
);
comment on table oauth_grants is 'What a user allowed an application over OAuth: a token of the kind agent, its authorization code, and its present access and refresh tokens, as keyed hashes. Ends with the token. Proven; never deleted.';

-- Row-level security ------------------------------------------------------------------------------------------------------

-- None, because their rows belong to no organization: master_key_backups, schema_migration_steps, schema_migrations, service_clock, service_keys, service_mode, serving_roles, sign_in_throttles.

alter table account_days enable row level security;
create policy organization_scope_4 on account_days using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on account_days for insert with check (true);
alter table account_validations enable row level security;
create policy organization_scope_4 on account_validations using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table accounts enable row level security;
create policy organization_scope_4 on accounts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ach_changes enable row level security;
create policy organization_scope_4 on ach_changes using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ach_files enable row level security;
create policy organization_scope_4 on ach_files using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ach_prenotes enable row level security;
create policy organization_scope_4 on ach_prenotes using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ach_terms enable row level security;
create policy organization_scope_4 on ach_terms using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table api_tokens enable row level security;
create policy organization_scope_4 on api_tokens using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_batch_decisions enable row level security;
create policy organization_scope_4 on approval_batch_decisions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_batch_items enable row level security;
create policy organization_scope_4 on approval_batch_items using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_batches enable row level security;
create policy organization_scope_4 on approval_batches using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_requests enable row level security;
create policy organization_scope_4 on approval_requests using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_reviews enable row level security;
create policy organization_scope_4 on approval_reviews using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approval_rules enable row level security;
create policy organization_scope_4 on approval_rules using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table approver_limits enable row level security;
create policy organization_scope_4 on approver_limits using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table attachments enable row level security;
create policy organization_scope_4 on attachments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table audit_heads enable row level security;
create policy organization_scope_4 on audit_heads using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table audit_log enable row level security;
create policy organization_scope_4 on audit_log using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on audit_log for insert with check (true);
alter table audit_seals enable row level security;
create policy organization_scope_4 on audit_seals using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table audit_stream_ends enable row level security;
create policy organization_scope_4 on audit_stream_ends using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table audit_streams enable row level security;
create policy organization_scope_4 on audit_streams using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_channels enable row level security;
create policy organization_scope_4 on bank_channels using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_connection_accounts enable row level security;
create policy organization_scope_4 on bank_connection_accounts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_connections enable row level security;
create policy organization_scope_4 on bank_connections using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_file_acceptances enable row level security;
create policy organization_scope_4 on bank_file_acceptances using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_file_contents enable row level security;
create policy organization_scope_4 on bank_file_contents using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_file_ignores enable row level security;
create policy organization_scope_4 on bank_file_ignores using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_file_items enable row level security;
create policy organization_scope_4 on bank_file_items using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_file_payments enable row level security;
create policy organization_scope_4 on bank_file_payments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_files enable row level security;
create policy organization_scope_4 on bank_files using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_matched_days enable row level security;
create policy organization_scope_4 on bank_matched_days using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_matched_entries enable row level security;
create policy organization_scope_4 on bank_matched_entries using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_matches enable row level security;
create policy organization_scope_4 on bank_matches using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_movement_references enable row level security;
create policy organization_scope_4 on bank_movement_references using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_movements enable row level security;
create policy organization_scope_4 on bank_movements using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_notices enable row level security;
create policy organization_scope_4 on bank_notices using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_order_contents enable row level security;
create policy organization_scope_4 on bank_order_contents using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_orders enable row level security;
create policy organization_scope_4 on bank_orders using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_statement_pages enable row level security;
create policy organization_scope_4 on bank_statement_pages using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table bank_statements enable row level security;
create policy organization_scope_4 on bank_statements using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table categories enable row level security;
create policy organization_scope_4 on categories using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table category_months enable row level security;
create policy organization_scope_4 on category_months using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table category_rule_runs enable row level security;
create policy organization_scope_4 on category_rule_runs using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table category_rules enable row level security;
create policy organization_scope_4 on category_rules using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table chat_channels enable row level security;
create policy organization_scope_4 on chat_channels using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table check_exceptions enable row level security;
create policy organization_scope_4 on check_exceptions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table check_runs enable row level security;
create policy organization_scope_4 on check_runs using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table check_sequences enable row level security;
create policy organization_scope_4 on check_sequences using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table check_voids enable row level security;
create policy organization_scope_4 on check_voids using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table checks enable row level security;
create policy organization_scope_4 on checks using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table comment_threads enable row level security;
create policy organization_scope_4 on comment_threads using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table comments enable row level security;
create policy organization_scope_4 on comments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table control_changes enable row level security;
create policy organization_scope_4 on control_changes using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table counterparty_names enable row level security;
create policy organization_scope_4 on counterparty_names using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table events enable row level security;
create policy organization_scope_4 on events using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on events for insert with check (true);
alter table failure_handlings enable row level security;
create policy organization_scope_4 on failure_handlings using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table file_answers enable row level security;
create policy organization_scope_4 on file_answers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table file_sequences enable row level security;
create policy organization_scope_4 on file_sequences using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table idempotent_replies enable row level security;
create policy organization_scope_4 on idempotent_replies using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table identity_links enable row level security;
create policy organization_scope_4 on identity_links using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table identity_provider_secrets enable row level security;
create policy organization_scope_4 on identity_provider_secrets using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table identity_providers enable row level security;
create policy organization_scope_4 on identity_providers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table incoming_payments enable row level security;
create policy organization_scope_4 on incoming_payments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invitations enable row level security;
create policy organization_scope_4 on invitations using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_customers enable row level security;
create policy organization_scope_4 on invoice_customers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_days enable row level security;
create policy organization_scope_4 on invoice_days using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_debits enable row level security;
create policy organization_scope_4 on invoice_debits using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_letters enable row level security;
create policy organization_scope_4 on invoice_letters using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_lines enable row level security;
create policy organization_scope_4 on invoice_lines using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_matches enable row level security;
create policy organization_scope_4 on invoice_matches using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoice_settings enable row level security;
create policy organization_scope_4 on invoice_settings using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table invoices enable row level security;
create policy organization_scope_4 on invoices using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table known_devices enable row level security;
create policy organization_scope_4 on known_devices using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ledger_accounts enable row level security;
create policy organization_scope_4 on ledger_accounts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ledger_balances enable row level security;
create policy organization_scope_4 on ledger_balances using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ledger_days enable row level security;
create policy organization_scope_4 on ledger_days using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table ledger_entries enable row level security;
create policy organization_scope_4 on ledger_entries using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on ledger_entries for insert with check (true);
alter table mails enable row level security;
create policy organization_scope_4 on mails using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table memo_backfills enable row level security;
create policy organization_scope_4 on memo_backfills using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table memo_words enable row level security;
create policy organization_scope_4 on memo_words using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table notification_digests enable row level security;
create policy organization_scope_4 on notification_digests using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table notification_preferences enable row level security;
create policy organization_scope_4 on notification_preferences using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table notifications enable row level security;
create policy organization_scope_4 on notifications using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table oauth_grants enable row level security;
create policy organization_scope_4 on oauth_grants using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table organization_key_revocations enable row level security;
create policy organization_scope_4 on organization_key_revocations using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table organization_keys enable row level security;
create policy organization_scope_4 on organization_keys using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table organizations enable row level security;
create policy organization_scope_4 on organizations using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table outbox enable row level security;
create policy organization_scope_4 on outbox using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on outbox for insert with check (true);
alter table outbox_consumers enable row level security;
create policy organization_scope_4 on outbox_consumers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table passkeys enable row level security;
create policy organization_scope_4 on passkeys using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table payment_file_drafts enable row level security;
create policy organization_scope_4 on payment_file_drafts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table payment_undo_reviews enable row level security;
create policy organization_scope_4 on payment_undo_reviews using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table payment_undos enable row level security;
create policy organization_scope_4 on payment_undos using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table provisioned_groups enable row level security;
create policy organization_scope_4 on provisioned_groups using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table provisioned_members enable row level security;
create policy organization_scope_4 on provisioned_members using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table provisioned_users enable row level security;
create policy organization_scope_4 on provisioned_users using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table rail_answers enable row level security;
create policy organization_scope_4 on rail_answers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table rail_queue enable row level security;
create policy organization_scope_4 on rail_queue using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on rail_queue for insert with check (true);
alter table rail_submissions enable row level security;
create policy organization_scope_4 on rail_submissions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table rate_counts enable row level security;
create policy organization_scope_4 on rate_counts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recipient_changes enable row level security;
create policy organization_scope_4 on recipient_changes using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recipient_invites enable row level security;
create policy organization_scope_4 on recipient_invites using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recipient_routings enable row level security;
create policy organization_scope_4 on recipient_routings using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recipients enable row level security;
create policy organization_scope_4 on recipients using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table reconciled_accounts enable row level security;
create policy organization_scope_4 on reconciled_accounts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recovery_codes enable row level security;
create policy organization_scope_4 on recovery_codes using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recurring_occurrences enable row level security;
create policy organization_scope_4 on recurring_occurrences using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table recurring_payments enable row level security;
create policy organization_scope_4 on recurring_payments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table row_proofs enable row level security;
create policy organization_scope_4 on row_proofs using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sandbox_bank_accounts enable row level security;
create policy organization_scope_4 on sandbox_bank_accounts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sandbox_bank_connections enable row level security;
create policy organization_scope_4 on sandbox_bank_connections using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sandbox_bank_records enable row level security;
create policy organization_scope_4 on sandbox_bank_records using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sandbox_banks enable row level security;
create policy organization_scope_4 on sandbox_banks using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table saved_views enable row level security;
create policy organization_scope_4 on saved_views using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screened_payments enable row level security;
create policy organization_scope_4 on screened_payments using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screeners enable row level security;
create policy organization_scope_4 on screeners using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screening_asks enable row level security;
create policy organization_scope_4 on screening_asks using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screening_cases enable row level security;
create policy organization_scope_4 on screening_cases using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screening_checks enable row level security;
create policy organization_scope_4 on screening_checks using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table screening_lists enable row level security;
create policy organization_scope_4 on screening_lists using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table search_words enable row level security;
create policy organization_scope_4 on search_words using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sessions enable row level security;
create policy organization_scope_4 on sessions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table set_up_confirmations enable row level security;
create policy organization_scope_4 on set_up_confirmations using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table sign_ins enable row level security;
create policy organization_scope_4 on sign_ins using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table statements enable row level security;
create policy organization_scope_4 on statements using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table token_spend enable row level security;
create policy organization_scope_4 on token_spend using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on token_spend for insert with check (true);
alter table token_usage enable row level security;
create policy organization_scope_4 on token_usage using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table totp_secrets enable row level security;
create policy organization_scope_4 on totp_secrets using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table transaction_exceptions enable row level security;
create policy organization_scope_4 on transaction_exceptions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table transaction_returns enable row level security;
create policy organization_scope_4 on transaction_returns using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table transactions enable row level security;
create policy organization_scope_4 on transactions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
create policy organization_scope_4_inserts on transactions for insert with check (true);
alter table transfer_files enable row level security;
create policy organization_scope_4 on transfer_files using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table transfers enable row level security;
create policy organization_scope_4 on transfers using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_days enable row level security;
create policy organization_scope_4 on treasury_days using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_documents enable row level security;
create policy organization_scope_4 on treasury_documents using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_holdings enable row level security;
create policy organization_scope_4 on treasury_holdings using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_imports enable row level security;
create policy organization_scope_4 on treasury_imports using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_months enable row level security;
create policy organization_scope_4 on treasury_months using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_orders enable row level security;
create policy organization_scope_4 on treasury_orders using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_settings enable row level security;
create policy organization_scope_4 on treasury_settings using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_transactions enable row level security;
create policy organization_scope_4 on treasury_transactions using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table treasury_yields enable row level security;
create policy organization_scope_4 on treasury_yields using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table unproven_rows enable row level security;
create policy organization_scope_4 on unproven_rows using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table used_passkey_challenges enable row level security;
create policy organization_scope_4 on used_passkey_challenges using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table used_provider_tokens enable row level security;
create policy organization_scope_4 on used_provider_tokens using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table users enable row level security;
create policy organization_scope_4 on users using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table webhook_attempts enable row level security;
create policy organization_scope_4 on webhook_attempts using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table webhook_deliveries enable row level security;
create policy organization_scope_4 on webhook_deliveries using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table webhook_endpoints enable row level security;
create policy organization_scope_4 on webhook_endpoints using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
alter table wire_terms enable row level security;
create policy organization_scope_4 on wire_terms using (
case
    when organization_id = (( select nullif(nullif(current_setting('bursar.organization_id', true), ''), '*')::uuid as "nullif")) or ( select current_setting('bursar.organization_id', true) = '*') then 1
    else 0
end <> 0);
