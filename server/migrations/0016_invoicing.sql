-- Invoicing: customers, invoices, incoming payments and their matching, ACH debits, e-mails (docs/adr/0040-invoicing.md).

create table invoice_settings (
  organization_id uuid primary key references organizations,
  -- The next number of the series. Taken by the transaction that creates the invoice, under this row's lock.
  next_number integer not null default 1 constraint invoice_settings_next_number_check check (next_number > 0),
  -- Settings. The version increases with every change; a change made from an older version is rejected.
  version integer not null default 1,
  reminders_on boolean not null default true,
  -- Days after the due date; negative numbers are days before it.
  reminder_days integer[] not null default '{-3,1,7,14,30}',
  automatic_matching boolean not null default true
);
comment on table invoice_settings is 'An organization''s settings for invoices, and the counter of its invoice numbers. Inserted by its first invoice or change.';

create table invoice_customers (
  organization_id uuid not null references organizations,
  customer_id uuid not null,
  name text not null,
  -- The name in upper case, letters and digits only, to find the customer by the payer of a deposit.
  name_key text not null,
  email text not null,
  address jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, customer_id)
);
create index invoice_customers_by_name on invoice_customers (organization_id, name_key);
comment on table invoice_customers is 'Who an organization sends invoices to. Deleting one sets deleted_at; its invoices stay, and it can still be read.';

create table invoices (
  organization_id uuid not null references organizations,
  invoice_id uuid not null,
  customer_id uuid not null,
  destination_account_id uuid not null,
  invoice_number text not null,
  -- The number in upper case, letters and digits only, as it is looked for in memos.
  number_key text not null,
  currency_code text not null constraint invoices_currency_code_check check (currency_code = 'USD'),
  invoice_date date not null,
  due_date date not null,
  service_period_start date,
  service_period_end date,
  po_number text,
  payer_memo text,
  internal_note text,
  cc_emails text[] not null,
  ach_debit_enabled boolean not null,
  credit_card_enabled boolean not null constraint invoices_credit_card_enabled_check check (not credit_card_enabled),
  use_real_account_number boolean not null,
  amount_minor positive_cents not null,
  tax_minor bigint not null,
  -- The sum of its active matches.
  paid_minor nonnegative_cents not null default 0,
  status text not null default 'Unpaid'
    constraint invoices_status_check check (status in ('Unpaid', 'Processing', 'Paid', 'Cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  paid_at timestamptz,
  created_by_user uuid,
  created_by_token uuid,
  primary key (organization_id, invoice_id),
  constraint invoices_number_key unique (organization_id, number_key),
  constraint invoices_columns_of_status check (
    (canceled_at is not null) = (status = 'Cancelled')
    and (paid_at is not null) = (status = 'Paid')
  ),
  constraint invoices_paid_when_covered check (
    paid_minor <= amount_minor and (paid_minor = amount_minor) = (status = 'Paid') and (status <> 'Cancelled' or paid_minor = 0)
  )
);
create index invoices_by_customer on invoices (organization_id, customer_id, invoice_id);
create index invoices_by_status on invoices (organization_id, status, invoice_id);
create index invoices_overdue on invoices (organization_id, due_date, invoice_id) where status = 'Unpaid';
create index invoices_overdue_of_customer on invoices (organization_id, customer_id, due_date, invoice_id) where status = 'Unpaid';
create index invoices_open_by_amount on invoices (organization_id, (amount_minor - paid_minor)) where status = 'Unpaid';
comment on table invoices is 'Invoices. Numbers of the series have no gaps, because they are taken by the commit that creates the invoice and nothing is ever deleted. Paid exactly when the active matches cover the amount.';

create table invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  name text not null,
  -- Ten-thousandths of a unit.
  quantity_e4 bigint not null constraint invoice_lines_quantity_check check (quantity_e4 > 0),
  unit_price_minor bigint not null,
  -- Ten-thousandths of a percent; null: not taxed.
  tax_rate_e4 integer constraint invoice_lines_tax_rate_check check (tax_rate_e4 between 0 and 1000000),
  amount_minor bigint not null,
  tax_minor bigint not null,
  primary key (organization_id, invoice_id, position)
);
comment on table invoice_lines is 'The lines of an invoice, with the rounded amounts that add up to the invoice''s. Replaced together when an unpaid invoice is changed.';

create table incoming_payments (
  organization_id uuid not null references organizations,
  transaction_id uuid not null,
  account_id uuid not null,
  amount_minor positive_cents not null,
  -- The sum of its active matches; the rest is the customer's credit.
  matched_minor nonnegative_cents not null default 0,
  payer_name text not null,
  memo text,
  received_at timestamptz not null,
  -- Whose payment it is, once it is matched.
  customer_id uuid,
  status text not null default 'open'
    constraint incoming_payments_status_check check (status in ('open', 'matched', 'ignored', 'returned')),
  returned_at timestamptz,
  primary key (organization_id, transaction_id),
  constraint incoming_payments_not_overspent check (matched_minor <= amount_minor),
  constraint incoming_payments_matched check ((matched_minor > 0) = (status = 'matched')),
  constraint incoming_payments_columns_of_status check (
    (customer_id is not null) = (status = 'matched')
    and (returned_at is not null) = (status = 'returned')
  )
);
create index incoming_payments_by_status on incoming_payments (organization_id, status, transaction_id);
create index incoming_payments_credit on incoming_payments (organization_id, transaction_id)
  where status = 'matched' and matched_minor < amount_minor;
comment on table incoming_payments is 'Deposits that may pay invoices: one row per incoming transaction, written when the outbox row of its commit is processed.';

create table invoice_matches (
  organization_id uuid not null,
  match_id uuid not null,
  transaction_id uuid not null,
  invoice_id uuid not null,
  amount_minor positive_cents not null,
  -- How it was found.
  source text not null constraint invoice_matches_source_check check (source in ('automatic', 'person', 'achDebit')),
  matched_at timestamptz not null,
  matched_by uuid,
  status text not null default 'active' constraint invoice_matches_status_check check (status in ('active', 'undone')),
  undone_at timestamptz,
  undone_by uuid,
  primary key (organization_id, match_id),
  constraint invoice_matches_columns_of_status check ((undone_at is not null) = (status = 'undone'))
);
create unique index invoice_matches_active on invoice_matches (organization_id, transaction_id, invoice_id) where status = 'active';
create index invoice_matches_by_invoice on invoice_matches (organization_id, invoice_id);
comment on table invoice_matches is 'Which part of an incoming payment pays which invoice. Undone, never deleted.';

create table invoice_debits (
  organization_id uuid not null references organizations,
  debit_id uuid not null,
  invoice_id uuid not null,
  amount_minor positive_cents not null,
  payer_name text not null,
  routing_number text not null,
  account_number bytea not null,
  account_number_last4 text not null,
  account_type text not null constraint invoice_debits_account_type_check check (account_type in ('checking', 'savings')),
  -- The record of the payer's authorization (Nacha Operating Rules, section 2.3): the text they accepted, when, and where from.
  authorization_text text not null,
  authorized_at timestamptz not null,
  address text not null,
  -- When to ask the bank next; null once nothing more can happen.
  ask_at timestamptz,
  trace_number text,
  status text not null default 'waiting'
    constraint invoice_debits_status_check check (status in ('waiting', 'collected', 'returned', 'reversed')),
  collected_at timestamptz,
  transaction_id uuid,
  return_transaction_id uuid,
  returned_at timestamptz,
  return_reason text,
  primary key (organization_id, debit_id),
  constraint invoice_debits_columns_of_status check (
    (collected_at is not null) = (status in ('collected', 'reversed'))
    and (transaction_id is not null) = (status in ('collected', 'reversed'))
    and (return_transaction_id is not null) = (status = 'reversed')
    and (returned_at is not null) = (status in ('returned', 'reversed'))
    and (return_reason is not null) = (status in ('returned', 'reversed'))
  )
);
create unique index invoice_debits_one_waiting on invoice_debits (organization_id, invoice_id) where status = 'waiting';
create index invoice_debits_by_invoice on invoice_debits (organization_id, invoice_id);
create index invoice_debits_due on invoice_debits (organization_id, ask_at) where ask_at is not null;
comment on table invoice_debits is 'ACH debits that customers authorized on the pay page. The money is an incoming transaction once the bank has collected it; the account number is encrypted.';

create table invoice_letters (
  organization_id uuid not null references organizations,
  letter_id uuid not null,
  invoice_id uuid not null,
  kind text not null constraint invoice_letters_kind_check check (kind in ('invoice', 'reminder', 'receipt')),
  -- Of a scheduled reminder: its day relative to the due date. Each is sent once.
  reminder_day integer,
  addresses text[] not null,
  created_at timestamptz not null,
  created_by_user uuid,
  created_by_token uuid,
  status text not null default 'waiting'
    constraint invoice_letters_status_check check (status in ('waiting', 'sent', 'dropped')),
  sent_at timestamptz,
  primary key (organization_id, letter_id),
  constraint invoice_letters_columns_of_status check ((sent_at is not null) = (status = 'sent'))
);
create unique index invoice_letters_once on invoice_letters (organization_id, invoice_id, reminder_day) where reminder_day is not null;
create index invoice_letters_by_invoice on invoice_letters (organization_id, invoice_id);
create index invoice_letters_waiting on invoice_letters (organization_id, letter_id) where status = 'waiting';
comment on table invoice_letters is 'E-mails about invoices. Written by the commit that causes them; a job draws the PDF outside any transaction and queues the e-mails, once.';

insert into outbox_consumers (organization_id, topic)
  select organization_id, 'incoming' from organizations on conflict do nothing;
