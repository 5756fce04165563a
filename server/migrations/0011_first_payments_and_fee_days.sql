-- When a recipient was first paid: a rule for new recipients asks whether that was before the payment was asked for.
alter table recipients add column first_paid_at timestamptz;

update recipients r
   set first_paid_at = p.at
  from (select organization_id, counterparty_id, min(posted_at) as at
          from transactions where kind = 'outgoingPayment' and posted_at is not null group by 1, 2) p
 where p.organization_id = r.organization_id and p.counterparty_id = r.recipient_id and r.date_last_paid is not null;

-- A wire's fee goes to the bank, so its day says that it left; it said that it went to another account of the organisation.
update ledger_days d
   set moved_out_minor = d.moved_out_minor - f.amount_minor, out_minor = d.out_minor + f.amount_minor
  from (select e.organization_id, e.debit_account_id, (e.entered_at at time zone 'America/New_York')::date as day,
               sum(e.amount_minor)::bigint as amount_minor
          from ledger_entries e
          join ledger_accounts a on a.organization_id = e.organization_id and a.ledger_account_id = e.credit_account_id
         where e.effect = 'transfer' and a.kind = 'external'
         group by 1, 2, 3) f
 where d.organization_id = f.organization_id and d.ledger_account_id = f.debit_account_id and d.day = f.day;
