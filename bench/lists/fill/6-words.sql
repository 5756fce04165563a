-- The words of names, addresses, and numbers, as modules/1-records/search/words.ts makes them of these texts.
delete from search_words;
alter table search_words drop constraint search_words_pkey;
drop index search_words_item;
insert into search_words (organization_id, kind, word, item_id)
  select :'organization'::uuid, t.kind, w.word, t.item_id
    from (select 'recipient' as kind, recipient_id as item_id, name || ' ' || emails[1] as texts from recipients where organization_id = :'organization'
          union all
          select 'counterparty', counterparty_id, name from counterparty_names where organization_id = :'organization'
          union all
          select 'customer', customer_id, name || ' ' || email from invoice_customers where organization_id = :'organization'
          union all
          select 'invoice', invoice_id, invoice_number from invoices where organization_id = :'organization') t
   cross join lateral (
     select word from string_to_table(translate(lower(t.texts), '@.-', '   '), ' ') as word
     union
     select ltrim(substring(t.texts from '[0-9]+'), '0')) w
   where w.word <> '';
alter table search_words add primary key (organization_id, kind, word, item_id);
create index search_words_item on search_words (organization_id, kind, item_id, word);
-- Those of memos and tracking numbers: "Invoice 42" is found by "invoice" and by "42".
delete from memo_words;
-- As the service writes them while payments are made: a row of each word for a batch of a hundred.
insert into memo_words (organization_id, word, transaction_id, earlier_ids)
  select :'organization'::uuid, w.word, (array_agg(t.transaction_id order by t.transaction_id desc))[1],
         nullif((array_agg(t.transaction_id order by t.transaction_id desc))[2:], '{}')
    from (select *, row_number() over (order by transaction_id) / 100 as batch from transactions
           where organization_id = :'organization') t
   cross join lateral (
     select case when n.word ~ '^[0-9]{6,}$' then left(n.word, -2) else n.word end as word
       from (select word from string_to_table(lower(t.external_memo), ' ') as word
             union
             select ltrim(t.tracking_number, '0') where t.tracking_number is not null) n) w
   group by t.batch, w.word;
-- The sums that the service keeps with every change of an invoice or payment.
insert into invoice_days (organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor)
  select organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor from invoice_day_sums;
