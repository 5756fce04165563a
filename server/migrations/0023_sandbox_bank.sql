-- What the sandbox's bank knows: the bank at the other end of simulated bank connections (docs/adr/0054-sandbox-through-files.md).

create table sandbox_banks (
  organization_id uuid primary key,
  last_sequence integer not null constraint sandbox_banks_sequence_check check (last_sequence >= 0)
);
comment on table sandbox_banks is 'The bank of each organization, in sandbox mode only. Its lock lets one process at a time add records.';

create table sandbox_bank_records (
  organization_id uuid not null,
  -- From 1, without gaps.
  sequence integer not null constraint sandbox_bank_records_sequence_check check (sequence > 0),
  -- What happened and what follows from it, encrypted: it names account numbers.
  content bytea not null,
  primary key (organization_id, sequence)
);
comment on table sandbox_bank_records is 'What happened at the bank: files that arrived, deposits, and requests of the sandbox, each with everything that follows. Only added, never changed; everything that the bank knows is derived from them.';

create table sandbox_bank_connections (
  organization_id uuid not null,
  connection_id uuid not null,
  -- Everything up to this instant, by the records up to this number, was delivered. Null before the first delivery.
  delivered_through timestamptz,
  delivered_sequence integer,
  -- When the bank has something to deliver again; null: nothing is planned.
  next_due_at timestamptz,
  primary key (organization_id, connection_id),
  constraint sandbox_bank_connections_delivered_check check ((delivered_through is null) = (delivered_sequence is null))
);
create index sandbox_bank_connections_due on sandbox_bank_connections (organization_id, next_due_at) where next_due_at is not null;
comment on table sandbox_bank_connections is 'What the bank has delivered over each simulated connection, and when it has something again.';
