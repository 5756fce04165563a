-- Deliveries of a paused endpoint, most of them done. Balance events: one account has all of them.
insert into webhook_endpoints (organization_id, endpoint_id, url, status, secret, created_at, updated_at)
values (:'organization', lists.id(1, 'endpoint'), 'https://example.com/hook', 'paused', '\x00', now(), now());
insert into webhook_deliveries (organization_id, delivery_id, endpoint_id, event_id, resource_id, resource_version, purpose, state, attempts,
                                created_at, next_attempt_at, delivered_at)
select :'organization', lists.id(n, 'delivery'), lists.id(1, 'endpoint'), lists.id(n, 'balance'), :'account', n, 'event', p.state, 1, lists.at(n), lists.at(n),
       case p.state when 'delivered' then lists.at(n) end
  from (select n, case n % 10000 when 2 then 'abandoned' when 3 then 'waiting' else 'delivered' end as state from generate_series(1::bigint, :rows) n) p;
insert into webhook_attempts (organization_id, delivery_id, attempt, attempted_at, outcome, status_code, duration_ms)
select organization_id, delivery_id, 1, created_at, 'delivered', 200, 12 from webhook_deliveries where organization_id = :'organization';
insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at, changed_paths, merge_patch, previous_values)
select :'organization', lists.id(n, 'balance'), 'checkingAccount', :'account', n, 'update', lists.at(n), '{availableBalance}',
       '{"availableBalance":1}', '{"availableBalance":0}'
  from generate_series(1::bigint, :rows) n;
-- The audit log of people and the service; that of payments is loaded with them.
insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after)
select :'organization', lists.id(n, 'audit'), lists.at(n), case n % 10000 when 1 then 'operator' else 'user' end, :'user', '127.0.0.1', md5(n::text)::uuid::text,
       case n % 10000 when 2 then 'recipient.delete' else 'recipient.update' end, 'recipient', lists.id(n % 1000, 'recipient')::text, '{}', '{}'
  from generate_series(1::bigint, :rows) n;
-- Items of files that a bank sent: half of them of one file, most of them decided.
insert into bank_files (organization_id, file_id, connection_id, direction, rail, format, name, state, created_at, processed_at, object_name, content_key, bytes, sha256)
select :'organization', lists.id(n, 'file'), lists.id(1, 'connection'), 'in', 'ach', 'nacha', 'returns-' || n || '.ach', 'processed', lists.at(n), lists.at(n),
       'lists/' || n, '\x00', 940, sha256(int8send(n))
  from generate_series(1::bigint, 100) n;
insert into bank_file_items (organization_id, item_id, said_id, file_id, connection_id, position, state, kind, place, reason, amount_minor, currency,
                             recorded_at, note, decided_at)
select :'organization', lists.id(n, 'item'), lists.id(n, 'said'), lists.id(case when n % 2 = 0 then 1 else 2 + n % 99 end, 'file'), lists.id(1, 'connection'),
       n, p.state, 'unknownPayment', 'Line ' || n, 'No entry with this trace number was sent over this connection.', 1000 + n % 1000, 'USD', lists.at(n),
       case p.state when 'ignored' then 'Payroll is sent by another system.' end, case p.state when 'ignored' then lists.at(n) end
  from (select n, case when n % 10000 < 2 then 'open' else 'ignored' end as state from generate_series(1::bigint, :rows) n) p;
