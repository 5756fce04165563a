-- What a file contains, for the modules whose payments are in it (docs/adr/0083-proven-rows.md).

create view filed_payments with (security_invoker = true) as
  select organization_id, file_id, transaction_id, purpose, reference from bank_file_payments;
comment on view filed_payments is 'For modules/file-rails: the payments of each file and their references. The rows only grow, so they show which file a payment is in when an order says otherwise.';
