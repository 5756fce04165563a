-- Statements of one account: one per pair of days, few of them monthly. Treasury transactions and documents of another.
insert into statements (organization_id, statement_id, account_id, kind, starts_on, ends_on, opening_minor, in_minor, out_minor, fees_minor,
                        closing_minor, lines, digest, account_name, legal_name, created_at)
select :'organization', lists.id(n, 'statement'), :'account', case when n % 10000 = 1 then 'monthly' else 'custom' end,
       date '2000-01-01' + (n % 5000)::integer, date '2000-01-01' + (n % 5000 + n / 5000)::integer, 0, 100, 100, 0, 0, 2, sha256('a'), 'Operating', 'Lists', lists.at(n)
  from generate_series(1::bigint, :rows) n;

insert into treasury_transactions (organization_id, account_id, number, treasury_transaction_id, type, amount_minor, balance_minor, cash_minor,
                                   canonical_day, description, order_id, trade_action, created_at)
select :'organization', :'treasury', n, lists.id(n, 'treasury'), 'tradeExecuted', 100, 100, 100, lists.at(n)::date, 'Trade', lists.id(n, 'order'), 'buy', lists.at(n)
  from generate_series(1::bigint, :rows) n;
insert into treasury_holdings (organization_id, account_id, last_number, cash_minor, next_run_at)
values (:'organization', :'treasury', :rows, 100, now() + interval '100 years');
insert into treasury_documents (organization_id, document_id, account_id, document_type, description, period_start, period_end, order_id, created_at)
select :'organization', lists.id(n, 'document'), :'treasury', case n % 100000 when 1 then 'MonthlyStatement' when 3 then '1099' else 'TradeConfirmation' end, 'Document ' || n,
       lists.at(n)::date, lists.at(n)::date, case when n % 100000 not in (1, 3) then lists.id(n, 'order') end, lists.at(n)
  from generate_series(1::bigint, :rows) n;
