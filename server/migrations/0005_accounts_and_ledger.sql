-- Bank accounts and the double-entry ledger (docs/adr/0007-ledger.md).

create table accounts (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  name text not null,
  nickname text,
  kind text not null constraint accounts_kind_check check (kind in ('checking', 'savings', 'treasury')),
  status text not null default 'active'
    constraint accounts_status_check check (status in ('active', 'deleted', 'pending', 'archived')),
  routing_number text not null,
  account_number bytea not null,
  account_number_last4 text not null,
  can_send_real_time_payments boolean not null default true,
  created_at timestamptz not null,
  primary key (organization_id, account_id)
);
comment on table accounts is 'Bank accounts of an organization. Account numbers are encrypted. Created by the operator; never deleted.';

create table ledger_accounts (
  organization_id uuid not null references organizations,
  ledger_account_id uuid not null,
  kind text not null constraint ledger_accounts_kind_check check (kind in ('bankAccount', 'clearing', 'external')),
  method text,
  primary key (organization_id, ledger_account_id),
  constraint ledger_accounts_method_of_clearing check ((kind = 'clearing') = (method is not null))
);
create unique index ledger_accounts_kind_key on ledger_accounts (organization_id, kind, method) nulls not distinct
  where kind <> 'bankAccount';
comment on table ledger_accounts is 'Everywhere value can be: the organization''s bank accounts, a clearing account per payment method, and the outside world. Inserted once, never changed.';

create table ledger_balances (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  available_minor bigint not null default 0,
  held_minor nonnegative_cents not null default 0,
  -- Increases by one with each change.
  version bigint not null default 0,
  -- The last number of the account's audit stream, kept in a row that each payment updates anyway.
  audit_number bigint not null default 0,
  may_go_negative boolean not null,
  -- Whether payments can be made from it.
  pays boolean not null,
  -- Set when the ledger check finds a difference: payments from the account then stop until an operator resolves it.
  stop_reason text,
  -- A statement covers everything before this instant: later entries are dated at or after it.
  closed_before timestamptz,
  primary key (organization_id, ledger_account_id),
  constraint ledger_balances_no_overdraft check (may_go_negative or available_minor >= 0)
) with (fillfactor = 10); -- leaves room on the page for the updates of a hot account
create index ledger_balances_in_doubt on ledger_balances (organization_id) where stop_reason is not null;
comment on table ledger_balances is 'Current balance of each ledger account, stored so that a payment reads one row. Always re-derivable from ledger_entries (`bursar ledger verify`). Row locks here, taken in id order, serialize all money movements.';

create view current_balances with (security_invoker = true) as
  select organization_id, ledger_account_id, available_minor, held_minor, version from ledger_balances;
comment on view current_balances is 'For modules/accounts: the balance of an account, for lists that join it.';

create view account_streams with (security_invoker = true) as
  select organization_id, ledger_account_id as stream_id, audit_number as number
    from ledger_balances
   where audit_number > 0;
comment on view account_streams is 'For modules/audit-trail: the last audit number of every account that has paid.';

create table ledger_entries (
  organization_id uuid not null,
  transaction_id uuid not null,
  effect ledger_effect not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor positive_cents not null,
  entered_at timestamptz not null,
  primary key (organization_id, transaction_id, effect)
);
comment on table ledger_entries is 'Append-only. Each row is one balanced pair: amount_minor leaves the debit account and arrives at the credit account. The effect determines which bucket (available or held) each side means; see ledger_postings.';

create view recorded_entries with (security_invoker = true) as
  select organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor from ledger_entries;
comment on view recorded_entries is 'For modules/ledger-check: the entries of transactions.';

create view ledger_postings with (security_invoker = true) as
  select organization_id, transaction_id, effect, debit_account_id as ledger_account_id,
         case when effect in ('post', 'release') then 'held' else 'available' end as bucket,
         -amount_minor as amount_minor, entered_at
    from ledger_entries
  union all
  select organization_id, transaction_id, effect, credit_account_id,
         case when effect = 'hold' then 'held' else 'available' end,
         amount_minor, entered_at
    from ledger_entries;
comment on view ledger_postings is 'Ledger entries as signed postings, two per entry, with the bucket that each affects.';

create table ledger_days (
  organization_id uuid not null,
  ledger_account_id uuid not null,
  day date not null,
  -- From and to external parties; a returned payment counts as incoming.
  in_minor nonnegative_cents not null,
  out_minor nonnegative_cents not null,
  -- From and to the organization's other accounts.
  moved_in_minor nonnegative_cents not null,
  moved_out_minor nonnegative_cents not null,
  entries bigint not null constraint ledger_days_entries_check check (entries > 0),
  primary key (organization_id, ledger_account_id, day)
) with (fillfactor = 50);
create index ledger_days_by_day on ledger_days (organization_id, day);
comment on table ledger_days is 'What entered and left each bank account per New York day, so that charts add up days instead of transactions. Updated with the entries, under the account''s lock, by every effect except hold and release. A day''s sums and the current balance give every earlier balance.';

create view account_balances with (security_invoker = true) as
  select a.organization_id, a.account_id, a.kind, b.available_minor, b.held_minor, b.version
    from accounts a
    join current_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id;
comment on view account_balances is 'For modules/webhooks and modules/approvals: the current balance of each of the organization''s accounts.';
