-- What a transaction with a rare status is, next to its status: totals of a list add up thousands of them, and fetched each
-- by its key (docs/develop/lists.md). Null in rows of a version that does not know the columns: those are
-- looked up.
-- transaction: none

alter table transaction_exceptions add column if not exists account_id uuid;
alter table transaction_exceptions add column if not exists method text;
alter table transaction_exceptions add column if not exists amount_minor bigint;
comment on table transaction_exceptions is 'Transactions that ended in a rare status, listed separately: filtering by such a status must not walk millions of sent rows, and an index on status would make every change of status update all indexes. With what totals of lists need of the transaction, which is null in rows of versions before migration 83. Append-only.';

-- in batches
with batch as (
  select organization_id, status, transaction_id from transaction_exceptions
   where $1::text is null or (organization_id, status, transaction_id) > (($1::jsonb->>0)::uuid, $1::jsonb->>1, ($1::jsonb->>2)::uuid)
   order by organization_id, status, transaction_id limit 1000
), changed as (
  update transaction_exceptions x set account_id = t.account_id, method = t.method, amount_minor = t.amount_minor
    from batch b
    join transactions t on t.organization_id = b.organization_id and t.transaction_id = b.transaction_id
   where x.organization_id = b.organization_id and x.status = b.status and x.transaction_id = b.transaction_id
     and x.amount_minor is null
)
select jsonb_build_array(organization_id, status, transaction_id)::text as last_key
  from batch order by organization_id desc, status desc, transaction_id desc limit 1;
