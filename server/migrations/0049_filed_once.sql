-- A payment is in one file that pays it, and in one each that issues and prints its check, ever: the serving role neither
-- deletes nor moves these rows, so nothing written to the database can have a payment sent again (docs/adr/0083-proven-rows.md).
-- transaction: none

create unique index concurrently if not exists bank_file_payments_filed_once
  on bank_file_payments (organization_id, transaction_id, purpose) where purpose in ('pay', 'issue', 'print');
