-- Sign-in policy, known devices, and security notices (ADR 0025).

-- Which roles need a second factor, and for how many days people may go on without one. Everyone, unless two people decide
-- otherwise.
alter table organizations
  add column second_factor_roles text[] not null default '{administrator,approver,bookkeeper,viewer,custom}',
  add column second_factor_grace_days integer not null default 14,
  -- Since when a role needs one, where that is later than the organization: requiring it of one more role gives that role its
  -- grace period, and no other role another one.
  add column second_factor_since jsonb not null default '{}',
  add constraint organizations_second_factor_grace_days_check check (second_factor_grace_days between 0 and 90);
update organizations
   set second_factor_since = jsonb_build_object('administrator', now(), 'approver', now(), 'bookkeeper', now(), 'viewer', now(), 'custom', now());

-- Devices a user has signed in from, by a keyed hash over the user and the cookie's text: the rows of two users cannot tell
-- that they share a device.
create table known_devices (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (organization_id, user_id, device_hash)
);
create index known_devices_age on known_devices (organization_id, last_seen_at);

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice'));
