-- Instructions waiting for a bank or submitted to it, and its answers (docs/adr/0012-rails-port.md).

create table rail_queue (
  organization_id uuid not null,
  hand_over_at timestamptz not null,
  position bigint generated always as identity,
  transaction_ids uuid[] not null,
  primary key (organization_id, hand_over_at, position)
);
comment on table rail_queue is 'Accepted payments by the time they are due at the bank: one row per commit and time, because create_payments writes it. When the time comes, each payment gets a row in rail_submissions and the row here is deleted.';

create table rail_submissions (
  organization_id uuid not null,
  transaction_id uuid not null,
  state text not null constraint rail_submissions_state_check
    check (state in ('waiting', 'submitted', 'received', 'answered', 'withdrawn', 'screened')),
  hand_over_at timestamptz not null,
  submitted_at timestamptz,
  primary key (organization_id, transaction_id),
  -- An answer can arrive before the payment is marked as submitted.
  constraint rail_submissions_columns_of_state
    check ((submitted_at is not null) = (state in ('submitted', 'received', 'screened')) or state = 'answered')
);
create index rail_submissions_open on rail_submissions (organization_id, hand_over_at) where state in ('waiting', 'submitted');
comment on table rail_submissions is 'One row per payment that is due: waiting, submitted to the bank, received by it, and answered; or withdrawn or screened before it was sent. A submitted payment that was not received is sent again under the same id.';

create table rail_answers (
  organization_id uuid not null,
  answer_id uuid not null,
  transaction_id uuid not null,
  outcome text not null
    constraint rail_answers_outcome_check check (outcome in ('confirmed', 'rejected', 'returned', 'blocked')),
  code text,
  tracking_number text,
  check_number text,
  answered_at timestamptz not null,
  disposition text not null
    constraint rail_answers_disposition_check check (disposition in ('applied', 'parked', 'ignored')),
  primary key (organization_id, answer_id)
);
create index rail_answers_parked on rail_answers (organization_id, transaction_id) where disposition = 'parked';
comment on table rail_answers is 'Every bank answer, once. Applied or ignored on arrival, or parked until an earlier answer has arrived.';
