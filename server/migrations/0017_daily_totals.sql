-- Totals of a New York day: to a recipient, from an account, by an approver, by a token (ADR 0024).

-- An approver may have a limit per day, for one account or (account_id null) over all of them, besides the one per recipient.
alter table approver_limits
  alter column limit_minor drop not null,
  add column limit_per_day_minor nonnegative_cents,
  add constraint approver_limits_some check (limit_minor is not null or limit_per_day_minor is not null);

-- Every money movement out of an account, to a recipient or to another account of the organization (counterparty_id).
create view money_out as
  select organization_id, transaction_id, account_id, counterparty_id, -amount_minor as amount_minor, status, request_id
    from transactions
   where amount_minor < 0 and kind in ('outgoingPayment', 'internalTransfer', 'treasuryTransfer');

-- A column and not an expression: row-level security keeps the planner from using an index on an expression.
alter table approval_requests
  add column counterparty_id uuid generated always as (coalesce(recipient_id, destination_account_id)) stored;
create index approval_requests_counterparty on approval_requests (organization_id, counterparty_id, request_id);
create index approval_requests_counterparty_due
  on approval_requests (organization_id, counterparty_id, due_at) where due_at is not null;
create index approval_requests_account_due on approval_requests (organization_id, account_id, due_at) where due_at is not null;
create index approval_reviews_reviewer on approval_reviews (organization_id, reviewer_user_id, review_id)
  where decision = 'approved' and voided_at is null;
create index recipient_routings_fingerprint on recipient_routings (organization_id, account_fingerprint)
  where account_fingerprint is not null;

-- token_spend now counts everything a token moves or requests: payments and transfers. A rejected request gives its amount back.
alter table token_spend drop constraint token_spend_spent_minor_check, add check (spent_minor >= 0);
insert into token_spend (organization_id, token_id, spent_on, spent_minor)
select q.organization_id, q.requester_token_id, (q.created_at at time zone 'America/New_York')::date, sum(q.amount_minor)::bigint
  from approval_requests q
  join api_tokens t on t.organization_id = q.organization_id and t.token_id = q.requester_token_id
 where t.limit_per_day_minor is not null and q.status not in ('rejected', 'cancelled')
 group by 1, 2, 3
    on conflict (organization_id, token_id, spent_on) do update set spent_minor = token_spend.spent_minor + excluded.spent_minor;
