-- Limits of tokens to accounts, recipients, months, and numbers of payments (docs/adr/0127-limits-of-tokens.md).
-- transaction: none

alter table api_tokens
  add column if not exists limit_per_month_minor bigint,
  add column if not exists payments_per_day integer,
  add column if not exists account_ids uuid[],
  add column if not exists recipient_ids uuid[],
  add column if not exists counted_since timestamptz;

alter table api_tokens drop constraint if exists api_tokens_limits_check;
alter table api_tokens add constraint api_tokens_limits_check
  check ((limit_per_month_minor is null or limit_per_month_minor > 0)
         and (payments_per_day is null or payments_per_day > 0)
         and (counted_since is not null or (limit_per_month_minor is null and payments_per_day is null))) not valid;
alter table api_tokens validate constraint api_tokens_limits_check;

-- A token of this kind reads and requests, and nothing else.
alter table api_tokens drop constraint if exists api_tokens_kind_check;
alter table api_tokens add constraint api_tokens_kind_check
  check (kind in ('readOnly', 'readWrite', 'custom', 'provisioning', 'agent')) not valid;
alter table api_tokens validate constraint api_tokens_kind_check;

create table if not exists token_usage (
  organization_id uuid not null references organizations,
  token_id uuid not null,
  -- The New York day of the newest payment; the month is the one that it is in.
  day date not null,
  day_minor bigint not null,
  day_payments integer not null,
  month_minor bigint not null,
  primary key (organization_id, token_id),
  constraint token_usage_counts_check check (day_minor >= 0 and day_payments >= 0 and month_minor >= day_minor)
);
comment on table token_usage is 'What a token with a limit per month, a number of payments per day, or limits that were changed has moved or requested since api_tokens.counted_since. One row per token, proven; never deleted, because without it the limits would count nothing.';
comment on table api_tokens is 'API tokens, found by a keyed hash. The scopes of a token never change: it is created, possibly confirmed, used, and revoked or expired. Its limits change; loosening them takes two people where controls require it.';
