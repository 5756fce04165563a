-- create_payments looks up each payment's guard digests by their index, also for the serving role. Row-level security uses no
-- index for a condition that computes something from a row, as (i - 1) * v_periods + 1 did: each payment compared itself with
-- all transactions of the database. The places of the digests are now computed before (docs/adr/0140-leakproof-look-ups.md).

-- allowed: not-known-safe: replaces a function by one that answers the same
do $migration$
declare
  v_before constant text := pg_get_functiondef('create_payments'::regproc);
  v_between text;
  v_after text;
begin
  v_between := replace(
    v_before,
    'any (p_guards[(i - 1) * v_periods + 1 : i * v_periods])',
    'any (p_guards[first : last]) -- not computed here: row-level security would use no index'
  );
  v_after := regexp_replace(
    v_between,
    $q$from generate_series\(1, n\) as i(\s+left join recipients r)$q$,
    $q$from (select i, (i - 1) * v_periods + 1 as first, i * v_periods as last from generate_series(1, n) as i offset 0) as places\1$q$
  );
  if v_between = v_before or v_after = v_between then
    raise exception 'create_payments looks up guard digests for each recipient' using errcode = 'assert_failure';
  end if;
  execute v_after;
end $migration$;
