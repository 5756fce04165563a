-- Bursar's first schema. Rules that hold for every table: the key starts with organization_id, ids are made by the
-- service (UUIDv7, so id order is creation order), money is bigint cents, no triggers. See docs/adr.

-- The words and amounts the hot path writes are domains and not checks on columns: PostgreSQL parses a table's checks again
-- for every statement that writes to it, which took a seventh of a payment's time; a domain's check it keeps.
create domain payment_method as text check (value in ('ach', 'check', 'domesticWire', 'internationalWire', 'realTimePayment'));
create domain transaction_status as text check (value in ('pending', 'sent', 'cancelled', 'failed', 'reversed', 'blocked'));
create domain ledger_effect as text check (value in ('hold', 'post', 'release', 'reverse', 'transfer', 'deposit'));
create domain outbox_topic as text check (value in ('events', 'audit'));
create domain event_operation as text check (value in ('create', 'update', 'delete'));
create domain actor_type as text check (value in ('token', 'user', 'bank', 'operator', 'service'));
create domain positive_cents as bigint check (value > 0);
create domain nonnegative_cents as bigint constraint nonnegative_cents check (value >= 0);
create domain nonzero_cents as bigint check (value <> 0);

-- Identity ------------------------------------------------------------------------------------------------------

create table organizations (
  organization_id uuid primary key,
  legal_business_name text not null,
  kind text not null default 'business' check (kind in ('business', 'personal')),
  ein text,
  -- Names it does business as; the first is the default one.
  dbas text[] not null default '{}',
  plan text not null default 'free' check (plan in ('free', 'plus', 'premium', 'pro', 'enterprise')),
  billing_cadence text not null default 'monthly' check (billing_cadence in ('monthly', 'annual')),
  duplicate_guard_hours integer not null default 24 check (duplicate_guard_hours between 0 and 8760),
  created_at timestamptz not null
);

-- Data keys, wrapped by the master key that lives outside the database (envelope encryption, ADR 0006).
create table organization_keys (
  organization_id uuid not null references organizations,
  key_version integer not null check (key_version > 0),
  master_key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, key_version)
);

create table users (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom')),
  password_hash text,
  created_at timestamptz not null,
  locked_at timestamptz,
  primary key (organization_id, user_id),
  constraint users_email_key unique (organization_id, email)
);

create table api_tokens (
  organization_id uuid not null references organizations,
  token_id uuid not null,
  token_hash bytea not null,
  name text not null,
  kind text not null check (kind in ('readOnly', 'readWrite', 'custom')),
  scopes text[] not null,
  allowlist text[] not null default '{}',
  limit_per_payment_minor bigint check (limit_per_payment_minor > 0),
  limit_per_day_minor bigint check (limit_per_day_minor > 0),
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, token_id),
  constraint api_tokens_hash_key unique (organization_id, token_hash)
);

-- What a token with a daily limit has sent, by New York calendar day.
create table token_spend (
  organization_id uuid not null,
  token_id uuid not null,
  spent_on date not null,
  spent_minor bigint not null check (spent_minor > 0),
  primary key (organization_id, token_id, spent_on)
);

-- First answers of every creating POST but direct send (which keeps its own in transactions). Bodies are encrypted:
-- some hold bank details or a webhook secret.
create table idempotent_replies (
  organization_id uuid not null,
  operation text not null,
  key_digest uuid not null,
  instruction_hashes text not null,
  status_code integer,
  body bytea,
  created_at timestamptz not null,
  primary key (organization_id, operation, key_digest),
  check ((status_code is null) = (body is null))
);

-- Accounts and the ledger -----------------------------------------------------------------------------------------

create table accounts (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  name text not null,
  nickname text,
  kind text not null check (kind in ('checking', 'savings', 'treasury')),
  status text not null default 'active' check (status in ('active', 'deleted', 'pending', 'archived')),
  routing_number text not null,
  account_number bytea not null,
  account_number_last4 text not null,
  can_send_real_time_payments boolean not null default true,
  created_at timestamptz not null,
  primary key (organization_id, account_id)
);

-- Every place value can be: the organisation's own accounts, and the other side of what enters and leaves them.
create table ledger_accounts (
  organization_id uuid not null references organizations,
  ledger_account_id uuid not null,
  kind text not null check (kind in ('bankAccount', 'clearing', 'external')),
  method text,
  primary key (organization_id, ledger_account_id),
  check ((kind = 'clearing') = (method is not null))
);
create unique index ledger_accounts_kind_key on ledger_accounts (organization_id, kind, method) nulls not distinct
  where kind <> 'bankAccount';

-- Stored so that a payment reads one row; re-derivable from ledger_entries at any time (`bursar ledger verify`).
-- The low fillfactor keeps the update of a hot account inside its page.
create table ledger_balances (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  available_minor bigint not null default 0,
  held_minor nonnegative_cents not null default 0,
  may_go_negative boolean not null,
  pays boolean not null,
  stop_reason text,
  version bigint not null default 0,
  primary key (organization_id, ledger_account_id),
  constraint ledger_balances_no_overdraft check (may_go_negative or available_minor >= 0)
) with (fillfactor = 10);
create index ledger_balances_in_doubt on ledger_balances (organization_id) where stop_reason is not null;

-- One row is one balanced pair: amount_minor leaves the debit side and arrives at the credit side. Which bucket
-- (available or held) each side means follows from the effect; the view below spells it out.
create table ledger_entries (
  organization_id uuid not null,
  transaction_id uuid not null,
  effect ledger_effect not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor positive_cents not null,
  entered_at timestamptz not null,
  primary key (organization_id, transaction_id, effect)
);

create view ledger_postings as
  select organization_id, transaction_id, effect, debit_account_id as ledger_account_id,
         case when effect in ('post', 'release') then 'held' else 'available' end as bucket,
         -amount_minor as amount_minor, entered_at
    from ledger_entries
  union all
  select organization_id, transaction_id, effect, credit_account_id,
         case when effect = 'hold' then 'held' else 'available' end,
         amount_minor, entered_at
    from ledger_entries;

-- Recipients ------------------------------------------------------------------------------------------------------

create table recipients (
  organization_id uuid not null references organizations,
  recipient_id uuid not null,
  name text not null,
  nickname text,
  emails text[] not null,
  contact_email text,
  is_business boolean,
  status text not null default 'active' check (status in ('active', 'deleted')),
  address jsonb,
  -- The bank details in force, one immutable row of recipient_routings each; null = cannot be paid that way.
  ach_routing_id uuid,
  check_routing_id uuid,
  domestic_wire_routing_id uuid,
  real_time_payment_routing_id uuid,
  international_wire_routing_id uuid,
  date_last_paid timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, recipient_id),
  check ((status = 'deleted') = (deleted_at is not null))
);

-- A version of bank details. Never changed: a payment keeps the version it was sent to.
create table recipient_routings (
  organization_id uuid not null,
  routing_id uuid not null,
  recipient_id uuid not null,
  method payment_method not null,
  public_details jsonb not null,
  account_number bytea,
  account_number_last4 text,
  account_fingerprint bytea,
  created_at timestamptz not null,
  primary key (organization_id, routing_id)
);

-- Every name a counterparty has ever had, so that searching transactions starts from a few names and not from all rows.
create table counterparty_names (
  organization_id uuid not null,
  counterparty_id uuid not null,
  name text not null,
  primary key (organization_id, counterparty_id, name)
);

-- Transactions ------------------------------------------------------------------------------------------------------

create table categories (
  organization_id uuid not null references organizations,
  category_id uuid not null,
  name text not null,
  visible_for_card_spend boolean not null,
  visible_for_reimbursements boolean not null,
  visible_for_other boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, category_id)
);

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
  fee_id uuid,
  transfer_id uuid,
  created_by_token uuid,
  created_by_user uuid,
  -- What follows changes after creation; what stands above never does, so the first answer can be given again for ever.
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
  mercury_category text,
  primary key (organization_id, transaction_id),
  constraint transactions_whole check (
    (kind <> 'outgoingPayment' or (method is not null and amount_minor < 0))
    and case status
          when 'pending' then posted_at is null and failed_at is null
          when 'sent' then posted_at is not null
          when 'reversed' then posted_at is not null and failed_at is not null and reason_for_failure is not null
          when 'cancelled' then true
          else failed_at is not null and reason_for_failure is not null
        end
  )
) with (fillfactor = 90);
-- Each check of the hot path has exactly one index that can serve it: the digest comes first (it already contains the
-- organisation), so no statistics can talk the planner into walking an account's history instead.
create unique index transactions_key_digest_key on transactions (key_digest, organization_id) where key_digest is not null;
create index transactions_guard_digest on transactions (guard_digest) where guard_digest is not null;
create index transactions_account on transactions (organization_id, account_id, transaction_id);
create index transactions_counterparty on transactions (organization_id, counterparty_id, transaction_id);
create index transactions_request on transactions (organization_id, request_id) where request_id is not null;

-- How many transactions an account got on each day (UTC, by their ids): the total of its list is added up from these
-- instead of counted. Written under the account's lock, by whatever makes a transaction.
create table account_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  transactions bigint not null,
  primary key (organization_id, account_id, day)
) with (fillfactor = 50);

-- What a transaction was when it was made, for readers outside modules/payments: it follows from columns that never change.
create view transaction_creations as
  select organization_id, transaction_id, account_id, amount_minor, created_at, estimated_delivery_at, bank_description,
         external_memo, note,
         case when kind = 'outgoingPayment' then 'pending' else 'sent' end as status,
         case when kind = 'outgoingPayment' then null else created_at end as posted_at
    from transactions;

-- What the ledger's check may know of a transaction: its status must agree with its entries.
create view transaction_ledger_facts as
  select organization_id, transaction_id, account_id, amount_minor, method, status, transfer_id
    from transactions;

-- Rare endings, listed apart: a filter on them must not walk millions of sent rows, and an index on status would make
-- every change of status rewrite all indexes.
create table transaction_exceptions (
  organization_id uuid not null,
  status text not null,
  transaction_id uuid not null,
  primary key (organization_id, status, transaction_id)
);

-- Rails: what waits for, or is with, the bank -----------------------------------------------------------------------

-- Accepted payments by the instant they leave, one row per commit and instant: all the hot path writes. When the instant
-- has come each payment gets its row in rail_submissions.
create table rail_queue (
  organization_id uuid not null,
  hand_over_at timestamptz not null,
  position bigint generated always as identity,
  transaction_ids uuid[] not null,
  primary key (organization_id, hand_over_at, position)
);

create table rail_submissions (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null check (state in ('waiting', 'submitted', 'received', 'answered', 'withdrawn', 'screened')),
  hand_over_at timestamptz not null,
  submitted_at timestamptz,
  primary key (organization_id, transaction_id)
);
create index rail_submissions_open on rail_submissions (organization_id, hand_over_at) where state in ('waiting', 'submitted');

-- Everything a bank said, once each. 'parked' waits for an earlier message that has not arrived yet.
create table rail_answers (
  organization_id uuid not null,
  answer_id uuid not null,
  transaction_id uuid not null,
  outcome text not null check (outcome in ('confirmed', 'rejected', 'returned', 'blocked')),
  code text,
  tracking_number text,
  check_number text,
  answered_at timestamptz not null,
  disposition text not null check (disposition in ('applied', 'parked', 'ignored')),
  primary key (organization_id, answer_id)
);
create index rail_answers_parked on rail_answers (organization_id, transaction_id) where disposition = 'parked';

-- The simulated bank's own books (sandbox mode only). Nothing outside modules/simulated-bank reads or writes them.
create table simulated_bank_instructions (
  organization_id uuid not null,
  instruction_id uuid not null,
  method text not null,
  amount_minor bigint not null,
  sequence_number bigint generated always as identity,
  reference text not null default '',
  received_at timestamptz not null,
  primary key (organization_id, instruction_id)
);
-- One row per message; two messages may carry the same answer. Ids follow from the instruction and the message's place in
-- what the bank will say, so handing a payment over again adds nothing.
create table simulated_bank_answers (
  organization_id uuid not null,
  message_id uuid not null,
  answer_id uuid not null,
  instruction_id uuid not null,
  outcome text not null,
  code text,
  tracking_number text,
  check_number text,
  answered_at timestamptz not null,
  due_at timestamptz not null,
  collected_at timestamptz,
  primary key (organization_id, message_id)
);
create index simulated_bank_answers_due on simulated_bank_answers (organization_id, due_at) where collected_at is null;
create index simulated_bank_answers_instruction on simulated_bank_answers (organization_id, instruction_id) where collected_at is null;

-- Outbox, events, webhooks ------------------------------------------------------------------------------------------

-- One row per commit and topic, naming what the commit made; workers take rows in order and delete them.
create table outbox (
  organization_id uuid not null,
  topic outbox_topic not null,
  position bigint generated always as identity,
  ids uuid[] not null,
  primary key (organization_id, topic, position)
);
-- One worker at a time per organisation and topic: whoever holds the row's lock.
create table outbox_consumers (
  organization_id uuid not null,
  topic text not null,
  primary key (organization_id, topic)
);

-- A created transaction's patch is not stored: it follows from the row's immutable columns.
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
  primary key (organization_id, event_id),
  constraint events_one_per_version unique (organization_id, resource_id, resource_version),
  check (operation = 'create' or (changed_paths is not null and merge_patch is not null))
);
-- Balance events are few and wanted by few: transaction events, written on the hot path, stay out of this index.
create index events_of_accounts on events (organization_id, resource_type, event_id) where resource_type <> 'transaction';

-- What a balance event tells of an account, for modules/webhooks.
create view account_balances as
  select a.organization_id, a.account_id, a.kind, b.available_minor, b.held_minor, b.version
    from accounts a
    join ledger_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id;

create table webhook_endpoints (
  organization_id uuid not null references organizations,
  endpoint_id uuid not null,
  url text not null,
  status text not null check (status in ('active', 'paused', 'disabled', 'deleted')),
  event_types text[],
  filter_paths text[],
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Since the last success: when failing began, how often it failed, and, after several times, when one delivery is tried next.
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, endpoint_id),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((failing_since is null) = (consecutive_failures = 0))
);

create table webhook_deliveries (
  organization_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  resource_id uuid not null,
  resource_version bigint not null,
  purpose text not null check (purpose in ('event', 'resend')),
  state text not null check (state in ('waiting', 'delivered', 'abandoned')),
  attempts integer not null default 0,
  -- Failed attempts since first_attempt_at: both start anew when a person revives the endpoint.
  failures integer not null default 0,
  created_at timestamptz not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  claimed_until timestamptz,
  delivered_at timestamptz,
  primary key (organization_id, delivery_id),
  check ((state = 'delivered') = (delivered_at is not null))
);
-- By endpoint first: what waits for one endpoint is never in the way of finding what another one is due.
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_attempt_at, delivery_id) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (organization_id, endpoint_id, resource_id, resource_version, delivery_id) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (organization_id, endpoint_id, delivery_id);
create index webhook_deliveries_abandoned on webhook_deliveries (organization_id, endpoint_id, delivery_id) where state = 'abandoned';
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id);

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed', 'refused')),
  status_code integer,
  reason text,
  duration_ms integer not null,
  response_snippet text,
  primary key (organization_id, delivery_id, attempt)
);

-- Audit -------------------------------------------------------------------------------------------------------------

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
  primary key (organization_id, audit_id)
);

-- A seal covers the audit rows of one or more commits and the seal before it (keyed chain, ADR 0008).
create table audit_seals (
  organization_id uuid not null,
  seal_number bigint not null check (seal_number > 0),
  audit_ids uuid[] not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  primary key (organization_id, seal_number)
);
create table audit_heads (
  organization_id uuid primary key,
  seal_number bigint not null,
  rows_sealed bigint not null,
  mac bytea not null
);

-- Service ------------------------------------------------------------------------------------------------------------

-- The sandbox clock: how far the service's time is ahead of the machine's, or where it stands still.
create table service_clock (
  singleton boolean primary key default true check (singleton),
  kind text not null check (kind in ('system', 'virtual')),
  offset_ms bigint not null default 0,
  stands_at timestamptz
);

-- Keys of the service as a whole (token hashes, audit chain, fingerprints), wrapped by the master key.
create table service_keys (
  name text primary key,
  master_key_id text not null,
  wrapped_key bytea not null
);
