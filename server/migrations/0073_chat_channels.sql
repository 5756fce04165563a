-- Where users and organizations are notified in Slack or Teams (docs/adr/0117-chat-channels.md). Messages wait among the
-- emails, which previous versions refuse to send to something that is no address.
-- transaction: none

create table if not exists chat_channels (
  organization_id uuid not null references organizations (organization_id),
  -- New when the URL changes: what waits for the old one is not sent to the new one.
  channel_id uuid not null,
  -- Whose it is; null: the organization's.
  user_id uuid,
  kind text not null constraint chat_channels_kind_check check (kind in ('slack', 'teams')),
  -- Encrypted: anyone who knows it can write to the channel.
  url bytea not null,
  -- Its host and last characters, which are shown.
  shown_url text not null,
  -- What an organization's channel receives; a user's follows the choices about emails.
  kind_groups text[] not null,
  created_at timestamptz not null,
  -- Of the last delivery, and since when and why it fails.
  delivered_at timestamptz,
  failing_since timestamptz,
  problem text,
  primary key (organization_id, channel_id),
  constraint chat_channels_groups_of_owner check (user_id is null or kind_groups = '{}'),
  constraint chat_channels_problem_of_failure check ((failing_since is null) = (problem is null))
);
create unique index if not exists chat_channels_of_organization on chat_channels (organization_id) where user_id is null;
create unique index if not exists chat_channels_of_user on chat_channels (organization_id, user_id) where user_id is not null;
comment on table chat_channels is 'Incoming webhooks of Slack and Teams: one of each user, one of the organization. Replaced, never changed, except for how deliveries went.';

alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check
  check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice', 'invoice',
                  'remittanceAdvice', 'statementReady', 'paymentFailed', 'bankFileAlert', 'notification', 'digest',
                  'testEmail', 'chatMessage')) not valid;
alter table mails validate constraint mails_kind_check;
create index concurrently if not exists mails_of_channels on mails (organization_id, recipient)
  where kind = 'chatMessage' and status = 'waiting';
