import assert from "node:assert/strict";
import { test } from "node:test";
import { forWorkers } from "./worker-functions.ts";

test("a statement that writes several tables becomes one per table, with the rows that they share", () => {
  assert.equal(
    forWorkers(`begin
  with rows as materialized (
    select i from generate_series(1, (n)) as i
  ), made as (
    insert into one select f(i) from rows
  ), told as (
    insert into two select i from rows
  )
  update three set n = n + 1 from rows where three.i = rows.i;

  return 1;
end`),
    `begin
  with rows as (
    select i from generate_series(1, (n)) as i
  )
    insert into one select f(i) from rows
  ;
  with rows as (
    select i from generate_series(1, (n)) as i
  )
    insert into two select i from rows
  ;
  with rows as (
    select i from generate_series(1, (n)) as i
  )
  update three set n = n + 1 from rows where three.i = rows.i;

  return 1;
end`,
  );
});

test("the organization is a plain condition, and plans are made for the values of the call", () => {
  assert.equal(
    forWorkers(
      "create function f()\n SET plan_cache_mode TO 'force_generic_plan'\n SET jit TO 'off'\nas $$ t.organization_id is not distinct from p_organization_id $$",
    ),
    "create function f()\n SET jit TO 'off'\nas $$ t.organization_id = p_organization_id $$",
  );
});

test("a function that is rewritten already stays as it is", () => {
  const rewritten = forWorkers(`begin
  with rows as materialized (
    select i from generate_series(1, n) as i
  ), made as (
    insert into one select i from rows
  )
  delete from two using rows where two.i = rows.i;
end`);
  assert.equal(forWorkers(rewritten), rewritten);
});
