-- Approval requests, most of them open; one in ten thousand of each other status.
insert into approval_requests (organization_id, request_id, kind, account_id, recipient_id, destination_account_id, amount_minor, method,
                               requester_user_id, created_at, status, terms, approvers_required, requester_may_approve, decided_at, transaction_id)
select :'organization', lists.id(n, 'request'), p.kind, :'account', case p.kind when 'payment' then lists.id(n, 'recipient') end,
       case p.kind when 'transfer' then :'treasury'::uuid end, 1000 + n, case p.kind when 'payment' then 'ach' end, gen_random_uuid(), lists.at(n), p.status,
       '', 1, false, case when p.status <> 'pendingApproval' then lists.at(n) end, case p.status when 'approved' then lists.id(n, 'paid') end
  from (select n, case n % 2 when 0 then 'payment' else 'transfer' end as kind,
               case n % 20000 when 2 then 'rejected' when 3 then 'rejected' when 4 then 'cancelled' when 5 then 'cancelled'
                    else case n % 10 when 6 then 'approved' when 7 then 'approved' else 'pendingApproval' end end as status
          from generate_series(1::bigint, :rows) n) p;

-- A batch of a file with some four hundred payments.
insert into approval_batches (organization_id, batch_id, state, name, announced_count, announced_minor, created_by, created_at, submitted_at)
select :'organization', lists.id(1, 'batch'), 'submitted', 'Supplier run', 400, 1, :'user', lists.at(1), lists.at(1);
update approval_requests set batch_id = lists.id(1, 'batch')
 where organization_id = :'organization' and status = 'pendingApproval' and kind = 'payment'
   and request_id in (select lists.id(n, 'request') from generate_series(1::bigint, 1000) n);

insert into categories (organization_id, category_id, name, visible_for_card_spend, visible_for_reimbursements, visible_for_other, created_at, deleted_at)
select :'organization', lists.id(n, 'category'), 'Category ' || n, true, true, true, lists.at(n), case n % 2 when 0 then now() end
  from generate_series(1::bigint, :rows) n;

insert into mails (organization_id, mail_id, kind, recipient, created_at, status, sent_at)
select :'organization', lists.id(n, 'mail'), 'invoice', 'customer' || n || '@example.com', lists.at(n), 'sent', lists.at(n)
  from generate_series(1::bigint, :rows) n;

-- Notifications of the signed-in user, one in ten thousand of them unread.
insert into notifications (organization_id, user_id, notification_id, kind, subject_type, subject_id, source_id, facts, created_at, read_at, in_digest)
select :'organization', :'user', lists.id(n, 'notification'), 'approvalRequested', 'approvalRequest', lists.id(n, 'request'), lists.id(n, 'cause'),
       '{"name": "Company", "amountMinor": "1000"}', lists.at(n), case when n % 10000 <> 0 then lists.at(n) end, false
  from generate_series(1::bigint, :rows) n;
