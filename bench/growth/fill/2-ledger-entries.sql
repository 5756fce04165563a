-- Each payment's hold, and its outcome: posted to the clearing account, released, or posted and reversed.
insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
select t.organization_id, t.transaction_id, e.effect,
       case e.effect when 'reverse' then c.ledger_account_id else t.account_id end,
       case e.effect when 'post' then c.ledger_account_id else t.account_id end,
       -t.amount_minor, t.created_at + e.after
  from transactions t
  join ledger_accounts c on c.organization_id = t.organization_id and c.kind = 'clearing' and c.method = t.method
 cross join lateral (
   select 'hold' as effect, interval '0' as after
   union all
   select 'post', interval '1 day' where t.status in ('sent', 'reversed')
   union all
   select 'reverse', interval '2 days' where t.status = 'reversed'
   union all
   select 'release', interval '2 days' where t.status in ('failed', 'cancelled', 'blocked')
 ) e
 where t.organization_id = :'organization' and t.kind = 'outgoingPayment' and t.created_at < :'before';

-- One deposit into each account, more than enough for its payments.
insert into transactions (
  organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at, kind,
  counterparty_name, bank_description, status, posted_at)
select :'organization', bench.id(now() - interval '366 days', payer, 'deposit'), account_id, bench.id(now(), payer, 'depositor'), :rows * 1500000::bigint + 1000000000000,
       now() - interval '366 days', now() - interval '366 days', 'externalTransfer', 'Opening balance', 'Deposit from Opening balance', 'sent', now() - interval '366 days'
  from bench.payers;
insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
select t.organization_id, t.transaction_id, 'deposit', e.ledger_account_id, t.account_id, t.amount_minor, t.created_at
  from transactions t
  join ledger_accounts e on e.organization_id = t.organization_id and e.kind = 'external'
 where t.organization_id = :'organization' and t.bank_description = 'Deposit from Opening balance';

insert into account_days (
  organization_id, account_id, day, method, transactions, pending, sent, least_minor, most_minor, last_posted_at, out_minor,
  out_transactions, in_minor, in_transactions)
select organization_id, account_id, (created_at at time zone 'UTC')::date, coalesce(method, 'none'), count(*),
       count(*) filter (where status = 'pending'), count(*) filter (where status = 'sent'), min(abs(amount_minor)),
       max(abs(amount_minor)), max(posted_at),
       coalesce(-sum(amount_minor) filter (where amount_minor < 0 and status in ('pending', 'sent')), 0)::bigint,
       count(*) filter (where amount_minor < 0 and status in ('pending', 'sent')),
       coalesce(sum(amount_minor) filter (where amount_minor > 0 and status in ('pending', 'sent')), 0)::bigint,
       count(*) filter (where amount_minor > 0 and status in ('pending', 'sent'))
  from transactions
 where organization_id = :'organization'
 group by 1, 2, 3, 4
on conflict (organization_id, account_id, day, method) do update set
  transactions = excluded.transactions, pending = excluded.pending, sent = excluded.sent, least_minor = excluded.least_minor,
  most_minor = excluded.most_minor, last_posted_at = excluded.last_posted_at, out_minor = excluded.out_minor,
  out_transactions = excluded.out_transactions, in_minor = excluded.in_minor, in_transactions = excluded.in_transactions;

insert into ledger_days (organization_id, ledger_account_id, day, in_minor, out_minor, moved_in_minor, moved_out_minor, entries)
select e.organization_id, e.account, (e.entered_at at time zone 'America/New_York')::date,
       coalesce(sum(e.amount_minor) filter (where e.effect <> 'post'), 0), coalesce(sum(e.amount_minor) filter (where e.effect = 'post'), 0), 0, 0, count(*)
  from (
    select organization_id, effect, amount_minor, entered_at,
           case effect when 'post' then debit_account_id else credit_account_id end as account
      from ledger_entries
     where organization_id = :'organization' and effect in ('post', 'reverse', 'deposit')
  ) e
 group by 1, 2, 3
on conflict (organization_id, ledger_account_id, day) do update set in_minor = excluded.in_minor, out_minor = excluded.out_minor,
  entries = excluded.entries;
