-- What a bank's file says and cannot be applied is kept as an open item, and the rest of the file counts
-- (docs/adr/0107-open-items.md). Only additions: processes of 0.1.0 set such a file aside as a whole.
-- transaction: none

create table if not exists bank_file_items (
  organization_id uuid not null,
  item_id uuid not null,
  -- Derived from what the item says, so that it is recognized in another file.
  said_id uuid not null,
  file_id uuid not null,
  connection_id uuid not null,
  position integer not null,
  state text not null constraint bank_file_items_state_check check (state in ('open', 'assigned', 'ignored', 'applied')),
  kind text not null constraint bank_file_items_kind_check check (kind in
    ('unknownPayment', 'contradiction', 'unknownCode', 'unreadable', 'otherEntry', 'dispute', 'otherCompany', 'otherAccount')),
  -- For people, such as "Line 12".
  place text not null,
  reason text not null,
  code text,
  reference text,
  -- Cents.
  amount_minor bigint,
  currency text,
  -- What is applied if a person says which payment it is about.
  answer jsonb,
  -- The payment that it seems to be about, or was assigned to.
  transaction_id uuid,
  -- The company or account that it is about, if that is not ours.
  subject text,
  act_by date,
  recorded_at timestamptz not null,
  note text,
  decided_at timestamptz,
  primary key (organization_id, item_id),
  constraint bank_file_items_columns_of_state check (
    (decided_at is not null) = (state <> 'open')
    and (note is null or state in ('assigned', 'ignored'))
    and (transaction_id is not null or state <> 'assigned'))
);

-- Banks' own acknowledgments of ACH files, as text or CSV.
alter table bank_files drop constraint bank_files_format_check;
alter table bank_files add constraint bank_files_format_check check (format in (
  'nacha', 'pain.001', 'pain.002', 'pacs.002', 'pacs.004', 'pacs.008', 'pacs.028', 'camt.029', 'camt.052', 'camt.053',
  'camt.054', 'camt.056', 'positive-pay', 'checks-pdf', 'bai2', 'acknowledgment')) not valid;
alter table bank_files validate constraint bank_files_format_check;

-- How a received file differs from its format in what is tolerated.
alter table bank_files add column if not exists tolerated jsonb;

create unique index concurrently if not exists bank_file_items_once on bank_file_items (organization_id, said_id);
create index concurrently if not exists bank_file_items_of_file on bank_file_items (organization_id, file_id, position);
create index concurrently if not exists bank_file_items_open on bank_file_items (organization_id, item_id) where state = 'open';
create index concurrently if not exists bank_file_items_transaction on bank_file_items (organization_id, transaction_id)
  where transaction_id is not null;

create table if not exists bank_file_ignores (
  organization_id uuid not null,
  -- Derived from the connection, the kind, and the subject.
  ignore_id uuid not null,
  connection_id uuid not null,
  kind text not null constraint bank_file_ignores_kind_check check (kind in ('otherCompany', 'otherAccount')),
  subject text not null,
  note text not null,
  decided_at timestamptz not null,
  primary key (organization_id, ignore_id)
);

create index if not exists bank_file_ignores_connection on bank_file_ignores (organization_id, connection_id);

create table if not exists bank_file_acceptances (
  organization_id uuid not null,
  file_id uuid not null,
  reason text not null,
  decided_at timestamptz not null,
  primary key (organization_id, file_id)
);

comment on table bank_file_items is 'What received files say and could not be applied: each is applied when its file is processed again and it fits, assigned to a payment by two people, or ignored with a note.';
comment on table bank_file_ignores is 'Companies and accounts that are not ours and that files of a connection mention: their items are ignored from the start.';
comment on table bank_file_acceptances is 'Received files that two people accept although their counts, totals, or repeated message say that something is wrong, and why.';
