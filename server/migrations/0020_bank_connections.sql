-- Connections to banks: how files of each rail reach a bank (docs/adr/0050-bank-connections.md).

create table bank_connections (
  organization_id uuid not null references organizations,
  connection_id uuid not null,
  rail text not null constraint bank_connections_rail_check
    check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  kind text not null constraint bank_connections_kind_check check (kind in ('folder', 'sftp', 'simulated')),
  name text not null constraint bank_connections_name_check check (length(name) between 1 and 80),
  state text not null constraint bank_connections_state_check
    check (state in ('draft', 'rehearsal', 'live', 'removed')),
  -- How files are moved, how the bank takes them, and the limits of the first days. No secrets.
  settings jsonb not null,
  -- Passwords and private keys, encrypted. Null: there are none, or the connection was removed.
  secrets bytea,
  version integer not null constraint bank_connections_version_check check (version >= 1),
  -- When these settings and secrets passed a test.
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  live_at timestamptz,
  removed_at timestamptz,
  primary key (organization_id, connection_id),
  constraint bank_connections_columns_of_state check (
    (secrets is null or state in ('draft', 'rehearsal', 'live'))
    and (live_at is null or state in ('live', 'removed'))
    and (live_at is not null or state <> 'live')
    and (removed_at is not null) = (state = 'removed')
  )
);
comment on table bank_connections is 'Connections to banks, one rail each: draft, rehearsal (files are written and shown, but not sent), live, or removed, which erases the secrets.';

create table bank_connection_accounts (
  organization_id uuid not null,
  account_id uuid not null,
  rail text not null,
  connection_id uuid not null,
  primary key (organization_id, account_id, rail),
  foreign key (organization_id, connection_id) references bank_connections
);
create index bank_connection_accounts_connection on bank_connection_accounts (organization_id, connection_id);
comment on table bank_connection_accounts is 'Which connection carries an account''s payments of a rail: at most one. A connection may serve several accounts.';
