-- The approval path (ADR 0015): requests to move money that people decide.

create table approval_requests (
  organization_id uuid not null references organizations,
  request_id uuid not null,
  kind text not null check (kind in ('payment', 'transfer')),
  account_id uuid not null,
  recipient_id uuid,
  destination_account_id uuid,
  amount_minor positive_cents not null,
  method payment_method,
  external_memo text,
  note text,
  purpose text,
  charge_type text check (charge_type in ('ours', 'shared')),
  send_on date,
  -- When an approved request is paid: 06:00 New York on send_on or the banking day after; null = when approved.
  due_at timestamptz,
  requester_token_id uuid,
  -- The person behind it: who asked in the dashboard, or who made the token that asked. Null: nobody made that token.
  requester_user_id uuid,
  created_at timestamptz not null,
  -- What follows changes after creation. approvedScheduled = approved, to be paid at due_at.
  status text not null default 'pendingApproval'
    check (status in ('pendingApproval', 'approvedScheduled', 'approved', 'rejected', 'cancelled')),
  version integer not null default 1,
  -- The terms its approvals are given on: the rule that decides (null = the built-in one), and a digest of rule,
  -- instruction and bank details.
  rule_id uuid,
  terms bytea not null,
  approvers_required integer not null check (approvers_required > 0),
  requester_may_approve boolean not null,
  problem text,
  decided_at timestamptz,
  transaction_id uuid,
  primary key (organization_id, request_id),
  constraint approval_requests_whole check (
    case kind
      when 'payment' then recipient_id is not null and method is not null and destination_account_id is null
      else destination_account_id is not null and recipient_id is null and method is null
    end
    and (requester_token_id is not null or requester_user_id is not null)
    and (charge_type is not null) = (coalesce(method, 'ach') = 'internationalWire')
    and (send_on is null) = (due_at is null)
    and (status = 'approved') = (transaction_id is not null)
    and (status = 'pendingApproval') = (decided_at is null)
  )
);
create index approval_requests_status on approval_requests (organization_id, kind, status, request_id);
create index approval_requests_account on approval_requests (organization_id, account_id, request_id);
create index approval_requests_recipient on approval_requests (organization_id, recipient_id)
  where status in ('pendingApproval', 'approvedScheduled');
create index approval_requests_due on approval_requests (organization_id, due_at) where status = 'approvedScheduled';

-- What people said. A void approval was given on terms that changed, or was the last one before a payment that could not be
-- made: it never counts again.
create table approval_reviews (
  organization_id uuid not null,
  review_id uuid not null,
  request_id uuid not null,
  reviewer_user_id uuid not null,
  decision text not null check (decision in ('approved', 'rejected')),
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

-- The first active rule by position whose conditions all hold decides; each change is a new version.
create table approval_rules (
  organization_id uuid not null references organizations,
  rule_id uuid not null,
  position integer not null,
  version integer not null default 1,
  name text not null,
  conditions jsonb not null,
  steps jsonb not null,
  allow_self_approval boolean not null,
  active boolean not null,
  updated_at timestamptz not null,
  primary key (organization_id, rule_id)
);

-- A change of a rule that one administrator proposes and another confirms. Kept for ever: who wanted what, and who agreed.
create table approval_rule_changes (
  organization_id uuid not null references organizations,
  change_id uuid not null,
  rule_id uuid not null,
  -- The version the change was made from; 0 = a new rule.
  base_version integer not null,
  proposal jsonb not null,
  status text not null check (status in ('proposed', 'applied', 'declined', 'overtaken')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  primary key (organization_id, change_id),
  check ((status = 'proposed') = (decided_at is null))
);

-- The largest amount a person may approve, for an account or (account_id null) for all that have no row of their own.
create table approver_limits (
  organization_id uuid not null references organizations,
  user_id uuid not null,
  account_id uuid,
  limit_minor nonnegative_cents not null,
  constraint approver_limits_key unique nulls not distinct (organization_id, user_id, account_id)
);

-- For modules/recipients: a recipient stays while somebody may still be paid through a request.
create view open_requests_to_recipients as
  select organization_id, recipient_id, request_id
    from approval_requests
   where recipient_id is not null and status in ('pendingApproval', 'approvedScheduled');

-- For modules/approvals: what leaves an account, and to whom.
create view outgoing_payments as
  select organization_id, account_id, transaction_id, counterparty_id, amount_minor, method, status, created_at, request_id
    from transactions
   where kind = 'outgoingPayment';

-- From this amount on (cents) whoever approves proves again who they are; null = never.
alter table organizations add column approval_step_up_from_minor nonnegative_cents default 1000000;
