-- Recipient invites: payees enter their own bank details behind a link (wire contract §4.8, decision R3).

alter domain actor_type drop constraint actor_type_check;
alter domain actor_type add constraint actor_type_check
  check (value in ('token', 'user', 'bank', 'operator', 'service', 'payee'));

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite'));

-- The id the API shows is the link's secret: here it stands as a keyed hash, to be found by, and sealed, to be shown again.
create table recipient_invites (
  organization_id uuid not null references organizations,
  invite_row_id uuid not null,
  secret_hash bytea not null,
  secret bytea not null,
  name text not null,
  contact_email text not null,
  payment_methods payment_method[] not null check (cardinality(payment_methods) > 0),
  require_tax_document boolean not null,
  notes text,
  organization_name text,
  -- The recipient to fill, or once completed the one it made.
  recipient_id uuid,
  -- The person who sent it, or who made the token that did.
  made_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  withdrawn_at timestamptz,
  primary key (organization_id, invite_row_id),
  constraint recipient_invites_secret_key unique (organization_id, secret_hash),
  check (completed_at is null or recipient_id is not null)
);

-- The invite that filled it. In clear: it is written when the invite is used up, and opens nothing from then on.
alter table recipients add column invite_id text;

-- A change the payee made through an invite, and the person behind that invite, who does not confirm it either.
alter table recipient_changes
  add column through_invite boolean not null default false,
  add column invite_made_by uuid;
