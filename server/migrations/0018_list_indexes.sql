-- What keeps lists fast with millions of rows (docs/adr/0044-lists.md).

-- Filling it from existing rows takes time.
set local statement_timeout = 0;

create table search_words (
  organization_id uuid not null,
  kind text not null constraint search_words_kind_check check (kind in ('recipient', 'counterparty', 'customer', 'invoice')),
  -- Lower case, without accents. Ordered by bytes, so that words with one beginning are a range, which an index may serve
  -- under row-level security; pattern matching is not.
  word text collate "C" not null,
  item_id uuid not null,
  primary key (organization_id, kind, word, item_id)
);
create index search_words_item on search_words (organization_id, kind, item_id, word);
comment on table search_words is 'The words by which recipients, counterparties, customers, and invoices are found. Written by whatever changes their texts; rows are deleted when a text no longer contains the word.';

insert into search_words (organization_id, kind, word, item_id)
  select t.organization_id, t.kind, left(w.word, 40), t.item_id
    from (select organization_id, 'recipient' as kind, recipient_id as item_id,
                 concat_ws(' ', name, nickname, array_to_string(emails, ' ')) as texts from recipients
          union all
          select organization_id, 'counterparty', counterparty_id, name from counterparty_names
          union all
          select organization_id, 'customer', customer_id, concat_ws(' ', name, email) from invoice_customers
          union all
          select organization_id, 'invoice', invoice_id, invoice_number from invoices) t
   cross join lateral (
     select word from regexp_split_to_table(lower(t.texts), '[[:space:][:punct:]]+') as word
     union
     select ltrim(digits[1], '0') from regexp_matches(t.texts, '[0-9]+', 'g') as digits) w
   where w.word <> ''
  on conflict do nothing;

create table invoice_days (
  organization_id uuid not null references organizations,
  -- A customer, or the organization for the sums of all customers.
  subject_id uuid not null,
  day date not null,
  -- By due date.
  open_invoices bigint not null default 0,
  due_minor bigint not null default 0,
  -- By the day in New York on which the invoice was paid.
  paid_minor bigint not null default 0,
  -- By the day in New York on which the payment arrived.
  credit_minor bigint not null default 0,
  primary key (organization_id, subject_id, day)
) with (fillfactor = 50);
comment on table invoice_days is 'What is due, paid, and left over per day, so that the overview adds up days instead of invoices. Updated by the statements that change invoices and incoming payments; equals invoice_day_sums.';

create view invoice_day_sums with (security_invoker = true) as
  select r.organization_id, s.subject_id, r.day, sum(r.open_invoices)::bigint as open_invoices, sum(r.due_minor)::bigint as due_minor,
         sum(r.paid_minor)::bigint as paid_minor, sum(r.credit_minor)::bigint as credit_minor
    from (select organization_id, customer_id, due_date as day, 1 as open_invoices, amount_minor - paid_minor as due_minor,
                 0 as paid_minor, 0 as credit_minor
            from invoices where status in ('Unpaid', 'Processing')
          union all
          select organization_id, customer_id, (paid_at at time zone 'America/New_York')::date, 0, 0, amount_minor, 0
            from invoices where status = 'Paid'
          union all
          select organization_id, customer_id, (received_at at time zone 'America/New_York')::date, 0, 0, 0, amount_minor - matched_minor
            from incoming_payments where status = 'matched' and matched_minor < amount_minor) r
   cross join lateral (values (r.customer_id), (r.organization_id)) s (subject_id)
   group by 1, 2, 3;
comment on view invoice_day_sums is 'The sums of invoice_days, computed from invoices and incoming payments.';

insert into invoice_days (organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor)
  select organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor from invoice_day_sums;

-- Filters of lists, in the order of the list. None of these tables is written by create_payments.
create index recipients_status on recipients (organization_id, status, recipient_id);
create index recipient_invites_status on recipient_invites (organization_id, status, invite_row_id);
create index categories_list on categories (organization_id, category_id) where deleted_at is null;
create index invoice_customers_list on invoice_customers (organization_id, customer_id) where deleted_at is null;
create index invoices_by_customer_status on invoices (organization_id, customer_id, status, invoice_id);
create index statements_by_kind on statements (organization_id, kind, statement_id);
create index statements_by_account on statements (organization_id, account_id, statement_id);
create index statements_by_account_kind on statements (organization_id, account_id, kind, statement_id);
create index treasury_documents_type on treasury_documents (organization_id, account_id, document_type, document_id);
-- The status comes first, so that the totals of a day, which have none, never use them.
create index approval_requests_account_status on approval_requests (organization_id, status, account_id, request_id);
create index approval_requests_counterparty_status on approval_requests (organization_id, status, counterparty_id, request_id);
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, endpoint_id, delivery_id) where state = 'waiting';
create index events_of_resource on events (organization_id, resource_id, event_id) where resource_type <> 'transaction';
create index audit_log_type on audit_log (organization_id, resource_type, audit_id) where resource_type <> 'transaction';
create index audit_log_others on audit_log (organization_id, actor_type, audit_id)
  where actor_type in ('operator', 'service', 'payee', 'payer');
-- Few transactions have one of these; the sums of spending count deposits by their kinds.
create index transactions_merchant_type on transactions (organization_id, mercury_category, transaction_id)
  where mercury_category is not null;
