-- Files and notices that wait for a person (docs/adr/0058-going-live.md).

create index bank_files_overdue on bank_files (organization_id, answer_due_at)
  where state = 'sent' and answer_due_at is not null;

-- Of accounts with bank connections, by account: when their banks take payments. With the organization, because the
-- lookup of a token reads it, so that a payment's times need no query of their own.
alter table organizations add column cut_offs jsonb;

-- Penny tests of connections.
create index bank_orders_penny on bank_orders (organization_id, connection_id, ordered_at) where amount_minor = 1;

create table ach_prenotes (
  organization_id uuid not null references organizations,
  connection_id uuid not null,
  -- The version of bank details that the receiver's bank checks.
  routing_id uuid not null,
  recipient_id uuid not null,
  account_id uuid not null,
  -- The first payment that waits for it, whose instruction it is made from.
  transaction_id uuid not null,
  state text not null constraint ach_prenotes_state_check check (state in ('filed', 'returned', 'corrected')),
  file_id uuid not null,
  position integer not null constraint ach_prenotes_position_check check (position >= 1),
  -- The trace number.
  reference text not null,
  receiving_bank text not null,
  -- The first day on which payments may follow, unless the bank says otherwise.
  live_on date not null,
  -- The return or change code.
  code text,
  primary key (organization_id, connection_id, routing_id),
  constraint ach_prenotes_columns_of_state check ((code is not null) = (state in ('returned', 'corrected')))
);
create index ach_prenotes_file on ach_prenotes (organization_id, file_id);
create index ach_prenotes_reference on ach_prenotes (organization_id, connection_id, reference);
comment on table ach_prenotes is 'Zero-dollar entries that test new bank details before the first payment, for connections that send them. Deleted if their file is not sent or rejected, so that the next file has them again.';

create table bank_notices (
  organization_id uuid not null references organizations,
  notice_id uuid not null,
  kind text not null constraint bank_notices_kind_check check (kind in ('changeOfDetails', 'lateReturn')),
  -- The notification of change or the answer that it is about, each once.
  source_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  -- The received file that says it.
  source_file_id uuid not null,
  -- R or C and two digits.
  code text not null,
  received_at timestamptz not null,
  -- The last day on which the rules of the network allow what is to be done.
  act_by date not null,
  -- What became of a notification of change; null: a return.
  outcome text
    constraint bank_notices_outcome_check check (outcome in ('applied', 'proposed', 'unchanged', 'outdated', 'manual')),
  -- Nothing is left to do. Null: a person has to act.
  done_at timestamptz,
  -- When administrators were reminded.
  reminded_at timestamptz,
  primary key (organization_id, notice_id),
  constraint bank_notices_outcome_of_kind check ((outcome is not null) = (kind = 'changeOfDetails'))
);
create unique index bank_notices_source on bank_notices (organization_id, source_id);
create index bank_notices_recipient on bank_notices (organization_id, recipient_id, notice_id);
create index bank_notices_open on bank_notices (organization_id, notice_id) where done_at is null;
comment on table bank_notices is 'What banks said about payments that a person may have to act on by a date: corrected bank details, and returns that came too late.';
