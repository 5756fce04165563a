-- Without seals for these rows, because only the service can create their keyed chain.
insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after)
select t.organization_id, bench.id(t.created_at + v.after, row_number() over () * 4 + v.version, 'audit'), t.created_at + v.after, v.actor, v.actor_id, v.address,
       v.request, v.action, 'transaction', t.transaction_id::text, v.before, v.after_text
  from transactions t
 cross join lateral (
   select 1 as version, interval '0' as after, 'token' as actor, :'token' as actor_id, '127.0.0.1' as address,
          md5(t.transaction_id::text)::uuid::text as request, 'transaction.create' as action, null as before,
          json_build_object('accountId', t.account_id, 'recipientId', t.counterparty_id, 'amount', -t.amount_minor / 100.0, 'paymentMethod', t.method,
                            'externalMemo', t.external_memo, 'note', null)::text as after_text
   union all
   select 2, interval '1 day', 'bank', null, null, null, 'transaction.confirm', '{"status":"pending","postedAt":null}',
          json_build_object('status', 'sent', 'postedAt', t.posted_at, 'trackingNumber', t.tracking_number)::text
    where t.posted_at is not null
   union all
   select 3, interval '2 days', 'bank', null, null, null, 'transaction.reject', '{"status":"pending","failedAt":null}',
          json_build_object('status', t.status, 'failedAt', t.failed_at, 'reasonForFailure', t.reason_for_failure)::text
    where t.status in ('failed', 'reversed', 'blocked', 'cancelled')
 ) v
 where t.organization_id = :'organization' and t.kind = 'outgoingPayment' and t.created_at < :'before';
