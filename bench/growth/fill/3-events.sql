insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at, changed_paths, merge_patch, previous_values)
select t.organization_id, bench.id(t.created_at + v.after, row_number() over () * 4 + v.version, 'event'), 'transaction', t.transaction_id, v.version,
       v.operation, t.created_at + v.after, v.paths, v.patch, v.previous
  from transactions t
 cross join lateral (
   select 1 as version, 'create' as operation, interval '0' as after, null::text[] as paths, null as patch, null as previous
   union all
   select 2, 'update', interval '1 day', array['status', 'postedAt'],
          json_build_object('status', 'sent', 'postedAt', t.posted_at)::text, '{"status":"pending","postedAt":null}'
    where t.posted_at is not null
   union all
   select t.version, 'update', interval '2 days', array['status', 'failedAt', 'reasonForFailure'],
          json_build_object('status', t.status, 'failedAt', t.failed_at, 'reasonForFailure', t.reason_for_failure)::text,
          '{"status":"pending","failedAt":null,"reasonForFailure":null}'
    where t.status in ('failed', 'reversed', 'blocked', 'cancelled')
 ) v
 where t.organization_id = :'organization' and t.kind = 'outgoingPayment' and t.created_at < :'before';
