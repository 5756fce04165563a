-- Comments on approval requests and transactions, and requests sent back with a question (docs/adr/0078-comments.md).
-- transaction: none

create table if not exists comment_threads (
  organization_id uuid not null references organizations (organization_id),
  -- The request; or else the debit of a transfer, for both of its sides; or else the transaction.
  thread_id uuid not null,
  subject text not null constraint comment_threads_subject_check check (subject in ('request', 'transfer', 'transaction')),
  comments integer not null constraint comment_threads_comments_check check (comments > 0),
  primary key (organization_id, thread_id)
);
comment on table comment_threads is 'What has comments, and how many: the row is locked by each new one, so that they are counted, and their ids rise in the order of commits. A transaction made from a request has the thread of the request. Never deleted.';

create table if not exists comments (
  organization_id uuid not null references organizations (organization_id),
  comment_id uuid not null,
  thread_id uuid not null,
  kind text not null constraint comments_kind_check check (kind in ('comment', 'question', 'answer', 'withdrawal')),
  author_user_id uuid not null,
  -- Plain text; <@id> is a mentioned user. Null: a question was withdrawn.
  body text,
  mentioned_user_ids uuid[] not null,
  created_at timestamptz not null,
  primary key (organization_id, comment_id),
  constraint comments_body check ((body is null) = (kind = 'withdrawal'))
);
create index if not exists comments_thread on comments (organization_id, thread_id, comment_id);
comment on table comments is 'What users said about a request or transaction. A record: never changed, never deleted.';

-- Set while an approver's question waits for an answer: the comment that asks it, its author, and its time.
alter table approval_requests
  add column if not exists question_id uuid,
  add column if not exists asked_by uuid,
  add column if not exists asked_at timestamptz;

alter table approval_requests drop constraint if exists approval_requests_question;
alter table approval_requests add constraint approval_requests_question
  check ((question_id is null) = (asked_by is null) and (question_id is null) = (asked_at is null)) not valid;
alter table approval_requests validate constraint approval_requests_question;

create index concurrently if not exists approval_requests_sent_back on approval_requests (organization_id, request_id)
  where question_id is not null;
