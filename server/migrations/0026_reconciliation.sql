-- What banks report about accounts, and what it was matched with (docs/adr/0057-reconciliation.md).

create table reconciled_accounts (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  -- The version of the ledger balance at which open movements were last compared with the ledger.
  compared_version bigint not null default -1,
  primary key (organization_id, account_id)
);
comment on table reconciled_accounts is 'Accounts about which a bank has reported something. The lock of a row makes the imports and matches of an account one at a time.';

create table bank_statements (
  organization_id uuid not null references organizations,
  statement_id uuid not null,
  account_id uuid not null,
  state text not null constraint bank_statements_state_check check (state in ('current', 'replaced')),
  -- The received file.
  file_id uuid not null,
  reference text not null,
  from_on date not null,
  closes_on date not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  movements integer not null constraint bank_statements_movements_check check (movements >= 0),
  imported_at timestamptz not null,
  primary key (organization_id, statement_id),
  constraint bank_statements_period check (from_on <= closes_on)
);
create unique index bank_statements_day_key on bank_statements (organization_id, account_id, closes_on) where state = 'current';
comment on table bank_statements is 'Statements of banks with their balances, one per account and closing day. A correction replaces a statement.';

create table bank_statement_pages (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  format text not null,
  -- The bank's identification of the report, the same on all pages.
  reference text not null,
  page integer not null constraint bank_statement_pages_page_check check (page > 0),
  is_last boolean not null,
  -- The latest received file that has it.
  file_id uuid not null,
  by_hand boolean not null,
  arrived_at timestamptz not null,
  -- When all pages had arrived, and were imported as one report.
  joined_at timestamptz,
  -- When administrators received an alert that pages are missing.
  alerted_at timestamptz,
  primary key (organization_id, account_id, format, reference, page)
);
create index bank_statement_pages_waiting on bank_statement_pages (organization_id, arrived_at) where joined_at is null;
comment on table bank_statement_pages is 'Pages of reports that a bank sends in several messages, until all have arrived.';

create table bank_movements (
  organization_id uuid not null references organizations,
  movement_id uuid not null,
  account_id uuid not null,
  state text not null constraint bank_movements_state_check check (state in ('open', 'matched', 'withdrawn')),
  -- The file that reported it first.
  file_id uuid not null,
  -- The statement that has it; null while only an intraday report does.
  statement_id uuid,
  -- The closing day of that statement: the balance of that day includes the movement.
  listed_on date,
  booked_on date not null,
  -- Below zero: money that left the account.
  amount_minor bigint not null constraint bank_movements_amount_check check (amount_minor <> 0),
  -- It takes back an earlier movement, or is money that came back.
  is_return boolean not null,
  bank_reference text,
  code text not null,
  counterparty text,
  remittance text,
  description text,
  match_id uuid,
  -- Only files that a person uploaded have it: it does not become a transaction automatically.
  by_hand boolean not null,
  created_at timestamptz not null,
  -- When administrators received an alert that it has been open for some days.
  alerted_at timestamptz,
  primary key (organization_id, movement_id),
  constraint bank_movements_listed check ((statement_id is null) = (listed_on is null)),
  constraint bank_movements_columns_of_state check ((match_id is not null) = (state = 'matched'))
);
create index bank_movements_booked on bank_movements (organization_id, account_id, booked_on) where state <> 'withdrawn';
create index bank_movements_account on bank_movements (organization_id, account_id, movement_id);
create index bank_movements_open on bank_movements (organization_id, account_id, movement_id) where state = 'open';
create index bank_movements_unreported on bank_movements (booked_on) where state = 'open' and alerted_at is null;
create index bank_movements_listed_on on bank_movements (organization_id, account_id, listed_on) where state <> 'withdrawn';
create index bank_movements_statement on bank_movements (organization_id, statement_id) where statement_id is not null;
create index bank_movements_match on bank_movements (organization_id, match_id) where match_id is not null;
comment on table bank_movements is 'Every booking of a bank on an account, once, however many reports have it. Nothing is deleted: a correction withdraws a movement.';

create table bank_movement_references (
  organization_id uuid not null references organizations,
  movement_id uuid not null,
  -- Of the payments that the movement sums up, from 1.
  position integer not null,
  reference text not null constraint bank_movement_references_reference_check check (length(reference) between 1 and 140),
  primary key (organization_id, movement_id, position, reference)
);
comment on table bank_movement_references is 'The references by which the payments of a movement may be found. Append-only.';

create table bank_matches (
  organization_id uuid not null references organizations,
  match_id uuid not null,
  account_id uuid not null,
  state text not null constraint bank_matches_state_check check (state in ('matched', 'undone')),
  -- How it was found: by references; the movement became the transaction; by a person.
  kind text not null constraint bank_matches_kind_check check (kind in ('reference', 'booked', 'manual')),
  amount_minor bigint not null,
  matched_at timestamptz not null,
  undone_at timestamptz,
  primary key (organization_id, match_id),
  constraint bank_matches_columns_of_state check ((undone_at is not null) = (state = 'undone'))
);
comment on table bank_matches is 'Movements of a bank and entries of the ledger that are the same money: both sides have the same sum.';

create table bank_matched_entries (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  transaction_id uuid not null,
  effect ledger_effect not null,
  match_id uuid not null,
  amount_minor bigint not null,
  -- New York.
  entered_on date not null,
  primary key (organization_id, account_id, transaction_id, effect)
);
create index bank_matched_entries_match on bank_matched_entries (organization_id, match_id);
create index bank_matched_entries_day on bank_matched_entries (organization_id, account_id, entered_on);
comment on table bank_matched_entries is 'Entries of the ledger that were found at the bank, each in one match. Deleted when a match is undone.';

create table bank_matched_days (
  organization_id uuid not null references organizations,
  account_id uuid not null,
  -- New York.
  day date not null,
  entries bigint not null constraint bank_matched_days_entries_check check (entries >= 0),
  amount_minor bigint not null,
  primary key (organization_id, account_id, day)
);
comment on table bank_matched_days is 'The matched entries of an account by the day on which the ledger has them, so that what is in transit is counted by days instead of entries. Updated with them, under the lock of the account.';
