-- What every module uses: value types, the service's own settings, the outbox, and stored responses.
--
-- Rules for every table: the key begins with organization_id (the few tables of the service as a whole have none), ids are
-- UUIDv7 made by the service so that id order is creation order, money is bigint cents, and there are no triggers.
-- Row-level security is added to every table with an organization_id after the migrations (kernel/sql/row-security.ts).

-- Values that the hot path writes are domains instead of checks on columns: PostgreSQL parses a table's checks again for
-- every statement that writes to it, which took a seventh of a payment's time. It caches the checks of a domain.
create domain payment_method as text constraint payment_method_check
  check (value in ('ach', 'check', 'domesticWire', 'internationalWire', 'realTimePayment'));
create domain transaction_status as text constraint transaction_status_check
  check (value in ('pending', 'sent', 'cancelled', 'failed', 'reversed', 'blocked'));
create domain ledger_effect as text constraint ledger_effect_check
  check (value in ('hold', 'post', 'release', 'reverse', 'transfer', 'deposit'));
create domain outbox_topic as text constraint outbox_topic_check check (value in ('events', 'audit'));
create domain event_operation as text constraint event_operation_check check (value in ('create', 'update', 'delete'));
create domain actor_type as text constraint actor_type_check
  check (value in ('token', 'user', 'bank', 'operator', 'service', 'payee'));
create domain positive_cents as bigint constraint positive_cents_check check (value > 0);
create domain nonnegative_cents as bigint constraint nonnegative_cents check (value >= 0);
create domain nonzero_cents as bigint constraint nonzero_cents_check check (value <> 0);

create table service_mode (
  singleton boolean primary key default true constraint service_mode_singleton_check check (singleton),
  mode text not null constraint service_mode_mode_check check (mode in ('sandbox', 'production')),
  stored_at timestamptz not null
);
comment on table service_mode is 'The mode this database belongs to. One row, written when the service first opens the database and never changed; a process in the other mode refuses to start.';

create table service_clock (
  singleton boolean primary key default true constraint service_clock_singleton_check check (singleton),
  kind text not null constraint service_clock_kind_check check (kind in ('system', 'virtual')),
  offset_ms bigint not null default 0,
  -- Where a virtual clock is stopped.
  stands_at timestamptz,
  -- How often the clock was set back to the machine's time; other processes then set theirs back, too.
  resets integer not null default 0
);
comment on table service_clock is 'The sandbox clock: its offset from the machine''s clock, or the instant it is stopped at. At most one row, updated whenever a sandbox moves its clock.';

create table service_keys (
  name text primary key,
  master_key_id text not null,
  wrapped_key bytea not null
);
comment on table service_keys is 'Keys of the whole service (token hashes, audit chain, fingerprints), wrapped by the master key. Written at the first start; rewrapped when the master key rotates.';

create table serving_roles (
  role_name text primary key,
  -- Of serving-role.sql when it was last applied.
  checksum text not null,
  granted_at timestamptz not null default now()
);
comment on table serving_roles is 'Database roles that serve without owning the schema. `bursar migrate --grant-to` adds one; every later `bursar migrate` renews its privileges, so that new tables are covered.';

create table outbox (
  organization_id uuid not null,
  topic outbox_topic not null,
  position bigint generated always as identity,
  ids uuid[] not null,
  primary key (organization_id, topic, position)
);
comment on table outbox is 'Work for the background: one row per commit and topic, listing the events or audit rows that the commit wrote. Workers process the rows in order and delete them.';

create view outbox_rows with (security_invoker = true) as
  select organization_id, topic, position, ids from outbox;
comment on view outbox_rows is 'For modules/audit: which of its rows still wait for their seal.';

create table outbox_consumers (
  organization_id uuid not null,
  topic text not null,
  primary key (organization_id, topic)
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
  primary key (organization_id, operation, key_digest),
  constraint idempotent_replies_body_with_status check ((status_code is null) = (body is null))
);
comment on table idempotent_replies is 'First responses of every creating POST except direct send, which rebuilds its own from transactions. Bodies are encrypted, because some contain bank details. Status and body are null only until the transaction that claimed the key commits.';
