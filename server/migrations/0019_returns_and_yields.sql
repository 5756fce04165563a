-- Returned deposits and treasury transfers (docs/adr/0046-returns.md).

create table transaction_returns (
  organization_id uuid not null references organizations,
  -- What was returned: a deposit, or one side of a treasury transfer.
  transaction_id uuid not null,
  -- The transaction that returned it, on the same account.
  return_id uuid not null,
  outcome text not null constraint transaction_returns_outcome_check check (outcome in ('returned', 'failed')),
  reason text not null,
  returned_at timestamptz not null,
  primary key (organization_id, transaction_id),
  constraint transaction_returns_other check (return_id <> transaction_id)
);
create unique index transaction_returns_return_key on transaction_returns (organization_id, return_id);
comment on table transaction_returns is 'Which transaction returned a deposit or a side of a treasury transfer. Each is returned at most once; both transactions stay sent, because a return is a movement of its own, as on a bank statement. Append-only.';

create index invoice_debits_deposit on invoice_debits (organization_id, transaction_id) where transaction_id is not null;

create table treasury_yields (
  organization_id uuid not null references organizations,
  -- The first day, in New York, that earns this yield.
  starts_on date not null,
  -- Millionths: 42500 is 4.25 %. Null: the simulated course again.
  yield_ppm integer constraint treasury_yields_ppm_check check (yield_ppm between 0 and 250000),
  primary key (organization_id, starts_on)
);
comment on table treasury_yields is 'Sandbox only: the yield of the simulated fund from a day on, until the next row. A day that has earned keeps its yield.';

create or replace view treasury_accounts with (security_invoker = true) as
  select organization_id, account_id, name, nickname, status, created_at, account_number_last4
    from accounts where kind = 'treasury';
