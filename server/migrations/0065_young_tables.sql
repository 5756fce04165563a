-- transaction: none

-- Messages of which nothing more follows until the bank answers (follow-transfers.ts): thousands of real-time payments may
-- wait for their answers, and are not looked at again.

alter table transfer_files add column followed_at timestamptz;

-- "limit 1" makes the planner look up each payment by its ID. In tables that are not analyzed yet, the audit row of each new
-- payment was compared with all payments.
create or replace view audit_rows with (security_invoker = true) as
  select l.organization_id, l.audit_id, l.at, l.actor_type, l.actor_id, l.address, l.http_request_id, l.action,
         l.resource_type, l.resource_id, l.before,
         case when t.transaction_id is null then l.after
              else '{"accountId":"' || t.account_id || '","recipientId":"' || t.counterparty_id
                   || '","amount":' || trim_scale(-t.amount_minor / 100.0) || ',"paymentMethod":"' || t.method
                   || '","externalMemo":' || coalesce(to_json(t.external_memo)::text, 'null')
                   || ',"note":' || coalesce(to_json(t.note)::text, 'null')
                   || coalesce(',"requestId":"' || t.request_id || '"', '') || '}'
         end as after,
         coalesce(t.routing_id || ' ' || t.counterparty_name, '') as decided,
         l.stream_id, l.number, l.mac
    from recorded_audit_rows l
    -- "offset 0" keeps the expression out of the join condition: under row-level security an index evaluates only
    -- leakproof functions, and every row would scan every transaction.
    cross join lateral (
      select case when l.action = 'transaction.create' and l.number is not null and l.after is null
                   and l.resource_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
                  then l.resource_id::uuid end as transaction_id
      offset 0) created
    left join lateral (
      select * from transaction_creations c
       where c.organization_id = l.organization_id and c.transaction_id = created.transaction_id
       limit 1) t on true;
