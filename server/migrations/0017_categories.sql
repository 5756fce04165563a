-- Rules that categorize transactions, and sums of spending by category (docs/adr/0041-categories.md).

create table category_months (
  organization_id uuid not null,
  -- The first day of a UTC month.
  month date not null constraint category_months_month_check check (extract(day from month) = 1),
  category_id uuid not null,
  account_id uuid not null,
  out_minor bigint not null,
  out_transactions bigint not null,
  in_minor bigint not null,
  in_transactions bigint not null,
  primary key (organization_id, month, category_id, account_id)
) with (fillfactor = 50);
comment on table category_months is 'Money out and in per month of creation, category, and account, of the same transactions as in account_days. What has no category is the difference between the two, so payments never wait for changes of categories. Updated by whatever changes a category or undoes a payment with one.';

create table category_rules (
  organization_id uuid not null references organizations,
  rule_id uuid not null,
  position integer not null constraint category_rules_position_check check (position >= 1),
  version integer not null,
  name text not null,
  category_id uuid not null,
  conditions jsonb not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, rule_id)
);
comment on table category_rules is 'Rules that give new transactions a category, checked in the order of position; the first match applies. Deleting one sets deleted_at; the categories that it gave stay.';

create table category_rule_runs (
  organization_id uuid not null references organizations,
  run_id uuid not null,
  status text not null constraint category_rule_runs_status_check check (status in ('running', 'done')),
  -- Transactions from the first ID on, newest first. The run continues below next_id.
  from_id uuid not null,
  next_id uuid not null,
  examined bigint not null default 0,
  changed bigint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, run_id),
  constraint category_rule_runs_columns_of_status check ((finished_at is not null) = (status = 'done'))
);
create unique index category_rule_runs_running on category_rule_runs (organization_id) where status = 'running';
comment on table category_rule_runs is 'Applications of all rules to existing transactions: running, one batch per commit, then done. At most one runs at a time in an organization.';
