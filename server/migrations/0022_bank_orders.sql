-- Payments on their way into files for banks, and what the banks' files answer (docs/adr/0052-payments-in-files.md).

create table bank_orders (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null constraint bank_orders_state_check check (state in ('waiting', 'open', 'filed', 'refused')),
  rail text not null constraint bank_orders_rail_check check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  account_id uuid not null,
  recipient_id uuid not null,
  -- The version of bank details that is paid.
  routing_id uuid not null,
  amount_minor bigint not null constraint bank_orders_amount_check check (amount_minor > 0),
  ordered_at timestamptz not null,
  connection_id uuid,
  -- When the file that the payment goes into is written.
  window_at timestamptz,
  -- ACH: the standard entry class, and the first eight digits of the receiving bank's routing number.
  entry_class text,
  receiving_bank text,
  file_id uuid,
  -- The place in the file, from 1.
  position integer,
  -- By which the bank's answers name the payment: the trace number.
  reference text,
  primary key (organization_id, transaction_id),
  constraint bank_orders_columns_of_state check (
    ((connection_id is not null) = (state in ('open', 'filed')) or state = 'refused')
    and ((window_at is not null) = (state in ('open', 'filed')) or state = 'refused')
    and ((file_id is not null) = (state = 'filed') or state = 'refused')
    and ((position is not null) = (state = 'filed') or state = 'refused')
    and ((reference is not null) = (state = 'filed') or state = 'refused'))
) with (fillfactor = 70);
create index bank_orders_open on bank_orders (organization_id, connection_id, window_at) where state in ('waiting', 'open');
create index bank_orders_file on bank_orders (organization_id, file_id, position) where file_id is not null;
create index bank_orders_reference on bank_orders (organization_id, connection_id, reference) where reference is not null;
comment on table bank_orders is 'One row per payment that a bank receives in a file: it waits for a connection, is open until the file of its window is numbered, and is then in that file. A payment submitted twice has one row.';

create table bank_order_contents (
  organization_id uuid not null,
  transaction_id uuid not null,
  -- The verified instruction, encrypted.
  content bytea not null,
  primary key (organization_id, transaction_id)
);
comment on table bank_order_contents is 'What the bank is told about each payment that is not in a written file yet. Deleted in the transaction that records the file, which contains it from then on.';

create table file_sequences (
  organization_id uuid not null,
  connection_id uuid not null,
  -- ACH: the sequence number of the next trace number: seven digits, then again from 1.
  next_sequence integer not null constraint file_sequences_next_check check (next_sequence between 1 and 9999999),
  -- The number of the next file, for its name. Never used again.
  next_file integer not null,
  primary key (organization_id, connection_id)
);
comment on table file_sequences is 'The next trace number and file number of each connection. Its lock makes the files of a connection one at a time.';

create table ach_files (
  organization_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  state text not null constraint ach_files_state_check check (state in ('planned', 'written', 'rehearsed', 'accepted', 'rejected', 'dropped')),
  window_at timestamptz not null,
  name text not null,
  -- The five values by which banks identify a file.
  immediate_origin text not null,
  immediate_destination text not null,
  creation_date date not null,
  creation_time text not null,
  modifier text not null,
  odfi_identification text not null,
  first_sequence integer not null,
  entries integer not null constraint ach_files_entries_check check (entries > 0),
  total_minor bigint not null,
  is_same_day boolean not null,
  -- Entries above this amount settle on the next banking day.
  same_day_max_minor bigint not null,
  effective_on date not null,
  settles_at timestamptz not null,
  later_on date not null,
  later_settles_at timestamptz not null,
  planned_at timestamptz not null,
  written_at timestamptz,
  answered_at timestamptz,
  primary key (organization_id, file_id),
  constraint ach_files_columns_of_state check (
    (written_at is not null) = (state in ('written', 'rehearsed', 'accepted', 'rejected'))
    and (answered_at is not null) = (state in ('accepted', 'rejected')))
);
create unique index ach_files_identity on ach_files (organization_id, connection_id, creation_date, modifier, creation_time);
create unique index ach_files_name on ach_files (organization_id, connection_id, name);
create index ach_files_planned on ach_files (organization_id, file_id) where state = 'planned';
create index ach_files_written on ach_files (organization_id, connection_id, written_at) where state = 'written';
comment on table ach_files is 'The numbers of each ACH file. Planned in the transaction that puts payments into it, before it is built, so that building it again after a crash gives the same file.';

create table file_answers (
  organization_id uuid not null,
  -- Derived from what the bank said, so that a repeated message is recognized.
  answer_id uuid not null,
  transaction_id uuid not null,
  outcome text not null
    constraint file_answers_outcome_check check (outcome in ('confirmed', 'rejected', 'returned', 'blocked')),
  code text,
  tracking_number text,
  -- The received file that says it; null if we said it ourselves.
  source_file_id uuid,
  -- It arrived after the deadline of the network's rules.
  is_late boolean not null default false,
  answered_at timestamptz not null,
  due_at timestamptz not null,
  collected_at timestamptz,
  primary key (organization_id, answer_id)
);
create index file_answers_due on file_answers (organization_id, due_at, answer_id) where collected_at is null;
create index file_answers_transaction on file_answers (organization_id, transaction_id);
comment on table file_answers is 'What banks answered in files, written by the transaction that processes the file and collected by payments when due: a confirmation when the payment settles, everything else at once.';

create table ach_changes (
  organization_id uuid not null,
  change_id uuid not null,
  transaction_id uuid not null,
  recipient_id uuid not null,
  source_file_id uuid not null,
  code text not null,
  -- What the receiver's bank corrects, encrypted: it may be an account number.
  corrected_data bytea not null,
  received_at timestamptz not null,
  -- Nacha Operating Rules 2.12.1: six banking days.
  apply_by date not null,
  outcome text not null
    constraint ach_changes_outcome_check check (outcome in ('applied', 'proposed', 'unchanged', 'outdated', 'manual')),
  primary key (organization_id, change_id)
);
create index ach_changes_recipient on ach_changes (organization_id, recipient_id, change_id);
comment on table ach_changes is 'Notifications of change: what a receiver''s bank corrects, and whether it changed the recipient at once, waits for confirmation by a second person, or was not applied. Append-only.';

-- Payments for one file are due at the same instant: without the ID, each pass of the hand-over sorts all of them.
drop index rail_submissions_open;
create index rail_submissions_open on rail_submissions (organization_id, hand_over_at, transaction_id) where state in ('waiting', 'submitted');
