-- Statements of accounts (docs/adr/0038-statements.md).

-- The organization's own address, as printed on statements. Null until the operator enters it.
alter table organizations add column legal_address jsonb;

-- Settled movements of an account in the order of a statement. Holds and releases, the only effects of the hot path, are
-- outside: they change what is available, not what the account contains.
create index ledger_entries_settled_debits on ledger_entries (organization_id, debit_account_id, entered_at, transaction_id)
  where effect not in ('hold', 'release');
create index ledger_entries_settled_credits on ledger_entries (organization_id, credit_account_id, entered_at, transaction_id)
  where effect not in ('hold', 'release');

create view settled_movements with (security_invoker = true) as
  select organization_id, debit_account_id as ledger_account_id, entered_at, transaction_id, effect, -amount_minor as amount_minor
    from ledger_entries
   where effect not in ('hold', 'release')
  union all
  select organization_id, credit_account_id, entered_at, transaction_id, effect, amount_minor
    from ledger_entries
   where effect not in ('hold', 'release');
comment on view settled_movements is 'For modules/statements: what each account received and paid, signed, when it was entered.';

create view statement_facts with (security_invoker = true) as
  select organization_id, transaction_id, account_id, transfer_id, created_at, posted_at, kind, method, counterparty_name,
         bank_description, external_memo, check_number, case when status = 'reversed' then reason_for_failure end as return_reason
    from transactions;
comment on view statement_facts is 'For modules/statements: what a statement says about a transaction. All of it is final once the transaction is on a statement.';

create table statements (
  organization_id uuid not null references organizations,
  statement_id uuid not null,
  account_id uuid not null,
  kind text not null constraint statements_kind_check check (kind in ('monthly', 'custom')),
  -- Calendar days in New York; the last day is included.
  starts_on date not null,
  ends_on date not null,
  opening_minor bigint not null,
  in_minor nonnegative_cents not null,
  out_minor nonnegative_cents not null,
  -- The part of out_minor that is fees.
  fees_minor nonnegative_cents not null,
  closing_minor bigint not null,
  lines bigint not null constraint statements_lines_check check (lines >= 0),
  -- SHA-256 over the period, the sums, the names, and every line.
  digest bytea not null constraint statements_digest_check check (octet_length(digest) = 32),
  -- As they were when it was made, because all of them can change.
  account_name text not null,
  legal_name text not null,
  legal_address jsonb,
  ein text,
  created_at timestamptz not null,
  primary key (organization_id, statement_id),
  constraint statements_period_key unique (organization_id, account_id, kind, starts_on, ends_on),
  constraint statements_period_check check (starts_on <= ends_on),
  constraint statements_balance_check check (closing_minor = opening_minor + in_minor - out_minor),
  constraint statements_fees_check check (fees_minor <= out_minor)
);
create index statements_by_start on statements (organization_id, starts_on, statement_id);
comment on table statements is 'Statements of checking and savings accounts: one per account and month, and others on request. Never changed and never deleted. Their lines are the settled movements of the period, which are complete when a statement is made (ledger_balances.closed_before).';

create view depository_accounts with (security_invoker = true) as
  select organization_id, account_id, name, nickname, kind, routing_number, account_number_last4, created_at
    from accounts
   where kind in ('checking', 'savings') and status <> 'deleted';
comment on view depository_accounts is 'For modules/statements: the accounts that have statements, without their numbers. A treasury account has statements of its own.';

-- Whether recipients receive an e-mail when a payment to them was sent.
alter table organizations add column remittance_advice boolean not null default false;

-- The user's choice of e-mails; null = as is usual for the role.
alter table users add column statement_mails boolean;
alter table users add column payment_mails boolean;
