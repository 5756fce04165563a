-- What the bell shows, which e-mails each user wants, and the daily summary (docs/adr/0079-notifications.md).
-- transaction: none

create table if not exists notifications (
  organization_id uuid not null references organizations (organization_id),
  user_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  -- What it is about, and where it leads.
  subject_type text not null,
  subject_id uuid not null,
  -- What caused it, such as a comment: the same cause notifies a user once.
  source_id uuid not null,
  -- The user who caused it; null for tokens, banks, and the service.
  actor_id uuid,
  -- Names and amounts at that time, for the sentence; no bank details.
  facts jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- When this or another user took the action that it asks for.
  done_at timestamptz,
  -- Waits for the next daily summary.
  in_digest boolean not null,
  primary key (organization_id, user_id, notification_id)
);
create unique index if not exists notifications_once on notifications (organization_id, user_id, source_id, kind);
create index if not exists notifications_unread on notifications (organization_id, user_id, notification_id)
  where read_at is null and done_at is null;
create index if not exists notifications_subject on notifications (organization_id, kind, subject_id);
create index if not exists notifications_digest on notifications (organization_id, notification_id)
  where in_digest;
create index if not exists notifications_old on notifications (organization_id, notification_id);
comment on table notifications is 'What happened and concerns a user: one row per user. Read by the user, or done when a user has taken the action that it asks for. Old ones are deleted.';

create table if not exists notification_preferences (
  organization_id uuid not null references organizations (organization_id),
  user_id uuid not null,
  -- The kinds of notifications that are chosen together.
  kind_group text not null,
  delivery text not null constraint notification_preferences_delivery_check
    check (delivery in ('immediately', 'digest', 'off')),
  primary key (organization_id, user_id, kind_group)
);
comment on table notification_preferences is 'How a user wants the e-mails of a group of notifications; without a row, as is usual for the role.';

create table if not exists notification_digests (
  organization_id uuid not null references organizations (organization_id),
  user_id uuid not null,
  -- In New York.
  day date not null,
  mail_id uuid not null,
  primary key (organization_id, user_id, day)
);
comment on table notification_digests is 'The days on which a user was sent the daily summary: one e-mail per user and day. Old ones are deleted.';

alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check
  check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice', 'invoice',
                  'remittanceAdvice', 'statementReady', 'paymentFailed', 'bankFileAlert', 'notification', 'digest')) not valid;
alter table mails validate constraint mails_kind_check;
