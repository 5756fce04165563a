-- Files exchanged with banks (docs/adr/0051-bank-files.md).

create table bank_channels (
  organization_id uuid not null references organizations,
  connection_id uuid not null,
  -- One process at a time sends and receives over a connection: the holder of the lease. On the machine's clock, as
  -- are all times here: a bank's server does not follow the sandbox's clock.
  lease_token uuid,
  lease_ends_at timestamptz,
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Consecutive failures to reach the bank, and the last one.
  failures integer not null default 0,
  problem text,
  primary key (organization_id, connection_id),
  constraint bank_channels_lease check ((lease_token is null) = (lease_ends_at is null)),
  constraint bank_channels_problem check ((problem is null) = (failures = 0))
);
comment on table bank_channels is 'Who is using a bank connection now, and when its inbox is read next.';

create table bank_files (
  organization_id uuid not null references organizations,
  file_id uuid not null,
  connection_id uuid not null,
  direction text not null constraint bank_files_direction_check check (direction in ('out', 'in')),
  rail text not null constraint bank_files_rail_check
    check (rail in ('ach', 'check', 'wire', 'internationalWire', 'realTime')),
  -- Null: a received file of no known format.
  format text constraint bank_files_format_check
    check (format in ('nacha', 'pain.001', 'pain.002', 'pacs.002', 'pacs.004', 'pacs.008', 'pacs.028', 'camt.029',
                      'camt.052', 'camt.053', 'camt.054', 'camt.056', 'positive-pay', 'checks-pdf', 'bai2')),
  -- In the bank's directory.
  name text constraint bank_files_name_check check (length(name) between 1 and 255),
  state text not null constraint bank_files_state_check
    check (state in ('open', 'written', 'rehearsed', 'sending', 'sent', 'inDoubt', 'acknowledged', 'rejected',
                     'withheld', 'received', 'processed', 'repeated', 'quarantined', 'dismissed')),
  -- Why the file is in its state, or the last problem.
  reason text,
  -- The identification that the format has for the whole message, such as MsgId.
  message_id text,
  created_at timestamptz not null,
  -- When an open file is due to be written.
  closes_at timestamptz,
  -- Payments, answers, or movements.
  transaction_count integer not null default 0
    constraint bank_files_transaction_count_check check (transaction_count >= 0),
  -- The encrypted content: its name in the object store, and its key, sealed together with the facts in the row.
  object_name text,
  content_key bytea,
  bytes bigint constraint bank_files_bytes_check check (bytes >= 0),
  sha256 bytea,
  -- Sending. The lease under which the file is being sent; a file under another lease is resolved, never just resent.
  claimed_by uuid,
  -- All bytes were given to the transport, so the bank may have the file from then on.
  handed_over_at timestamptz,
  attempts integer not null default 0,
  -- On the machine's clock.
  retry_at timestamptz,
  sent_at timestamptz,
  -- The bank is expected to answer this long after the file was sent; null: it does not answer.
  answer_within_ms bigint constraint bank_files_answer_within_check check (answer_within_ms > 0),
  answer_due_at timestamptz,
  answered_at timestamptz,
  -- Receiving. As listed in the bank's directory, by which a file that stays there is recognized. Null once the file
  -- shall be read again.
  remote_bytes bigint,
  remote_modified_at timestamptz,
  -- The file whose content or message this one repeats.
  repeats_file_id uuid,
  processed_at timestamptz,
  -- When administrators were alerted about its present state.
  alerted_at timestamptz,
  primary key (organization_id, file_id),
  constraint bank_files_direction_of_state check (
    case when direction = 'out' then state not in ('received', 'processed', 'repeated', 'quarantined')
         else state in ('received', 'processed', 'repeated', 'quarantined', 'dismissed') end),
  constraint bank_files_content check (
    (object_name is null) = (content_key is null) and (object_name is null) = (bytes is null)
    and (object_name is null) = (sha256 is null)),
  constraint bank_files_out_has_format check (direction = 'in' or format is not null),
  constraint bank_files_in_has_name check (direction = 'out' or name is not null),
  constraint bank_files_columns_of_state check (
    (object_name is not null or state in ('open', 'quarantined', 'dismissed'))
    and (object_name is null or state <> 'open')
    and (reason is not null or state not in ('inDoubt', 'rejected', 'withheld', 'repeated', 'quarantined'))
    and (reason is null or state in ('written', 'sending', 'inDoubt', 'rejected', 'withheld', 'received', 'repeated',
                                     'quarantined', 'dismissed'))
    and (claimed_by is not null) = (state = 'sending')
    and (sent_at is not null) = (state in ('sent', 'acknowledged', 'rejected'))
    and (answered_at is not null) = (state in ('acknowledged', 'rejected'))
  ),
  constraint bank_files_handed_over check (handed_over_at is null or state in ('sending', 'inDoubt')),
  constraint bank_files_processed check ((processed_at is not null) = (state = 'processed'))
);
-- A name is used once: a bank overwrites or rejects a second file of the same name.
create unique index bank_files_name_key on bank_files (organization_id, connection_id, name) where direction = 'out';
create index bank_files_inbox on bank_files (organization_id, connection_id, name) where direction = 'in';
-- A content is received once; what repeats it refers to it.
create unique index bank_files_content_key on bank_files (organization_id, sha256)
  where direction = 'in' and repeats_file_id is null and sha256 is not null;
create unique index bank_files_message_key on bank_files (organization_id, connection_id, format, message_id)
  where state = 'processed' and message_id is not null;
create index bank_files_message on bank_files (organization_id, message_id) where direction = 'out' and message_id is not null;
create index bank_files_work on bank_files (organization_id, connection_id, file_id)
  where state in ('written', 'sending', 'received');
create unique index bank_files_open_key on bank_files (organization_id, connection_id, rail, format, closes_at)
  where state = 'open';
create index bank_files_unanswered on bank_files (organization_id, answer_due_at)
  where state = 'sent' and answer_due_at is not null and alerted_at is null;
create index bank_files_unsent on bank_files (organization_id, file_id)
  where state in ('written', 'sending') and alerted_at is null;
create index bank_files_attention on bank_files (organization_id, file_id)
  where state in ('inDoubt', 'withheld', 'quarantined');
comment on table bank_files is 'Every file sent to a bank and received from one, with its state. Nothing is deleted; the contents are in the object store, encrypted.';

create table bank_file_contents (
  organization_id uuid not null references organizations,
  -- Random: the name of the encrypted content in the object store.
  object_name text not null,
  created_at timestamptz not null,
  -- The sweep deletes the object and then the row; no file may refer to it any more.
  abandoned boolean not null default false,
  primary key (organization_id, object_name)
);
comment on table bank_file_contents is 'Contents that are being stored and that no file refers to yet. A row left by a process that died is swept together with its object.';

create table bank_file_payments (
  organization_id uuid not null,
  file_id uuid not null,
  -- From 1, in the order of the file.
  position integer not null constraint bank_file_payments_position_check check (position >= 1),
  transaction_id uuid not null,
  -- Why the payment is in the file. A payment is in one file for each purpose, except in answers.
  purpose text not null constraint bank_file_payments_purpose_check
    check (purpose in ('pay', 'issue', 'void', 'print', 'cancel', 'query', 'prenote', 'reverse', 'answer')),
  -- By which the bank's answers name it: trace number, end-to-end ID, check number.
  reference text constraint bank_file_payments_reference_check check (length(reference) between 1 and 140),
  -- The file was not sent, or the bank rejected it as a whole: the payment may be in another one.
  released boolean not null default false,
  primary key (organization_id, file_id, position)
);
create unique index bank_file_payments_once on bank_file_payments (organization_id, transaction_id, purpose)
  where not released and purpose not in ('answer', 'query');
create index bank_file_payments_transaction on bank_file_payments (organization_id, transaction_id);
create index bank_file_payments_reference on bank_file_payments (organization_id, reference) where reference is not null;
comment on table bank_file_payments is 'Which payments a file contains, and the references under which the bank knows them.';

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('invitation', 'passwordReset', 'approvalNeeded', 'recipientInvite', 'securityNotice', 'invoice',
                  'remittanceAdvice', 'statementReady', 'paymentFailed', 'bankFileAlert'));
