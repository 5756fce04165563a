-- :rows payments, spread evenly over the past year; seven of ten from the first account. Recipient 0, with the rare
-- name, gets twenty-five regardless of :rows.
insert into transactions (
  organization_id, transaction_id, account_id, counterparty_id, amount_minor, key_digest, guard_digest, created_at,
  estimated_delivery_at, kind, method, counterparty_name, routing_id, external_memo, bank_description, created_by_token,
  status, version, posted_at, failed_at, reason_for_failure, tracking_number)
select :'organization', bench.id(p.at, p.n, 't'), a.account_id, r.recipient_id, -(1000 + p.n * 611953 % 1000003),
       md5('key' || p.n)::uuid,
       -- As in modules/4-payments/payments/send/guard-digest.ts: its period of 2^31 ms, then 52 bits of a digest.
       ((floor(extract(epoch from p.at) * 1000)::bigint >> 31) << 52) | (('x' || md5('guard' || p.n))::bit(64)::bigint & 4503599627370495),
       p.at,
       p.at + interval '1 day', 'outgoingPayment', 'ach', r.name, r.ach_routing_id, 'Invoice ' || p.n, 'ACH payment to ' || r.name, :'token',
       p.ending,
       case p.ending when 'reversed' then 3 else 2 end,
       case when p.ending in ('sent', 'reversed') then p.at + interval '1 day' end,
       case when p.ending in ('failed', 'reversed', 'blocked') then p.at + interval '2 days' end,
       case when p.ending in ('failed', 'reversed', 'blocked') then 'R03: No account, or the account cannot be found' end,
       case when p.ending in ('sent', 'reversed') then '02100002' || lpad((p.n % 10000000)::text, 7, '0') end
  from (
    select n, date_trunc('milliseconds', now() - interval '365 days' + n * (interval '364 days' / :rows)) as at, bench.ending(n) as ending,
           case when n % greatest(:rows / 25, 1) = 0 then 0 else 1 + n * 7919 % ((select count(*) from bench.payees) - 1) end as payee,
           case when n % 10 < 7 then 0 else n % (select count(*) from bench.payers) end as payer
      from generate_series(0::bigint, :rows - 1) n
    offset 0
  ) p
  join bench.payees r on r.payee = p.payee
  join bench.payers a on a.payer = p.payer
 order by p.n;
