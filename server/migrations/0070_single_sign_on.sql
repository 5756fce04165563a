-- Signing in with a company's identity provider (docs/adr/0118-single-sign-on.md).
-- transaction: none

-- Since when users must sign in with the provider, and the administrators who need not.
alter table organizations add column if not exists single_sign_on_since timestamptz;
alter table organizations add column if not exists break_glass_users uuid[];

-- The proof of an organization covers them, wherever it is read.
create or replace view organization_settings with (security_invoker = true) as
select organization_id, duplicate_guard_hours, bank_details_cooling_off_hours, second_factor_roles,
       second_factor_grace_days, second_factor_since,
       legal_business_name, kind, ein, dbas, plan, billing_cadence, settings_version, confirm_bank_detail_changes,
       self_approval, approval_step_up_from_minor, direct_send_bound, wire_fee_ours_minor, wire_fee_shared_minor,
       legal_address, remittance_advice, cut_offs, account_validation_since, single_sign_on_since, break_glass_users
  from organizations;

-- The session at the provider, which its logout names.
alter table sessions add column if not exists provider_sid text;
alter table sessions drop constraint if exists sessions_signed_in_with_check;
alter table sessions add constraint sessions_signed_in_with_check
  check (signed_in_with in ('password', 'totp', 'recoveryCode', 'passkey', 'provider')) not valid;
alter table sessions validate constraint sessions_signed_in_with_check;
create index concurrently if not exists sessions_provider_sid on sessions (organization_id, provider_sid) where provider_sid is not null;

create table if not exists identity_providers (
  organization_id uuid not null references organizations,
  enabled boolean not null,
  -- What users see on the button.
  name text not null,
  issuer text not null,
  client_id text not null,
  -- In identity_provider_secrets; null = the provider knows this client without a secret.
  secret_id uuid,
  email_domains text[] not null,
  creates_users boolean not null,
  role_source text not null constraint identity_providers_role_source_check check (role_source in ('bursar', 'claim', 'groups')),
  role_claim text,
  -- In order: the first that fits gives the role.
  role_mappings jsonb not null,
  version integer not null,
  changed_at timestamptz not null,
  primary key (organization_id),
  constraint identity_providers_claim check ((role_claim is not null) = (role_source = 'claim'))
);
create index if not exists identity_providers_domains on identity_providers using gin (email_domains);
comment on table identity_providers is 'The OpenID provider that an organization''s users sign in with, and the roles that it gives them. Changed by two people. Never deleted.';

create table if not exists identity_provider_secrets (
  organization_id uuid not null references organizations,
  secret_id uuid not null,
  -- Encrypted; empty = it is not used any more.
  secret bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, secret_id)
);
comment on table identity_provider_secrets is 'Client secrets: stored when they are entered, used when two people have agreed, emptied when they are replaced or declined.';

create table if not exists identity_links (
  organization_id uuid not null references organizations,
  link_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, link_id)
);
create unique index if not exists identity_links_subject on identity_links (organization_id, issuer, subject) where ended_at is null;
create unique index if not exists identity_links_user on identity_links (organization_id, user_id) where ended_at is null;
create index if not exists identity_links_of_subject on identity_links (organization_id, issuer, subject);
create index if not exists identity_links_of_user on identity_links (organization_id, user_id);
comment on table identity_links is 'Who a user is at the identity provider: its name (issuer) and its permanent ID of them (subject). Never deleted.';

create table if not exists used_provider_tokens (
  organization_id uuid not null references organizations,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, token_hash)
);
comment on table used_provider_tokens is 'Attempts to sign in and logout tokens that were used: each is valid once. Starting an attempt writes no row. Append-only.';
