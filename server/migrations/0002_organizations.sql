-- Organizations, their encryption keys and API tokens, and changes to controls that wait for a second person.

create table organizations (
  organization_id uuid primary key,
  legal_business_name text not null,
  kind text not null default 'business' constraint organizations_kind_check check (kind in ('business', 'personal')),
  ein text,
  -- Names it does business as; the first is the default.
  dbas text[] not null default '{}',
  plan text not null default 'free'
    constraint organizations_plan_check check (plan in ('free', 'plus', 'premium', 'pro', 'enterprise')),
  billing_cadence text not null default 'monthly'
    constraint organizations_billing_cadence_check check (billing_cadence in ('monthly', 'annual')),
  created_at timestamptz not null,

  -- Settings. The version increases with every change; a change made from an older version is rejected.
  settings_version integer not null default 1,
  duplicate_guard_hours integer not null default 24
    constraint organizations_duplicate_guard_hours_check check (duplicate_guard_hours between 0 and 8760),
  confirm_bank_detail_changes boolean not null default false,
  bank_details_cooling_off_hours integer not null default 0
    constraint organizations_bank_details_cooling_off_hours_check check (bank_details_cooling_off_hours between 0 and 8760),
  -- Whether the built-in approval rule allows the requester to approve.
  self_approval boolean not null default false,
  -- Approving this amount (cents) or more requires proof of identity again; null = never.
  approval_step_up_from_minor nonnegative_cents default 1000000,
  -- Whether an active approval rule binds direct send. Stored here, where each token look-up finds it, so that payments of
  -- organizations without such a rule need no query of the rules.
  direct_send_bound boolean not null default false,
  -- The organization's fee for an international wire, by who pays the banks' charges.
  wire_fee_ours_minor nonnegative_cents not null default 1500,
  wire_fee_shared_minor nonnegative_cents not null default 0,
  -- Which roles need a second factor, and for how many days they may sign in without one.
  second_factor_roles text[] not null default '{administrator,approver,bookkeeper,viewer,custom}',
  second_factor_grace_days integer not null default 14
    constraint organizations_second_factor_grace_days_check check (second_factor_grace_days between 0 and 90),
  -- Since when each role needs one, if later than created_at: adding a role starts the grace period of that role only.
  second_factor_since jsonb not null default '{}'
);
comment on table organizations is 'Customers of this service and their settings. Created by the operator; only settings change; never deleted.';

create view organization_ids with (security_invoker = true) as
  select organization_id from organizations;
comment on view organization_ids is 'For background jobs of every module: the organizations to visit, so that each look-up of due work can start from one organization''s index range.';

create view organization_settings with (security_invoker = true) as
  select organization_id, duplicate_guard_hours, bank_details_cooling_off_hours, second_factor_roles,
         second_factor_grace_days, second_factor_since
    from organizations;
comment on view organization_settings is 'For modules/people: the settings that finding a session needs, so that it remains one query.';

create table organization_keys (
  organization_id uuid not null references organizations,
  key_version integer not null constraint organization_keys_key_version_check check (key_version > 0),
  master_key_id text not null,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, key_version)
);
comment on table organization_keys is 'Data keys, wrapped by the master key that is outside the database (envelope encryption). A rotation adds a version; old versions remain, to read what they encrypted.';

create table api_tokens (
  organization_id uuid not null references organizations,
  token_id uuid not null,
  token_hash bytea not null,
  name text not null,
  kind text not null constraint api_tokens_kind_check check (kind in ('readOnly', 'readWrite', 'custom')),
  scopes text[] not null,
  allowlist text[] not null default '{}',
  limit_per_payment_minor bigint constraint api_tokens_limit_per_payment_minor_check check (limit_per_payment_minor > 0),
  limit_per_day_minor bigint constraint api_tokens_limit_per_day_minor_check check (limit_per_day_minor > 0),
  rate_limit_per_minute integer constraint api_tokens_rate_limit_per_minute_check check (rate_limit_per_minute > 0),
  -- A token that can send money is unusable until a second person has confirmed it.
  awaits_confirmation boolean not null default false,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, token_id),
  constraint api_tokens_hash_key unique (organization_id, token_hash)
);
comment on table api_tokens is 'API tokens, found by a keyed hash. What a token may do never changes: it is created, possibly confirmed, used, and revoked or expired.';

create table token_spend (
  organization_id uuid not null,
  token_id uuid not null,
  spent_on date not null,
  spent_minor bigint not null constraint token_spend_spent_minor_check check (spent_minor >= 0),
  primary key (organization_id, token_id, spent_on)
);
comment on table token_spend is 'What a token with a daily limit has moved or requested per New York day: payments and transfers (docs/adr/0024-limits-count-the-day.md). A rejected request gives its amount back.';

create table control_changes (
  organization_id uuid not null references organizations,
  change_id uuid not null,
  kind text not null,
  -- The id of the subject: a user, a token, a rule, or the invited address.
  subject text not null,
  proposal jsonb not null,
  -- The subject's state that the change was made from: if the subject has changed since, the change is overtaken.
  base text not null,
  status text not null
    constraint control_changes_status_check check (status in ('proposed', 'applied', 'declined', 'overtaken', 'withdrawn')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  -- Equal to proposed_by if nobody else could confirm the change, or if the proposer withdrew it.
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, change_id),
  constraint control_changes_columns_of_status check (
    (decided_at is not null) = (status in ('applied', 'declined', 'overtaken', 'withdrawn'))
    and (decided_by is not null) = (status in ('applied', 'declined', 'overtaken', 'withdrawn'))
  ),
  constraint control_changes_withdrawn_by_proposer check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint control_changes_declined_by_another check (status <> 'declined' or decided_by <> proposed_by)
);
create index control_changes_open on control_changes (organization_id, change_id) where status = 'proposed';
comment on table control_changes is 'Changes that loosen a control and therefore wait for a second person (docs/adr/0023-changes-that-take-two-people.md): proposed, then applied, declined, overtaken, or withdrawn. Kept forever: who wanted what, and who agreed.';
