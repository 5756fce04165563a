-- A keyed fingerprint of each account that is not in the books, because several may end in the same four digits
-- (docs/adr/0107-open-items.md). Rules without one, from before, fit no account.

alter table bank_file_items add column if not exists fingerprint bytea;
alter table bank_file_ignores add column if not exists fingerprint bytea;
