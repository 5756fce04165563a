-- What the sandbox's bank has seen of the ledger (docs/adr/0054-sandbox-through-files.md).

create table sandbox_bank_accounts (
  organization_id uuid not null,
  account_id uuid not null,
  -- The version of the ledger balance when the bank last looked, and when that was.
  seen_version bigint not null,
  seen_at timestamptz not null,
  -- All movements before this instant are booked, or in files; their sum.
  read_from timestamptz not null,
  base_minor bigint not null,
  primary key (organization_id, account_id)
);
comment on table sandbox_bank_accounts is 'Up to where the sandbox''s bank has read the ledger of each account, for the movements that it does not learn from files.';
