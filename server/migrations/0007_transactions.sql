-- Transactions, their categories, and the counters that are kept with them.

create table categories (
  organization_id uuid not null references organizations,
  category_id uuid not null,
  name text not null,
  visible_for_card_spend boolean not null,
  visible_for_reimbursements boolean not null,
  visible_for_other boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, category_id)
);
comment on table categories is 'An organization''s own categories for transactions. Deleting one sets deleted_at; transactions keep it and still show it.';

create view category_labels with (security_invoker = true) as
  select organization_id, category_id, name, visible_for_card_spend, visible_for_reimbursements, visible_for_other,
         deleted_at is not null as is_deleted
    from categories;
comment on view category_labels is 'For modules/payments and modules/category-rules: how the category of a transaction or rule is displayed, deleted ones included.';

create table transactions (
  -- Creation columns, never changed afterwards: first responses and create events are rebuilt from them.
  organization_id uuid not null,
  transaction_id uuid not null,
  account_id uuid not null,
  counterparty_id uuid not null,
  amount_minor nonzero_cents not null,
  key_digest uuid,
  guard_digest bigint,
  created_at timestamptz not null,
  estimated_delivery_at timestamptz not null,
  kind text not null,
  method payment_method,
  counterparty_name text not null,
  counterparty_nickname text,
  routing_id uuid,
  external_memo text,
  note text,
  purpose text,
  bank_description text not null,
  request_id uuid,
  transfer_id uuid,
  created_by_token uuid,
  created_by_user uuid,

  -- These change after creation. The state table is transaction-states.ts.
  status transaction_status not null,
  version integer not null default 1,
  posted_at timestamptz,
  failed_at timestamptz,
  reason_for_failure text,
  tracking_number text,
  check_number text,
  note_edited boolean not null default false,
  edited_note text,
  category_id uuid,
  -- True after a person or token has set or cleared the category: rules then leave it alone.
  category_by_hand boolean not null default false,
  -- The rule that set the category, if one did.
  category_rule_id uuid,
  mercury_category text,
  -- The payment that a fee belongs to, and the fee of that payment; both are written by the commit that creates the fee.
  fee_for_id uuid,
  fee_id uuid,
  primary key (organization_id, transaction_id),
  constraint transactions_whole check (kind <> 'outgoingPayment' or (method is not null and amount_minor < 0)),
  constraint transactions_columns_of_status check (
    (posted_at is not null) = (status in ('sent', 'reversed'))
    and (failed_at is not null) = (status in ('failed', 'reversed', 'blocked'))
    and (reason_for_failure is not null) = (status in ('failed', 'reversed', 'blocked'))
  )
) with (fillfactor = 90);
-- Each look-up of create_payments has exactly one index that can serve it. The digest comes first (it already contains the
-- organization), so no statistics can make the planner walk an account's history instead.
create unique index transactions_key_digest_key on transactions (key_digest, organization_id) where key_digest is not null;
create index transactions_guard_digest on transactions (guard_digest) where guard_digest is not null;
create index transactions_account on transactions (organization_id, account_id, transaction_id);
create index transactions_counterparty on transactions (organization_id, counterparty_id, transaction_id);
create index transactions_request on transactions (organization_id, request_id) where request_id is not null;
-- Transfers, deposits, and fees are few among millions of payments; create_payments does not touch this index.
create index transactions_other_kinds on transactions (organization_id, kind, transaction_id) where kind <> 'outgoingPayment';
-- New payments have no category, so create_payments does not touch this index either.
create index transactions_category on transactions (organization_id, category_id, transaction_id) where category_id is not null;
comment on table transactions is 'Every payment, transfer, deposit, and fee. An outgoing payment is created pending and becomes sent, cancelled, failed, or blocked; a sent one can be reversed. Everything else is created sent. Never deleted. No foreign keys, because this is the hot path (docs/adr/0004-hot-path.md).';

create table account_days (
  organization_id uuid not null,
  account_id uuid not null,
  -- UTC, by their ids.
  day date not null,
  -- A payment method, or none: transfers, deposits, and fees.
  method text not null,
  transactions bigint not null,
  pending bigint not null default 0,
  sent bigint not null default 0,
  -- Between them are all amounts, without their signs.
  least_minor bigint not null,
  most_minor bigint not null,
  -- None was posted later.
  last_posted_at timestamptz,
  -- Spending: what left and what arrived, except transfers between own accounts, and except payments that failed, were
  -- blocked, cancelled, or returned.
  out_minor bigint not null default 0,
  out_transactions bigint not null default 0,
  in_minor bigint not null default 0,
  in_transactions bigint not null default 0,
  primary key (organization_id, account_id, day, method)
) with (fillfactor = 50);
comment on table account_days is 'The transactions of an account per day and payment method: how many there are and how many have each common status, so that list totals are added up instead of counted; between which amounts and until when they were posted, so that a list skips days without a match; and how much of it is money out and money in. Updated under the account''s lock by whatever creates a transaction or changes its status.';

create table transaction_exceptions (
  organization_id uuid not null,
  status text not null,
  transaction_id uuid not null,
  primary key (organization_id, status, transaction_id)
);
comment on table transaction_exceptions is 'Transactions that ended in a rare status, listed separately: filtering by such a status must not walk millions of sent rows, and an index on status would make every change of status update all indexes. Append-only.';

create view transaction_creations with (security_invoker = true) as
  select organization_id, transaction_id, account_id, amount_minor, created_at, estimated_delivery_at, bank_description,
         external_memo, note, kind, method, counterparty_id, counterparty_name, routing_id, request_id,
         case when kind = 'outgoingPayment' then 'pending' else 'sent' end as status,
         case when kind = 'outgoingPayment' then null else created_at end as posted_at
    from transactions;
comment on view transaction_creations is 'For modules/event-feed and modules/audit-trail: each transaction as it was created, derived from columns that never change.';

create view transaction_ledger_facts with (security_invoker = true) as
  select organization_id, transaction_id, account_id, amount_minor, method, status, transfer_id, kind
    from transactions;
comment on view transaction_ledger_facts is 'For modules/ledger-check: what must agree with a transaction''s ledger entries.';

create view outgoing_payments with (security_invoker = true) as
  select organization_id, account_id, transaction_id, counterparty_id, amount_minor, method, status, created_at, request_id
    from transactions
   where kind = 'outgoingPayment';
comment on view outgoing_payments is 'For modules/approvals: what leaves an account, and to whom.';

create view money_out with (security_invoker = true) as
  select organization_id, transaction_id, account_id, counterparty_id, -amount_minor as amount_minor, status, request_id
    from transactions
   where amount_minor < 0 and kind in ('outgoingPayment', 'internalTransfer', 'treasuryTransfer');
comment on view money_out is 'For modules/approvals: every movement out of an account, to a recipient or to another account of the organization (counterparty_id).';
