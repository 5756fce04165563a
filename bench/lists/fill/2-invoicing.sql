-- Customers, invoices of which most are unpaid, and incoming payments of which most are open or have credit left.
insert into invoice_settings (organization_id, next_number) values (:'organization', :rows + 1)
    on conflict (organization_id) do update set next_number = excluded.next_number;
insert into invoice_customers (organization_id, customer_id, name, name_key, email, created_at, updated_at)
select :'organization', lists.id(n, 'customer'), p.name, upper(regexp_replace(p.name, '[^A-Za-z0-9]', '', 'g')), 'customer' || n || '@example.com', lists.at(n), lists.at(n)
  from (select n, case when n % greatest(:rows / 25, 1) = 7 then :'rare' else case n % 2 when 0 then 'Services' else 'Trading' end || ' Company ' || n end as name
          from generate_series(1::bigint, :rows) n) p;

-- The first customer has every third invoice.
insert into invoices (organization_id, invoice_id, customer_id, destination_account_id, invoice_number, number_key, currency_code, invoice_date,
                      due_date, cc_emails, ach_debit_enabled, credit_card_enabled, use_real_account_number, amount_minor, tax_minor, paid_minor,
                      status, created_at, updated_at, canceled_at, paid_at)
select :'organization', lists.id(n, 'invoice'), lists.id(case n % 3 when 0 then 1 else n end, 'customer'), :'account', 'INV-' || lpad(n::text, 8, '0'),
       'INV' || lpad(n::text, 8, '0'), 'USD', lists.at(n)::date, lists.at(n)::date + 30, '{}', false, false, true, p.amount, 0,
       case p.status when 'Paid' then p.amount else 0 end, p.status, lists.at(n), lists.at(n),
       case p.status when 'Cancelled' then lists.at(n) end, case p.status when 'Paid' then lists.at(n) + interval '1 day' end
  from (select n, 1000 + n * 611953 % 1000003 as amount,
               case when n % 10000 = 9 then 'Processing' when n % 10 = 1 then 'Paid' when n % 1000 = 2 then 'Cancelled' else 'Unpaid' end as status
          from generate_series(1::bigint, :rows) n) p;

insert into incoming_payments (organization_id, transaction_id, account_id, amount_minor, matched_minor, payer_name, received_at, customer_id, status, returned_at)
select :'organization', lists.id(n, 'incoming'), :'account', 1000 + n, case p.status when 'matched' then case n % 100 when 2 then 500 else 1000 + n end else 0 end,
       'Payer ' || n, lists.at(n), case p.status when 'matched' then lists.id(n, 'customer') end, p.status,
       case p.status when 'returned' then lists.at(n) end
  from (select n, case when n % 10000 = 9 then 'returned' when n % 10000 = 8 then 'ignored' when n % 2 = 0 then 'matched' else 'open' end as status
          from generate_series(1::bigint, :rows) n) p;
