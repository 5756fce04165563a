-- What the dashboard's lists are read by. None of these indexes is touched by a payment on the hot path: they leave out the
-- rows it writes.

-- Transfers, deposits and fees: few among millions of payments.
create index transactions_other_kinds on transactions (organization_id, kind, transaction_id) where kind <> 'outgoingPayment';

-- The audit log by what was done, to what, and by which person.
create index audit_log_resource on audit_log (organization_id, resource_id, audit_id) where resource_type <> 'transaction';
create index audit_log_action on audit_log (organization_id, action, audit_id) where resource_type <> 'transaction';
create index audit_log_user on audit_log (organization_id, actor_id, audit_id) where actor_type = 'user';
