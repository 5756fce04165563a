-- Wires and real-time payments on their way into messages for banks (docs/adr/0055-wires-and-real-time.md).

create table transfer_files (
  organization_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  rail text not null constraint transfer_files_rail_check check (rail in ('wire', 'internationalWire', 'realTime')),
  state text not null
    constraint transfer_files_state_check check (state in ('planned', 'written', 'rehearsed', 'accepted', 'rejected', 'dropped')),
  -- pain.001 and pacs.008 pay; pacs.028 asks what became of a payment.
  format text not null constraint transfer_files_format_check check (format in ('pain.001', 'pacs.008', 'pacs.028')),
  name text not null,
  -- MsgId, by which the bank's answers name the message.
  message_id text not null,
  -- CreDtTm.
  created_at timestamptz not null,
  -- On which the bank is to pay, New York.
  execution_on date not null,
  -- pacs.028: the payment that it asks about.
  asks_about uuid,
  planned_at timestamptz not null,
  written_at timestamptz,
  answered_at timestamptz,
  primary key (organization_id, file_id),
  constraint transfer_files_asks_about check ((asks_about is not null) = (format = 'pacs.028')),
  constraint transfer_files_columns_of_state check (
    (written_at is not null) = (state in ('written', 'rehearsed', 'accepted', 'rejected'))
    and (answered_at is not null) = (state in ('accepted', 'rejected')))
);
create unique index transfer_files_message on transfer_files (organization_id, connection_id, message_id);
create unique index transfer_files_name on transfer_files (organization_id, connection_id, name);
create index transfer_files_planned on transfer_files (organization_id, file_id) where state = 'planned';
create index transfer_files_written on transfer_files (organization_id, file_id) where state = 'written';
comment on table transfer_files is 'The identifications of each message with wires or a real-time payment, and of each request for a status. Planned before the message is built, so that building it again after a crash gives the same message.';

create table transfers (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null
    constraint transfers_state_check check (state in ('planned', 'sent', 'unknown', 'settled', 'rejected', 'blocked', 'returned', 'withdrawn')),
  file_id uuid not null,
  connection_id uuid not null,
  -- Both are derived from the payment, so they are the same in every message, and no other payment ever has them.
  end_to_end_id text not null,
  uetr uuid not null,
  amount_minor bigint not null constraint transfers_amount_check check (amount_minor > 0),
  -- IMAD or OMAD, the network's reference, or the UETR.
  tracking_number text,
  -- Real time: when the bank is asked what became of the payment, and how often it was asked.
  ask_at timestamptz,
  queries integer not null default 0 constraint transfers_queries_check check (queries >= 0),
  decided_at timestamptz,
  primary key (organization_id, transaction_id),
  constraint transfers_columns_of_state check (
    (decided_at is not null) = (state in ('settled', 'rejected', 'blocked', 'returned'))
    and (ask_at is null or state in ('sent', 'unknown')))
) with (fillfactor = 70);
create unique index transfers_end_to_end on transfers (organization_id, end_to_end_id);
create unique index transfers_uetr on transfers (organization_id, uetr);
create index transfers_file on transfers (organization_id, file_id);
create index transfers_ask on transfers (organization_id, ask_at) where ask_at is not null;
comment on table transfers is 'One row per wire or real-time payment that is in a message: its identifications, and what the bank has said about it. A payment whose outcome is unknown is asked about and never sent again.';

create table wire_terms (
  organization_id uuid not null,
  transaction_id uuid not null,
  -- ChrgBr: DEBT, the sender pays the banks' fees; SHAR, both sides do.
  charge_bearer text not null constraint wire_terms_charge_bearer_check check (charge_bearer in ('DEBT', 'SHAR')),
  primary key (organization_id, transaction_id)
);
comment on table wire_terms is 'Who pays the banks'' fees of a wire, where its request says so. Written with the payment, and never changed.';
