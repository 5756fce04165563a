insert into rail_submissions (organization_id, transaction_id, state, hand_over_at, submitted_at)
select organization_id, transaction_id, case status when 'cancelled' then 'withdrawn' else 'answered' end,
       created_at + interval '4 hours', case when status <> 'cancelled' then created_at + interval '4 hours' end
  from transactions
 where organization_id = :'organization' and kind = 'outgoingPayment' and created_at < :'before';

insert into file_answers (organization_id, answer_id, transaction_id, outcome, tracking_number, answered_at, due_at, collected_at, disposition)
select t.organization_id, md5('answer' || t.transaction_id || o.outcome)::uuid, t.transaction_id, o.outcome, t.tracking_number, o.at, o.at, o.at, 'applied'
  from transactions t
 cross join lateral (
   select 'confirmed' as outcome, t.posted_at as at where t.posted_at is not null
   union all
   select case t.status when 'reversed' then 'returned' when 'failed' then 'rejected' else 'blocked' end, t.failed_at
    where t.status in ('reversed', 'failed', 'blocked')
 ) o
 where t.organization_id = :'organization' and t.kind = 'outgoingPayment' and t.created_at < :'before';

insert into transaction_exceptions (organization_id, status, transaction_id, account_id, method, amount_minor)
select organization_id, status, transaction_id, account_id, method, amount_minor
  from transactions
 where organization_id = :'organization' and kind = 'outgoingPayment' and status not in ('pending', 'sent') and created_at < :'before';
