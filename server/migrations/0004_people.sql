-- People of an organisation: how they sign in, their sessions, invitations (ADR 0016).

-- For the role custom: exactly what it may do, by name of scope or permission.
alter table users add column custom_permissions text[] not null default '{}';
-- Signing in starts from an address alone; everything else of a user is found by its organisation.
create index users_email on users (email);

-- A session is known by a keyed hash of its secret. Ended ones stay a while: who was signed in from where, and until when.
create table sessions (
  organization_id uuid not null references organizations,
  session_id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  signed_in_with text not null check (signed_in_with in ('password', 'totp', 'recoveryCode')),
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  stepped_up_at timestamptz,
  ended_at timestamptz,
  primary key (organization_id, session_id),
  constraint sessions_secret_key unique (organization_id, secret_hash)
);
create index sessions_user on sessions (organization_id, user_id) where ended_at is null;

-- Between the password and the second factor: good for five minutes and for nothing but the second factor.
create table sign_ins (
  organization_id uuid not null references organizations,
  sign_in_id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  wrong_codes integer not null default 0,
  ended_at timestamptz,
  primary key (organization_id, sign_in_id),
  constraint sign_ins_secret_key unique (organization_id, secret_hash)
);

create table totp_secrets (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code taken: a code is good once, whichever process it reaches.
  last_step bigint not null default 0,
  primary key (organization_id, user_id)
);

create table recovery_codes (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (organization_id, user_id, code_hash)
);

-- One-time links: to join, or for a user that exists to choose a new password.
create table invitations (
  organization_id uuid not null references organizations,
  invitation_id uuid not null,
  secret_hash bytea not null,
  purpose text not null check (purpose in ('join', 'reset')),
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom')),
  custom_permissions text[] not null default '{}',
  -- The user whose password it resets.
  user_id uuid,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (organization_id, invitation_id),
  constraint invitations_secret_key unique (organization_id, secret_hash),
  check ((purpose = 'reset') = (user_id is not null))
);

-- Attempts to sign in, by keyed hash of who tried what from where. Not by organisation: an attempt names none that is known
-- to be true, and an address that guesses is held back whichever organisation it guesses at.
create table sign_in_throttles (
  throttle_key bytea primary key,
  failures integer not null default 0,
  blocked_until timestamptz,
  last_attempt_at timestamptz not null,
  last_succeeded_at timestamptz
);
create index sign_in_throttles_age on sign_in_throttles (last_attempt_at);
