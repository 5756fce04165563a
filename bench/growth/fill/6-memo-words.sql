-- The words of memos and tracking numbers, as modules/4-payments/payments/finding/index-memos.ts writes them: a row of each word for
-- every hundred payments.
insert into memo_words (organization_id, word, transaction_id, earlier_ids)
select organization_id, word, ids[1], nullif(ids[2:], '{}')
  from (select t.organization_id, w.word, array_agg(t.transaction_id order by t.transaction_id desc) as ids
          from (select *, (row_number() over (order by transaction_id) - 1) / 100 as batch from transactions
                 where organization_id = :'organization' and kind = 'outgoingPayment' and created_at < :'before') t
         cross join lateral (
           select 'invoice' as word
           union all
           select case when length(n.digits) >= 6 then left(n.digits, -2) else n.digits end
             from (values (substring(t.external_memo from '[0-9]+$')), (ltrim(t.tracking_number, '0'))) as n (digits)
            where n.digits is not null) w
         group by t.organization_id, t.batch, w.word) b;
