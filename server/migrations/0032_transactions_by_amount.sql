-- Transactions of an account in the order of their size (docs/adr/0069-sorted-lists.md). Row-level security allows no
-- function of a column, such as abs, as the condition of an index; so each direction has its own. create_payments writes
-- only the first. No other statement repeats their conditions as they are written here, so none is planned with them.
-- transaction: none

create index concurrently if not exists transactions_amount_out
  on transactions (organization_id, account_id, amount_minor, transaction_id desc) where (case when amount_minor < 0 then 1 else 0 end) <> 0;

create index concurrently if not exists transactions_amount_in
  on transactions (organization_id, account_id, amount_minor, transaction_id) where (case when amount_minor > 0 then 1 else 0 end) <> 0;
