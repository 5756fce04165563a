-- What approvals need to be proven rows (docs/adr/0083-proven-rows.md).
-- transaction: none

-- All approvals of a user on a day, those that were voided, too: one that does not count must be proven not to.
create index concurrently if not exists approval_reviews_approved
  on approval_reviews (organization_id, reviewer_user_id, review_id) where decision = 'approved';
drop index concurrently if exists approval_reviews_reviewer;

-- A limit that is removed stays as a row without amounts.
alter table approver_limits drop constraint if exists approver_limits_some;
comment on table approver_limits is 'The largest amount a person may approve to one recipient, and per New York day: for an account, or (account_id null) for all accounts without a row of their own. No amounts: the limit was removed. Never deleted, because a missing row means that there is no limit.';
