-- What people did, without what the service and the bank do on their own, in the order of the audit log
-- (docs/adr/0076-audit-log-in-sentences.md). Payments made with tokens do not write to it.
-- transaction: none

create index concurrently if not exists audit_log_people on audit_log (organization_id, audit_id)
  where actor_type in ('user', 'operator', 'payee', 'payer');
