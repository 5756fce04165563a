-- Mails to people, and passkeys (ADR 0016).

-- A mail is written by the transaction that is its reason and sent later, outside any. Subject and texts are sealed: they hold
-- one-time links. Times are the machine's clock, but for created_at and the id, which are the service's.
create table mails (
  organization_id uuid not null references organizations,
  mail_id uuid not null,
  kind text not null check (kind in ('invitation', 'passwordReset', 'approvalNeeded')),
  recipient text not null,
  -- Null once sent in production mode: nobody reads it again.
  content bytea,
  created_at timestamptz not null,
  -- When its link ends: no use in sending it later. Null: three days after the first attempt.
  expires_at timestamptz,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  -- Not before then: the lease of an attempt, then the wait after it. Null: at once.
  retry_at timestamptz,
  problem text,
  sent_at timestamptz,
  given_up_at timestamptz,
  primary key (organization_id, mail_id)
);
create index mails_waiting on mails (organization_id, mail_id) where sent_at is null and given_up_at is null;

create table passkeys (
  organization_id uuid not null references organizations,
  passkey_id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- Counted by the authenticator, where it counts: a copy would fall behind.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, passkey_id),
  constraint passkeys_credential_key unique (organization_id, credential_id)
);
create index passkeys_user on passkeys (organization_id, user_id);

-- Challenges answered: each is good once. They are made without a row, so asking for one costs the database nothing.
create table used_passkey_challenges (
  organization_id uuid not null references organizations,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, challenge_hash)
);

alter table sessions drop constraint sessions_signed_in_with_check;
alter table sessions add constraint sessions_signed_in_with_check
  check (signed_in_with in ('password', 'totp', 'recoveryCode', 'passkey'));

-- A link that somebody asked for who says to have forgotten their password: it changes the password and nothing else, for a
-- mailbox alone must not do away with the second factor.
alter table invitations add column asked_for boolean not null default false;
alter table invitations add constraint invitations_asked_for_check check (not asked_for or purpose = 'reset');
