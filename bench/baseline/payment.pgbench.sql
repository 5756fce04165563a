\set recipient random(100, 149)
\set amount random(1000, 1001002)
-- Digests of one period, as for payments of one day (modules/4-payments/payments/send/guard-digest.ts).
\set guard random(3760505688854364160, 3765009288481734655)
select create_payments(
  '01900000-0000-7000-8000-000000000001'::uuid, '24 hours'::interval, null::uuid,
  array['01900000-0000-7000-8000-000000000002'::uuid],
  array[bench.ordered_id()],
  array['01900000-0000-7000-8000-000000000002'::uuid],
  array[('01900000-0000-7000-8000-' || lpad(:recipient::text, 12, '0'))::uuid],
  array[:amount::bigint],
  array['ach'],
  array[now()],
  array[now() + interval '1 day'],
  array[date_trunc('day', now()) + interval '1 day'],
  array['Invoice 42'],
  array[null::text],
  array[null::text],
  array[gen_random_uuid()],
  array[:guard::bigint],
  array['01900000-0000-7000-8000-000000000003'::uuid],
  array[null::uuid],
  array[null::uuid],
  array[null::bigint],
  current_date,
  array[bench.ordered_id()],
  array[bench.ordered_id()],
  array['127.0.0.1'],
  array[gen_random_uuid()::text],
  sha256(convert_to(bench.audit_text(), 'UTF8')),
  false);
