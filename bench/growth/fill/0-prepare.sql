-- Loading: saves and drops the secondary indexes and keys of the big tables; 9-finish.sql recreates them.
create schema bench;

create table bench.dropped as
  select 'constraint' as kind, c.conrelid::regclass::text as table_name, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
   where c.contype in ('p', 'u')
     and c.conrelid in ('transactions'::regclass, 'ledger_entries'::regclass, 'events'::regclass, 'audit_log'::regclass,
                        'rail_submissions'::regclass, 'file_answers'::regclass, 'memo_words'::regclass)
  union all
  select 'index', i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i
   where i.indrelid in ('transactions'::regclass, 'ledger_entries'::regclass, 'events'::regclass, 'audit_log'::regclass,
                        'rail_submissions'::regclass, 'file_answers'::regclass, 'memo_words'::regclass)
     and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'));

create table bench.schema_before as
  select indexdef as definition from pg_indexes where schemaname = 'public'
  union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace;

do $$
declare
  d record;
begin
  for d in select * from bench.dropped loop
    if d.kind = 'constraint' then
      execute format('alter table %s drop constraint %I', d.table_name, d.name);
    else
      execute format('drop index %s', d.name);
    end if;
  end loop;
end $$;

-- A UUIDv7 of an instant, the same for the same number and purpose. Marked stable like the functions it calls, or
-- PostgreSQL would not inline it.
create function bench.id(at timestamptz, n bigint, purpose text) returns uuid language sql stable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((n % 4096)::integer), 3, '0') ||
          '8' || substr(md5(purpose || n), 1, 15))::uuid
$$;

create table bench.payees as
  select row_number() over (order by name <> :'rare', recipient_id) - 1 as payee, recipient_id, name, ach_routing_id
    from recipients where organization_id = :'organization';
create unique index on bench.payees (payee);
create table bench.payers as
  select row_number() over (order by account_id) - 1 as payer, account_id
    from accounts where organization_id = :'organization';

-- The outcome of payment n: of each hundred, the last but one failed, and so on; most were sent.
create function bench.ending(n bigint) returns text language sql immutable as $$
  select case n % 200 when 97 then 'failed' when 98 then 'failed' when 99 then 'reversed' when 100 then 'cancelled' when 101 then 'blocked'
              else 'sent' end
$$;
