-- Other open requests for the same amount to the same recipient, for the flags of the queue (docs/adr/0072-flags.md). It
-- begins with the columns of the index that it replaces.
-- transaction: none

create index concurrently if not exists approval_requests_similar
  on approval_requests (organization_id, recipient_id, amount_minor, request_id)
  where status in ('pendingApproval', 'approvedScheduled');

drop index concurrently if exists approval_requests_recipient;
