-- Recurring payments and their occurrences (docs/adr/0074-recurring-payments.md).
-- transaction: none

create table if not exists recurring_payments (
  organization_id uuid not null references organizations,
  recurring_payment_id uuid not null,
  state text not null constraint recurring_payments_state_check check (state in ('active', 'ended', 'stopped')),
  version integer not null,

  -- The terms of each occurrence to come.
  account_id uuid not null,
  recipient_id uuid not null,
  amount_minor positive_cents not null,
  method payment_method not null,
  external_memo text,
  note text,
  purpose text,
  charge_type text constraint recurring_payments_charge_type_check check (charge_type in ('ours', 'shared')),
  -- The user who last saved the terms, in whose name each occurrence is requested.
  requester_user_id uuid not null,

  -- Days are dates in New York.
  frequency text not null constraint recurring_payments_frequency_check
    check (frequency in ('weekly', 'everyTwoWeeks', 'monthly', 'lastBusinessDay')),
  start_on date not null,
  -- Of a monthly payment; a shorter month has it on its last day.
  day_of_month integer constraint recurring_payments_day_of_month_check check (day_of_month between 1 and 31),
  -- Where an occurrence on a day without banking goes.
  roll text not null constraint recurring_payments_roll_check check (roll in ('before', 'after')),
  end_on date,
  end_after integer constraint recurring_payments_end_after_check check (end_after > 0),

  -- Occurrences that were requested, skipped, or refused, and the scheduled day of the last one.
  occurrences_done integer not null,
  last_day date,
  -- The scheduled day of the next occurrence, and when it is requested: a week before its payment day.
  next_day date,
  request_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, recurring_payment_id),
  constraint recurring_payments_columns_of_state check (
    (next_day is not null) = (state = 'active')
    and (request_at is not null) = (state = 'active')
    and (ended_at is not null) = (state <> 'active')
  ),
  constraint recurring_payments_whole check (
    (day_of_month is not null) = (frequency = 'monthly')
    and (end_on is null or end_after is null)
    and (charge_type is not null) = (method = 'internationalWire')
    and (last_day is null) = (occurrences_done = 0)
  )
);
create index if not exists recurring_payments_state on recurring_payments (organization_id, state, recurring_payment_id);
create index if not exists recurring_payments_due on recurring_payments (organization_id, request_at) where state = 'active';
comment on table recurring_payments is 'Payments that repeat: active, then ended (the last occurrence was requested) or stopped by a user. Each occurrence becomes an approval request of its own. Never deleted.';

create table if not exists recurring_occurrences (
  organization_id uuid not null references organizations,
  occurrence_id uuid not null,
  recurring_payment_id uuid not null,
  -- The scheduled day, which names the occurrence, and the banking day on which it is paid.
  day date not null,
  pay_on date not null,
  state text not null constraint recurring_occurrences_state_check
    check (state in ('planned', 'skipped', 'requested', 'refused')),
  request_id uuid,
  problem text,
  changed_at timestamptz not null,
  primary key (organization_id, occurrence_id),
  constraint recurring_occurrences_once unique (organization_id, recurring_payment_id, day),
  constraint recurring_occurrences_columns_of_state check (
    (request_id is not null) = (state = 'requested')
    and (problem is not null) = (state = 'refused')
  )
);
create index if not exists recurring_occurrences_list
  on recurring_occurrences (organization_id, recurring_payment_id, day, occurrence_id);
create index if not exists recurring_occurrences_request on recurring_occurrences (organization_id, request_id)
  where request_id is not null;
comment on table recurring_occurrences is 'Occurrences of a recurring payment that were requested, refused, or skipped; planned means no longer skipped. Others follow from its schedule. One row per scheduled day, so that an occurrence is requested once.';

create index concurrently if not exists approval_requests_waiting_due on approval_requests (organization_id, due_at)
  where status = 'pendingApproval' and due_at is not null;
