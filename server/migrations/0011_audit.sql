-- The audit log: numbered and authenticated when written, then sealed into a keyed chain (docs/adr/0008-audit-chain.md).

create table audit_log (
  organization_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null,
  actor_type actor_type not null,
  actor_id text,
  address text,
  http_request_id text,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  before text,
  after text,
  -- The account, for the payments it makes, or the organization, for everything else. Numbers have no gaps per stream.
  stream_id uuid,
  number bigint,
  -- SHA-256(proof || number || decided). The proof is the service's HMAC over the row's content and is never stored;
  -- decided is what only the database knew when it wrote the row (see audit_rows).
  mac bytea,
  primary key (organization_id, audit_id)
);
-- What create_payments writes is not in these indexes, so that it does not update them.
create index audit_log_resource on audit_log (organization_id, resource_id, audit_id) where action <> 'transaction.create';
create index audit_log_action on audit_log (organization_id, action, audit_id) where action <> 'transaction.create';
create index audit_log_user on audit_log (organization_id, actor_id, audit_id) where actor_type = 'user';
comment on table audit_log is 'One row per change: who did what, when, and from where. Append-only; read through audit_rows.';

create view recorded_audit_rows with (security_invoker = true) as
  select organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id,
         before, after, stream_id, number, mac
    from audit_log;
comment on view recorded_audit_rows is 'For modules/audit-trail: the rows as they were recorded. The row of a new payment does not repeat the payment; see audit_rows.';

create table audit_streams (
  organization_id uuid not null references organizations,
  stream_id uuid not null,
  number bigint not null,
  primary key (organization_id, stream_id)
);
comment on table audit_streams is 'The last number given out in each organization''s own stream; an account''s last number is in ledger_balances. The last lock a transaction takes.';

create view organization_streams with (security_invoker = true) as
  select organization_id, stream_id, number from audit_streams;
comment on view organization_streams is 'For modules/audit-trail: the last audit number of every organization''s own stream.';

create table audit_stream_ends (
  organization_id uuid not null references organizations,
  stream_id uuid not null,
  number bigint not null,
  mac bytea not null,
  primary key (organization_id, stream_id)
) with (fillfactor = 50);
comment on table audit_stream_ends is 'The last sealed number of each stream, authenticated by the sealer and updated with each seal.';

create table audit_seals (
  organization_id uuid not null,
  seal_number bigint not null constraint audit_seals_seal_number_check check (seal_number > 0),
  audit_ids uuid[] not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  primary key (organization_id, seal_number)
);
comment on table audit_seals is 'The chain: each seal covers the audit rows of one or more commits and the seal before it. Append-only.';

create table audit_heads (
  organization_id uuid primary key,
  seal_number bigint not null,
  rows_sealed bigint not null,
  mac bytea not null
);
comment on table audit_heads is 'The last seal of each organization, updated with each seal.';

create view audit_rows with (security_invoker = true) as
  select l.organization_id, l.audit_id, l.at, l.actor_type, l.actor_id, l.address, l.http_request_id, l.action,
         l.resource_type, l.resource_id, l.before,
         case when t.transaction_id is null then l.after
              else '{"accountId":"' || t.account_id || '","recipientId":"' || t.counterparty_id
                   || '","amount":' || trim_scale(-t.amount_minor / 100.0) || ',"paymentMethod":"' || t.method
                   || '","externalMemo":' || coalesce(to_json(t.external_memo)::text, 'null')
                   || ',"note":' || coalesce(to_json(t.note)::text, 'null')
                   || coalesce(',"requestId":"' || t.request_id || '"', '') || '}'
         end as after,
         coalesce(t.routing_id || ' ' || t.counterparty_name, '') as decided,
         l.stream_id, l.number, l.mac
    from recorded_audit_rows l
    -- "offset 0" keeps the expression out of the join condition: under row-level security an index evaluates only
    -- leakproof functions, and every row would scan every transaction.
    cross join lateral (
      select case when l.action = 'transaction.create' and l.number is not null and l.after is null
                   and l.resource_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
                  then l.resource_id::uuid end as transaction_id
      offset 0) created
    left join transaction_creations t
      on t.organization_id = l.organization_id and t.transaction_id = created.transaction_id;
comment on view audit_rows is 'The audit log as it is read. The row of a new payment does not repeat the transaction''s creation columns: they are its content, so the row''s mac covers them, too. decided: the bank details and the name that the payment was made out to.';
