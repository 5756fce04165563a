-- The words of memos and tracking numbers, as modules/payments/finding/index-memos.ts writes them: a row of a common
-- word for each hundred payments, and a row for each number.
insert into memo_words (organization_id, word, transaction_id, earlier_ids)
select organization_id, 'invoice', ids[1], nullif(ids[2:], '{}')
  from (select organization_id, array_agg(transaction_id order by transaction_id desc) as ids
          from (select organization_id, transaction_id, (row_number() over (order by transaction_id) - 1) / 100 as batch
                  from transactions
                 where organization_id = :'organization' and kind = 'outgoingPayment' and created_at < :'before') t
         group by organization_id, batch) b;

insert into memo_words (organization_id, word, transaction_id)
select t.organization_id, w.word, t.transaction_id
  from transactions t
 cross join lateral (values (substring(t.external_memo from '[0-9]+$')), (ltrim(t.tracking_number, '0'))) as w (word)
 where t.organization_id = :'organization' and t.kind = 'outgoingPayment' and t.created_at < :'before' and w.word is not null;
