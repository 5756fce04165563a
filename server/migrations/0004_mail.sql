-- E-mail to users and payees (docs/adr/0018-mail-passkeys-and-set-up.md).

create table mails (
  organization_id uuid not null references organizations,
  mail_id uuid not null,
  kind text not null constraint mails_kind_check
    check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice', 'invoice',
                    'remittanceAdvice', 'statementReady', 'paymentFailed')),
  recipient text not null,
  -- The user who caused it, or a token that no user made.
  sender_id uuid,
  -- Subject and text, encrypted because they contain one-time links. Null once sent in production mode.
  content bytea,
  -- Files sent with it, encrypted; erased together with the content.
  attachments bytea,
  -- The service's clock; all other times are the machine's.
  created_at timestamptz not null,
  -- When its link expires and sending becomes pointless; null: three days after the first attempt.
  expires_at timestamptz,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  -- The end of the running attempt's lease, or of the wait after a failed attempt. Null: send immediately.
  retry_at timestamptz,
  problem text,
  status text not null default 'waiting'
    constraint mails_status_check check (status in ('waiting', 'sent', 'givenUp')),
  sent_at timestamptz,
  given_up_at timestamptz,
  primary key (organization_id, mail_id),
  constraint mails_columns_of_status check (
    (sent_at is not null) = (status = 'sent')
    and (given_up_at is not null) = (status = 'givenUp')
    and (content is not null or status = 'sent')
  )
);
create index mails_waiting on mails (organization_id, mail_id) where status = 'waiting';
comment on table mails is 'E-mails, written by the transaction that causes them and sent later, outside any transaction. Each ends sent or given up; old ones are deleted.';
