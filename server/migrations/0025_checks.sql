-- Checks in files for banks (docs/adr/0056-checks-in-files.md).

-- With the confirmation of a check.
alter table file_answers add column check_number text;

-- Checks that are printed here are kept with the other files, and never sent.
alter table bank_files drop constraint bank_files_state_check;
alter table bank_files add constraint bank_files_state_check
  check (state in ('open', 'written', 'rehearsed', 'kept', 'sending', 'sent', 'inDoubt', 'acknowledged', 'rejected',
                   'withheld', 'received', 'processed', 'repeated', 'quarantined', 'dismissed'));

-- Connections for checks that were added before these settings existed.
update bank_connections
   set settings = jsonb_set(settings, '{railSettings}',
         '{"mailedWhen": "accepted", "paidTemplate": "generic-paid-csv", "exceptionsDueAt": "13:00"}'::jsonb
         || (settings -> 'railSettings')
         || case when settings -> 'railSettings' ->> 'stock' = 'top' then '{"stock": "check-on-top"}'::jsonb else '{}'::jsonb end)
 where rail = 'check';

create table check_sequences (
  organization_id uuid not null,
  account_id uuid not null,
  next_number bigint not null constraint check_sequences_next_check check (next_number between 1 and 9999999999),
  primary key (organization_id, account_id)
);
comment on table check_sequences is 'The number of the next check of each account. Its lock makes the numbers of an account follow each other without gaps.';

create table check_runs (
  organization_id uuid not null,
  -- Also the ID of its positive-pay file.
  run_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  state text not null constraint check_runs_state_check
    check (state in ('numbered', 'issued', 'printed', 'mailed', 'rehearsed', 'rejected', 'dropped')),
  window_at timestamptz not null,
  printed_by text not null constraint check_runs_printed_by_check check (printed_by in ('us', 'bank')),
  -- In a rehearsal, the numbers stay unused.
  is_rehearsal boolean not null,
  first_number bigint not null,
  checks integer not null constraint check_runs_checks_check check (checks > 0),
  -- The date on the checks.
  issued_on date not null,
  issue_name text not null,
  print_file_id uuid not null,
  print_name text not null,
  numbered_at timestamptz not null,
  issued_at timestamptz,
  printed_at timestamptz,
  ended_at timestamptz,
  primary key (organization_id, run_id),
  constraint check_runs_columns_of_state check (
    (issued_at is not null or state not in ('issued', 'printed', 'mailed', 'rehearsed', 'rejected'))
    and (issued_at is null or state <> 'numbered')
    and (printed_at is not null or state not in ('printed', 'mailed', 'rehearsed'))
    and (printed_at is null or state not in ('numbered', 'issued', 'dropped'))
    and (ended_at is not null) = (state in ('mailed', 'rehearsed', 'rejected', 'dropped')))
);
create unique index check_runs_issue_name on check_runs (organization_id, connection_id, issue_name);
create unique index check_runs_print_file on check_runs (organization_id, print_file_id);
create unique index check_runs_print_name on check_runs (organization_id, connection_id, print_name);
create index check_runs_open on check_runs (organization_id, run_id) where state in ('numbered', 'issued', 'printed');
comment on table check_runs is 'The checks of an account that are issued and printed together. Numbered in the transaction that puts payments into it, before its files are built, so that building them again after a crash gives the same files.';

create table checks (
  organization_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  transaction_id uuid not null,
  run_id uuid not null,
  connection_id uuid not null,
  state text not null constraint checks_state_check
    check (state in ('numbered', 'mailed', 'paid', 'void', 'stopped', 'returned')),
  amount_minor bigint not null constraint checks_amount_check check (amount_minor > 0),
  issued_on date not null,
  -- As in the positive-pay file; null if there is none.
  payee text,
  mailed_at timestamptz,
  paid_on date,
  -- What the bank paid, if two people decided to pay another amount.
  paid_minor bigint,
  ended_at timestamptz,
  -- Why it is void, stopped, or returned: a code of check-reasons.ts or bank-file-reasons.ts.
  code text,
  primary key (organization_id, account_id, check_number),
  constraint checks_columns_of_state check (
    (mailed_at is not null or state not in ('mailed', 'paid'))
    and (mailed_at is null or state not in ('numbered', 'void'))
    and (paid_on is not null) = (state = 'paid')
    and (paid_minor is not null) = (state = 'paid')
    and (ended_at is not null) = (state in ('paid', 'void', 'stopped', 'returned'))
    and (code is not null) = (state in ('void', 'stopped', 'returned')))
);
create index checks_run on checks (organization_id, run_id, check_number);
create index checks_transaction on checks (organization_id, transaction_id, check_number);
-- Checks that were never cashed, which are few.
create index checks_uncashed on checks (organization_id, account_id, ended_at) where state in ('stopped', 'returned');
comment on table checks is 'Every check number that was assigned, once, with what became of the check. A number whose check is never mailed stays here as void.';

create table check_voids (
  organization_id uuid not null,
  void_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  transaction_id uuid not null,
  connection_id uuid not null,
  state text not null constraint check_voids_state_check
    check (state in ('waiting', 'reported', 'manual', 'accepted', 'refused')),
  -- void: the check was never mailed. stop: it may be cashed until the bank accepts the stop.
  kind text not null constraint check_voids_kind_check check (kind in ('void', 'stop')),
  -- The reason of the payment once the bank accepts it.
  code text not null,
  requested_at timestamptz not null,
  file_id uuid,
  -- Of the file, at the bank.
  file_name text,
  decided_at timestamptz,
  -- Why the bank refused it.
  reason text,
  primary key (organization_id, void_id),
  constraint check_voids_columns_of_state check (
    (file_id is not null or state <> 'reported')
    and (file_id is null or state not in ('waiting', 'manual'))
    and (decided_at is not null) = (state in ('accepted', 'refused'))
    and (reason is not null) = (state = 'refused'))
);
create unique index check_voids_open on check_voids (organization_id, account_id, check_number)
  where state in ('waiting', 'reported', 'manual');
create index check_voids_waiting on check_voids (organization_id, connection_id, account_id, void_id) where state = 'waiting';
create index check_voids_file on check_voids (organization_id, file_id) where file_id is not null;
create index check_voids_file_name on check_voids (organization_id, connection_id, file_name) where file_name is not null;
comment on table check_voids is 'What the bank is told about checks that must not be paid: numbers that were issued and never mailed, and stops. The money of a stopped check is back only when the bank has accepted the stop.';

create table check_exceptions (
  organization_id uuid not null,
  -- Derived from what the bank reports, so that a repeated report is recognized.
  exception_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  check_number bigint not null,
  -- Null: no check with this number was issued.
  transaction_id uuid,
  state text not null constraint check_exceptions_state_check check (state in ('open', 'decided')),
  kind text not null constraint check_exceptions_kind_check
    check (kind in ('paidWithoutIssue', 'amountMismatch', 'payeeMismatch', 'paidTwice', 'paidAfterStop', 'paidAfterVoid')),
  -- What was presented to the bank. Cents.
  amount_minor bigint not null,
  presented_on date,
  source_file_id uuid not null,
  reported_at timestamptz not null,
  -- The bank's deadline; without a decision, it does what was agreed with it.
  decide_by timestamptz not null,
  decision text constraint check_exceptions_decision_check check (decision in ('pay', 'return')),
  decided_at timestamptz,
  primary key (organization_id, exception_id),
  constraint check_exceptions_columns_of_state check (
    (decision is not null) = (state = 'decided')
    and (decided_at is not null) = (state = 'decided'))
);
create index check_exceptions_open on check_exceptions (organization_id, decide_by, exception_id) where state = 'open';
create index check_exceptions_transaction on check_exceptions (organization_id, transaction_id) where transaction_id is not null;
comment on table check_exceptions is 'Checks that were presented to the bank and are not what was issued. Two people decide whether the bank pays or returns each (control_changes).';
