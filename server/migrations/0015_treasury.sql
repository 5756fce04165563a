-- Treasury accounts: cash, shares of a money-market fund, and everything that changes them (docs/adr/0039-treasury.md).

create table treasury_holdings (
  organization_id uuid not null,
  account_id uuid not null,
  -- The number of the last treasury transaction; the next one has the next number.
  last_number bigint not null default 0,
  -- Settled cash. Negative only while sales that a withdrawal caused have not settled.
  cash_minor bigint not null default 0,
  -- The settled shares at their price.
  invested_minor nonnegative_cents not null default 0,
  -- The amounts of open orders.
  buying_minor nonnegative_cents not null default 0,
  selling_minor nonnegative_cents not null default 0,
  -- Scaled by 10^4, like the price of a share in dollars.
  shares_e4 bigint not null default 0 constraint treasury_holdings_shares_check check (shares_e4 >= 0),
  price_e4 bigint not null default 10000 constraint treasury_holdings_price_check check (price_e4 > 0),
  security_id text,
  security_name text,
  -- When the custodian's next step is due.
  next_run_at timestamptz not null,
  primary key (organization_id, account_id),
  constraint treasury_holdings_cash_covers_orders check (cash_minor - buying_minor + selling_minor >= 0),
  constraint treasury_holdings_shares_cover_orders check (invested_minor + buying_minor - selling_minor >= 0)
);
create index treasury_holdings_due on treasury_holdings (organization_id, next_run_at);
comment on table treasury_holdings is 'What each treasury account holds: cash, and shares of one fund. Cash and shares together are the balance of its ledger account. One row per account, created by its first movement and locked after the account''s balance.';

create view treasury_totals with (security_invoker = true) as
  select organization_id, account_id, cash_minor + invested_minor as total_minor from treasury_holdings;
comment on view treasury_totals is 'For modules/ledger-check: what a treasury account''s ledger balance must equal.';

create view treasury_due with (security_invoker = true) as
  select organization_id, account_id, next_run_at from treasury_holdings;
comment on view treasury_due is 'For modules/treasury: when the next step of each account''s custodian is due.';

create table treasury_orders (
  organization_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  action text not null constraint treasury_orders_action_check check (action in ('buy', 'sell')),
  reason text not null constraint treasury_orders_reason_check check (reason in ('sweep', 'withdrawal', 'fee')),
  security_id text not null,
  security_name text not null,
  amount_minor positive_cents not null,
  status text not null constraint treasury_orders_status_check
    check (status in ('placed', 'executed', 'settled', 'rejected', 'canceled')),
  placed_at timestamptz not null,
  -- The trade date, and the date on which cash and shares change hands.
  trades_on date,
  settles_on date,
  executed_at timestamptz,
  ended_at timestamptz,
  shares_e4 bigint,
  price_e4 bigint,
  rejection text,
  primary key (organization_id, order_id),
  constraint treasury_orders_columns_of_status check (
    (executed_at is not null) = (status in ('executed', 'settled'))
    and (trades_on is not null) = (status in ('executed', 'settled'))
    and (settles_on is not null) = (status in ('executed', 'settled'))
    and (ended_at is not null) = (status in ('settled', 'rejected', 'canceled'))
    and (rejection is not null) = (status = 'rejected')
  ),
  constraint treasury_orders_shares_of_executed check (
    (shares_e4 is not null) = (executed_at is not null) and (price_e4 is not null) = (executed_at is not null)
  )
);
create index treasury_orders_open on treasury_orders (organization_id, account_id, order_id) where ended_at is null;
comment on table treasury_orders is 'Orders for shares of the fund: placed by the sweep, or by a withdrawal or fee that exceeds cash; then executed and settled, or rejected or canceled. Never deleted.';

create table treasury_transactions (
  organization_id uuid not null,
  account_id uuid not null,
  -- Counts the account's transactions without gaps: the cursor of the list.
  number bigint not null,
  treasury_transaction_id uuid not null,
  type text not null,
  amount_minor bigint not null,
  -- The account's total after it, and the part that is cash.
  balance_minor bigint not null,
  cash_minor bigint not null,
  canonical_day date not null,
  description text not null,
  additional_details text,
  security_id text,
  security text,
  credit_description text,
  fee_description text,
  amendment_description text,
  deposit_counterparty_id uuid,
  withdrawal_counterparty_id uuid,
  sweep_direction text constraint treasury_transactions_direction_check check (sweep_direction in ('in', 'out')),
  trade_action text constraint treasury_transactions_action_check check (trade_action in ('buy', 'sell')),
  order_id uuid,
  -- The month that a dividend or fee is for.
  for_month date,
  created_at timestamptz not null,
  -- The custodian's own reference, unique per account: the same activity is never recorded twice.
  custodian_reference text,
  primary key (organization_id, account_id, number)
);
create unique index treasury_transactions_id_key on treasury_transactions (organization_id, treasury_transaction_id);
create unique index treasury_transactions_reference_key
  on treasury_transactions (organization_id, account_id, custodian_reference) where custodian_reference is not null;
create index treasury_transactions_days on treasury_transactions (organization_id, account_id, canonical_day, number);
create index treasury_transactions_months on treasury_transactions (organization_id, account_id, for_month)
  where for_month is not null;
comment on table treasury_transactions is 'Everything that happened in a treasury account, numbered, with the running balance. Append-only, except that an import adds the custodian''s reference to a transfer that was made here.';

create view treasury_history with (security_invoker = true) as
  select organization_id, account_id, number, treasury_transaction_id, type, amount_minor, balance_minor, cash_minor,
         canonical_day, description, additional_details, security_id, security, credit_description, fee_description,
         amendment_description, deposit_counterparty_id, withdrawal_counterparty_id, sweep_direction, trade_action,
         order_id, for_month, created_at, custodian_reference
    from treasury_transactions;
comment on view treasury_history is 'For modules/treasury: the numbered transactions of treasury accounts.';

create table treasury_settings (
  organization_id uuid not null,
  account_id uuid not null,
  version integer not null,
  sweep boolean not null,
  target_cash_minor nonnegative_cents not null,
  minimum_sweep_minor positive_cents not null,
  updated_at timestamptz not null,
  primary key (organization_id, account_id)
);
comment on table treasury_settings is 'The daily sweep of a treasury account. Without a row, the sweep is off. Changed by version.';

create table treasury_days (
  organization_id uuid not null,
  account_id uuid not null,
  day date not null,
  balance_minor nonnegative_cents not null,
  invested_minor nonnegative_cents not null,
  -- Millionths: 42500 is 4.25 %.
  yield_ppm integer not null,
  -- Millionths of a cent.
  dividend_micro bigint not null,
  fee_micro bigint not null,
  primary key (organization_id, account_id, day)
);
comment on table treasury_days is 'What the invested balance of a treasury account earned on each day, and the fee accrued for it, at the fund''s yield of that day. Append-only; a month''s dividend and fee are the sums of its days.';

create table treasury_months (
  organization_id uuid not null,
  account_id uuid not null,
  month date not null constraint treasury_months_month_check check (extract(day from month) = 1),
  fee_minor nonnegative_cents not null,
  -- What the month's dividend left over, and the next one adds. Millionths of a cent.
  carried_micro bigint not null,
  status text not null constraint treasury_months_status_check check (status in ('processing', 'charged', 'error')),
  charged_at timestamptz,
  primary key (organization_id, account_id, month),
  constraint treasury_months_columns_of_status check ((charged_at is not null) = (status = 'charged'))
);
comment on table treasury_months is 'The fee of each finished month of a treasury account: processing until it is charged on the first banking day of the next month; error while the balance does not cover it.';

create table treasury_documents (
  organization_id uuid not null,
  document_id uuid not null,
  account_id uuid not null,
  document_type text not null,
  description text not null,
  period_start date not null,
  period_end date not null,
  -- The settled order that a trade confirmation is about.
  order_id uuid,
  -- A monthly statement covers the transactions after the first number up to the second, so that it never changes and
  -- continues the one before it.
  after_number bigint,
  through_number bigint,
  -- The custodian's document, encrypted; null for documents that are generated when they are downloaded.
  content bytea,
  content_digest text,
  created_at timestamptz not null,
  primary key (organization_id, document_id),
  constraint treasury_documents_period_check check (period_start <= period_end),
  constraint treasury_documents_numbers_check check ((after_number is null) = (through_number is null)),
  constraint treasury_documents_digest_of_content check ((content is null) = (content_digest is null))
);
create index treasury_documents_account on treasury_documents (organization_id, account_id, document_id);
create unique index treasury_documents_content_key on treasury_documents (organization_id, account_id, document_type, content_digest)
  where content_digest is not null;
create unique index treasury_documents_month_key on treasury_documents (organization_id, account_id, period_start)
  where through_number is not null;
create unique index treasury_documents_order_key on treasury_documents (organization_id, order_id) where order_id is not null;
comment on table treasury_documents is 'Statements of treasury accounts: monthly statements and trade confirmations, generated from rows that never change, and documents of the custodian such as 1099 forms, stored encrypted. Never deleted.';

create table treasury_imports (
  organization_id uuid not null,
  import_id uuid not null,
  account_id uuid not null,
  file_name text not null,
  content bytea not null,
  rows integer not null,
  status text not null constraint treasury_imports_status_check check (status in ('proposed', 'applied', 'discarded')),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (organization_id, import_id),
  constraint treasury_imports_columns_of_status check ((decided_at is not null) = (status <> 'proposed'))
);
comment on table treasury_imports is 'Activity files of a custodian, encrypted: proposed by one person and applied when another confirms. Never deleted.';

create view treasury_accounts with (security_invoker = true) as
  select organization_id, account_id, name, nickname, status, created_at from accounts where kind = 'treasury';
comment on view treasury_accounts is 'For modules/treasury: the treasury accounts of an organization.';

-- Accounts opened before this migration: their balance is cash.
insert into treasury_holdings (organization_id, account_id, last_number, cash_minor, next_run_at)
  select a.organization_id, a.account_id, 1, b.available_minor + b.held_minor, now()
    from accounts a
    join ledger_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.account_id
   where a.kind = 'treasury' and b.available_minor + b.held_minor > 0;
insert into treasury_transactions (organization_id, account_id, number, treasury_transaction_id, type, amount_minor,
    balance_minor, cash_minor, canonical_day, description, amendment_description, created_at)
  select organization_id, account_id, 1, gen_random_uuid(), 'manualAmendmentPosted', cash_minor, cash_minor, cash_minor,
         (now() at time zone 'America/New_York')::date, 'Opening balance', 'Balance before treasury activity was recorded',
         now()
    from treasury_holdings;
