-- Sets the balances to the sums of the entries; the schema must be unchanged.
update ledger_balances b
   set available_minor = p.available, held_minor = p.held, version = b.version + p.entries
  from (select ledger_account_id, coalesce(sum(amount_minor) filter (where bucket = 'available'), 0)::bigint as available,
               coalesce(sum(amount_minor) filter (where bucket = 'held'), 0)::bigint as held, count(*) as entries
          from ledger_postings where organization_id = :'organization' group by ledger_account_id) p
 where b.organization_id = :'organization' and b.ledger_account_id = p.ledger_account_id;

update recipients set date_last_paid = now() - interval '1 day' where organization_id = :'organization';

do $$
declare
  v_different text;
begin
  select string_agg(definition, '; ') into v_different
    from ((select definition from bench.schema_before
           except
           (select indexdef from pg_indexes where schemaname = 'public'
            union all
            select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace))) d;
  if v_different is not null then
    raise exception 'loading changed the schema: %', v_different;
  end if;
end $$;
