-- Payments that the bank is asked to undo (docs/adr/0105-undo-at-the-bank.md).

create table payment_undos (
  organization_id uuid not null references organizations,
  undo_id uuid not null,
  transaction_id uuid not null,
  kind text not null constraint payment_undos_kind_check check (kind in ('reversal', 'recall')),
  rail text not null constraint payment_undos_rail_check check (rail in ('ach', 'wire', 'internationalWire', 'realTime')),
  state text not null,
  reason text not null,
  note text,
  amount_minor bigint not null constraint payment_undos_amount_check check (amount_minor > 0),
  account_id uuid not null,
  connection_id uuid not null,
  -- What is undone, as the bank has it: the file, and the trace number or end-to-end ID.
  original_file_id uuid not null,
  original_reference text not null,
  -- The last moment at which its file may be written; null if there is none.
  send_by timestamptz,
  requester_user_id uuid,
  requester_token_id uuid,
  requested_at timestamptz not null,
  approved_at timestamptz,
  window_at timestamptz,
  file_id uuid,
  -- The trace number of the reversing entry, or the case ID of the recall.
  reference text,
  sent_at timestamptz,
  -- A reversal that was not returned until then has brought the money back.
  counts_at timestamptz,
  code text,
  ended_at timestamptz,
  primary key (organization_id, undo_id),
  constraint payment_undos_requester check (requester_user_id is not null or requester_token_id is not null),
  constraint payment_undos_named check ((reference is not null) = (file_id is not null)),
  constraint payment_undos_counts check (counts_at is null or kind = 'reversal'),
  constraint payment_undos_state_check check (state in ('requested', 'approved', 'filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'withdrawn', 'declined', 'expired', 'overtaken')),
  constraint payment_undos_columns_of_state check (
    (approved_at is not null or state not in ('approved', 'filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack'))
    and (approved_at is null or state not in ('requested', 'declined'))
    and (file_id is not null or state not in ('filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack'))
    and (file_id is null or state in ('filed', 'sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'overtaken'))
    and (sent_at is not null or state not in ('sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack'))
    and (sent_at is null or state in ('sent', 'pending', 'granted', 'succeeded', 'refused', 'takenBack', 'overtaken'))
    and (code is not null or state not in ('refused', 'takenBack'))
    and (code is null or state in ('pending', 'refused', 'takenBack'))
    and (ended_at is not null) = (state in ('succeeded', 'refused', 'takenBack', 'withdrawn', 'declined', 'expired', 'overtaken')))
);
-- One at a time: a payment comes back once.
create unique index payment_undos_open on payment_undos (organization_id, transaction_id)
  where state in ('requested', 'approved', 'filed', 'sent', 'pending', 'granted');
create index payment_undos_transaction on payment_undos (organization_id, transaction_id, undo_id);
create index payment_undos_waiting on payment_undos (organization_id, undo_id) where state in ('requested', 'approved', 'sent');
create unique index payment_undos_reference on payment_undos (organization_id, connection_id, file_id, reference) where reference is not null;
create index payment_undos_by_reference on payment_undos (organization_id, reference) where reference is not null;
create index payment_undos_file on payment_undos (organization_id, file_id) where file_id is not null;

comment on table payment_undos is 'Payments that the bank is asked to undo: reversals of ACH entries and recalls of wires and real-time payments, from the request to the money.';

create table payment_undo_reviews (
  organization_id uuid not null references organizations,
  review_id uuid not null,
  undo_id uuid not null,
  reviewer_user_id uuid not null,
  decision text not null constraint payment_undo_reviews_decision_check check (decision in ('approved', 'declined')),
  comment text,
  reviewed_at timestamptz not null,
  primary key (organization_id, review_id)
);
create unique index payment_undo_reviews_once on payment_undo_reviews (organization_id, undo_id, reviewer_user_id);
comment on table payment_undo_reviews is 'Who has approved or declined that a payment is undone.';

-- Set in files of reversals; such a file pays nothing.
alter table ach_files add column if not exists reverses boolean;
