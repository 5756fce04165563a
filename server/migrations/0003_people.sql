-- Users and how they sign in (docs/adr/0016-people-and-sessions.md, docs/adr/0025-sign-in-policy.md).

create table users (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null
    constraint users_role_check check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom')),
  -- For the role custom: the scopes and permissions it has.
  custom_permissions text[] not null default '{}',
  password_hash text,
  created_at timestamptz not null,
  locked_at timestamptz,
  primary key (organization_id, user_id),
  constraint users_email_key unique (organization_id, email)
);
-- Signing in starts from an e-mail address alone; everything else about a user is found through the organization.
create index users_email on users (email);
comment on table users is 'People of an organization. Created by accepting an invitation or by the operator; locked instead of deleted, because requests and audit rows refer to them.';

create table invitations (
  organization_id uuid not null references organizations,
  invitation_id uuid not null,
  secret_hash bytea not null,
  purpose text not null constraint invitations_purpose_check check (purpose in ('join', 'reset')),
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null
    constraint invitations_role_check check (role in ('administrator', 'approver', 'bookkeeper', 'viewer', 'custom')),
  custom_permissions text[] not null default '{}',
  -- The user whose password is reset.
  user_id uuid,
  -- Requested on the sign-in page. Such a link changes only the password: control of a mailbox alone must not remove
  -- the second factor.
  asked_for boolean not null default false,
  invited_by uuid,
  -- The second person who confirmed it; null: no confirmation was needed, or nobody else could confirm.
  confirmed_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One that expired is still open here: the clock is not in the database.
  status text not null default 'open'
    constraint invitations_status_check check (status in ('open', 'accepted', 'withdrawn')),
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (organization_id, invitation_id),
  constraint invitations_secret_key unique (organization_id, secret_hash),
  constraint invitations_columns_of_status check (
    (accepted_at is not null) = (status = 'accepted')
    and (withdrawn_at is not null) = (status = 'withdrawn')
  ),
  constraint invitations_asked_for_check check (not asked_for or purpose = 'reset'),
  constraint invitations_user_of_reset check ((purpose = 'reset') = (user_id is not null))
);
comment on table invitations is 'One-time links to join an organization or to choose a new password. Each ends accepted, withdrawn, or expired.';

create table sessions (
  organization_id uuid not null references organizations,
  session_id uuid not null,
  secret_hash bytea not null,
  user_id uuid not null,
  signed_in_with text not null
    constraint sessions_signed_in_with_check check (signed_in_with in ('password', 'totp', 'recoveryCode', 'passkey')),
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
comment on table sessions is 'Dashboard sessions, found by a keyed hash of their secret. Ended sessions are kept for a while, to show who was signed in from where and until when, and then deleted.';

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
comment on table sign_ins is 'Sign-ins between the password and the second factor: valid for five minutes and for nothing but the second factor. Deleted after they ended or expired.';

create table sign_in_throttles (
  throttle_key bytea primary key,
  failures integer not null default 0,
  blocked_until timestamptz,
  last_attempt_at timestamptz not null,
  last_succeeded_at timestamptz
);
create index sign_in_throttles_age on sign_in_throttles (last_attempt_at);
comment on table sign_in_throttles is 'Sign-in attempts by keyed hash of who tried what from where; old rows are deleted. Not by organization: an attempt names no organization that can be trusted, and an address that guesses is slowed down for all of them.';

create table known_devices (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  -- A keyed hash over the user and the cookie, so that the rows of two users do not reveal a shared device.
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (organization_id, user_id, device_hash)
);
create index known_devices_age on known_devices (organization_id, last_seen_at);
comment on table known_devices is 'Devices that a user has signed in from; a sign-in from any other sends a security notice. Deleted when not seen for a long time.';

create table totp_secrets (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code works once, whichever process receives it.
  last_step bigint not null default 0,
  primary key (organization_id, user_id)
);
comment on table totp_secrets is 'Secrets of authenticator apps, encrypted. Counts as a second factor once confirmed by a code; deleted when it is removed or replaced.';

create table recovery_codes (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (organization_id, user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of one-time codes that replace a lost second factor. Used once; a new set deletes the old one.';

create table passkeys (
  organization_id uuid not null references organizations,
  passkey_id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- Increased by authenticators that count signatures: a copied authenticator would fall behind (WebAuthn §6.1.1).
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, passkey_id),
  constraint passkeys_credential_key unique (organization_id, credential_id)
);
create index passkeys_user on passkeys (organization_id, user_id);
comment on table passkeys is 'Passkeys (WebAuthn credentials) of users. Deleted when the user removes them.';

create table used_passkey_challenges (
  organization_id uuid not null references organizations,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, challenge_hash)
);
comment on table used_passkey_challenges is 'Passkey challenges that were answered: each is valid once. Issuing a challenge writes no row, so requesting one costs the database nothing. Deleted after they expire.';
