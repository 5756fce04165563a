-- Requests to move money that need approval (docs/adr/0015-approvals.md).

create table approval_requests (
  organization_id uuid not null references organizations,
  request_id uuid not null,
  kind text not null constraint approval_requests_kind_check check (kind in ('payment', 'transfer')),
  account_id uuid not null,
  recipient_id uuid,
  destination_account_id uuid,
  -- A column instead of an expression: row-level security keeps the planner from using an index on an expression.
  counterparty_id uuid generated always as (coalesce(recipient_id, destination_account_id)) stored,
  amount_minor positive_cents not null,
  method payment_method,
  external_memo text,
  note text,
  purpose text,
  charge_type text constraint approval_requests_charge_type_check check (charge_type in ('ours', 'shared')),
  send_on date,
  -- When an approved request is paid: 06:00 New York on send_on or the next banking day; null = when approved.
  due_at timestamptz,
  requester_token_id uuid,
  -- The user who requested it in the dashboard, or who made the requesting token. Null: no user made that token.
  requester_user_id uuid,
  created_at timestamptz not null,

  -- These change after creation.
  status text not null default 'pendingApproval' constraint approval_requests_status_check
    check (status in ('pendingApproval', 'approvedScheduled', 'approved', 'rejected', 'cancelled')),
  version integer not null default 1,
  -- What approvals refer to: the rule that applies (null = the built-in one), and a digest of rule, instruction, and
  -- bank details.
  rule_id uuid,
  terms bytea not null,
  approvers_required integer not null constraint approval_requests_approvers_required_check check (approvers_required > 0),
  requester_may_approve boolean not null,
  problem text,
  decided_at timestamptz,
  transaction_id uuid,
  primary key (organization_id, request_id),
  constraint approval_requests_columns_of_status check (
    (decided_at is not null) = (status in ('approvedScheduled', 'approved', 'rejected', 'cancelled'))
    and (transaction_id is not null) = (status = 'approved')
    and (due_at is not null or status <> 'approvedScheduled')
    and (problem is null or status = 'pendingApproval')
  ),
  constraint approval_requests_whole check (
    case kind
      when 'payment' then recipient_id is not null and method is not null and destination_account_id is null
      else destination_account_id is not null and recipient_id is null and method is null
    end
    and (requester_token_id is not null or requester_user_id is not null)
    and (charge_type is not null) = (coalesce(method, 'ach') = 'internationalWire')
    and (send_on is null) = (due_at is null)
  )
);
create index approval_requests_queue on approval_requests (organization_id, status, request_id);
create index approval_requests_status on approval_requests (organization_id, kind, status, request_id);
create index approval_requests_account on approval_requests (organization_id, account_id, request_id);
create index approval_requests_account_due on approval_requests (organization_id, account_id, due_at) where due_at is not null;
create index approval_requests_counterparty on approval_requests (organization_id, counterparty_id, request_id);
create index approval_requests_counterparty_due
  on approval_requests (organization_id, counterparty_id, due_at) where due_at is not null;
create index approval_requests_recipient on approval_requests (organization_id, recipient_id)
  where status in ('pendingApproval', 'approvedScheduled');
create index approval_requests_due on approval_requests (organization_id, due_at) where status = 'approvedScheduled';
comment on table approval_requests is 'Requests for payments and transfers: pendingApproval, then approved, rejected, or cancelled; approvedScheduled means approved and to be paid at due_at. Never deleted.';

create table approval_reviews (
  organization_id uuid not null,
  review_id uuid not null,
  request_id uuid not null,
  reviewer_user_id uuid not null,
  decision text not null constraint approval_reviews_decision_check check (decision in ('approved', 'rejected')),
  reason text,
  terms bytea not null,
  request_version integer not null,
  reviewed_at timestamptz not null,
  voided_at timestamptz,
  primary key (organization_id, review_id)
);
create index approval_reviews_request on approval_reviews (organization_id, request_id, review_id);
create unique index approval_reviews_one_each on approval_reviews (organization_id, request_id, reviewer_user_id)
  where voided_at is null;
create index approval_reviews_reviewer on approval_reviews (organization_id, reviewer_user_id, review_id)
  where decision = 'approved' and voided_at is null;
comment on table approval_reviews is 'Approvals and rejections, one per person and request. An approval is voided, and never counts again, when the terms change or when it was the last one and the payment could not be made.';

create table approval_rules (
  organization_id uuid not null references organizations,
  rule_id uuid not null,
  position integer not null,
  version integer not null default 1,
  name text not null,
  conditions jsonb not null,
  steps jsonb not null,
  allow_self_approval boolean not null,
  -- A direct send that matches is refused: it must be requested instead.
  binds_direct_send boolean not null default false,
  active boolean not null,
  updated_at timestamptz not null,
  primary key (organization_id, rule_id)
);
comment on table approval_rules is 'Who must approve what. The first active rule by position whose conditions all match decides; every change is a new version. Deactivated instead of deleted.';

create table approver_limits (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  account_id uuid,
  limit_minor nonnegative_cents,
  limit_per_day_minor nonnegative_cents,
  constraint approver_limits_key unique nulls not distinct (organization_id, user_id, account_id),
  constraint approver_limits_some check (limit_minor is not null or limit_per_day_minor is not null)
);
comment on table approver_limits is 'The largest amount a person may approve to one recipient, and per New York day: for an account, or (account_id null) for all accounts without a row of their own. Deleted when the limit is removed.';
