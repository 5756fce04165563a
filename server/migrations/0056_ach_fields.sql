-- What ACH files say about single payments (docs/adr/0106-fields-that-banks-ask-for.md).
-- transaction: none

create table if not exists ach_terms (
  organization_id uuid not null,
  transaction_id uuid not null,
  fields jsonb not null constraint ach_terms_fields_check check (jsonb_typeof(fields) = 'object'),
  primary key (organization_id, transaction_id)
);
comment on table ach_terms is 'What ACH files say about a payment, and when it is to settle, where the payment has its own. Written with the payment, and never changed.';

alter table bank_orders
  add column if not exists batch_texts text,
  add column if not exists settles_later boolean not null default false,
  add column if not exists identification text;

alter table approval_requests add column if not exists ach_fields jsonb;
alter table approval_requests drop constraint if exists approval_requests_ach_fields_check;
alter table approval_requests add constraint approval_requests_ach_fields_check
  check (ach_fields is null or (coalesce(method::text, '') = 'ach' and jsonb_typeof(ach_fields) = 'object')) not valid;
alter table approval_requests validate constraint approval_requests_ach_fields_check;
