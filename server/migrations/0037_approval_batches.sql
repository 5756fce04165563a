-- Named batches of approval requests, and decisions about a whole batch (docs/adr/0077-batches.md).
-- transaction: none

create table if not exists approval_batches (
  organization_id uuid not null references organizations,
  batch_id uuid not null,
  state text not null constraint approval_batches_state_check check (state in ('open', 'submitted', 'ungrouped')),
  name text not null,
  -- How many requests its creator announced, and their total.
  announced_count integer not null constraint approval_batches_announced_count_check check (announced_count > 0),
  announced_minor positive_cents not null,
  -- Requests that were taken out of it.
  removed_count integer not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  primary key (organization_id, batch_id),
  constraint approval_batches_columns_of_state check (
    (submitted_at is not null or state <> 'submitted')
    and (submitted_at is null or state <> 'open')
  )
);
create index if not exists approval_batches_open on approval_batches (organization_id, batch_id) where state = 'open';
comment on table approval_batches is 'Requests that approvers decide about together: open while its creator adds requests, then submitted; ungrouped means that its open requests left it. Each request is decided and paid for itself. Never deleted.';

-- Null: decided alone. Changes when a request leaves its batch or, while it waits, joins a new one.
alter table approval_requests add column if not exists batch_id uuid;
create index concurrently if not exists approval_requests_batch on approval_requests (organization_id, batch_id, request_id)
  where batch_id is not null;
create index concurrently if not exists approval_requests_batch_waiting on approval_requests (organization_id, batch_id)
  where status = 'pendingApproval' and batch_id is not null;
create index concurrently if not exists approval_requests_alone on approval_requests (organization_id, request_id)
  where status = 'pendingApproval' and batch_id is null;

create table if not exists approval_batch_decisions (
  organization_id uuid not null references organizations,
  decision_id uuid not null,
  batch_id uuid not null,
  user_id uuid not null,
  verb text not null constraint approval_batch_decisions_verb_check check (verb in ('approve', 'reject', 'withdraw')),
  reason text,
  -- The digest of the content that the user had seen.
  content bytea not null,
  -- Where the decision came from, for the audit log.
  address text,
  state text not null constraint approval_batch_decisions_state_check check (state in ('running', 'done')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, decision_id),
  constraint approval_batch_decisions_columns_of_state check ((ended_at is not null) = (state = 'done'))
);
create unique index if not exists approval_batch_decisions_running on approval_batch_decisions (organization_id, batch_id)
  where state = 'running';
create index if not exists approval_batch_decisions_batch on approval_batch_decisions (organization_id, batch_id, decision_id);
comment on table approval_batch_decisions is 'A decision of one user about the requests of a batch: running while requests are left, then done. One at a time for each batch. Never deleted.';

create table if not exists approval_batch_items (
  organization_id uuid not null,
  decision_id uuid not null,
  request_id uuid not null,
  -- The version that the user had seen.
  version integer not null,
  state text not null constraint approval_batch_items_state_check check (state in ('waiting', 'decided', 'refused')),
  code text,
  message text,
  primary key (organization_id, decision_id, request_id),
  constraint approval_batch_items_columns_of_state check (
    (code is not null) = (state = 'refused')
    and (message is not null) = (state = 'refused')
  )
);
create index if not exists approval_batch_items_waiting on approval_batch_items (organization_id, decision_id, request_id)
  where state = 'waiting';
create index if not exists approval_batch_items_refused on approval_batch_items (organization_id, decision_id, request_id)
  where state = 'refused';
comment on table approval_batch_items is 'The requests of a decision about a batch: waiting, then decided, or refused with the reason. Written in the transaction that decides the request, so that each is decided once.';
