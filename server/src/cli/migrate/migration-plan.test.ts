import assert from "node:assert/strict";
import { test } from "node:test";
import { planText } from "./migration-plan.ts";

const plan = {
  pending: [
    {
      name: "9001_code.sql",
      inTransaction: true,
      servesFrom: "0.2.0",
      statements: [
        {
          line: 3,
          text: "alter table\n  payments add column code uuid default gen_random_uuid(), add column another_code uuid default gen_random_uuid()",
          locks: [{ table: "payments", mode: "ACCESS EXCLUSIVE", delays: "reads and writes", heldMs: 240_000 }],
          work: [{ table: "payments", kind: "rewrite", bytes: 4_321_000_000 }],
          durationMs: 240_000,
        },
      ],
    },
    {
      name: "9002_index.sql",
      inTransaction: false,
      statements: [
        {
          line: 2,
          text: "create index concurrently if not exists payments_code on payments (code)",
          locks: [{ table: "payments", mode: "SHARE UPDATE EXCLUSIVE", delays: "schema changes", heldMs: 62_000 }],
          work: [{ table: "payments", kind: "index build", bytes: 900_000 }],
          durationMs: 1_500,
        },
      ],
    },
  ],
  newPolicies: ["payments"],
  longestDelayMs: 240_000,
  lockWaitMs: 500,
} as const;

test("the plan says who is delayed by what, for how long, and what to do", () => {
  assert.equal(
    planText(plan),
    `2 migrations are pending. Nothing was changed.

9001_code.sql, in one transaction
  Versions before 0.2.0 cannot serve afterwards.
  line 3: alter table payments add column code uuid default gen_random_uuid(), add column another_code uuid d…
    locks payments in ACCESS EXCLUSIVE mode for about 4 minutes; delays reads and writes
    rewrites payments (4,321 MB), about 4 minutes

9002_index.sql, statement by statement, without a transaction
  line 2: create index concurrently if not exists payments_code on payments (code)
    locks payments in SHARE UPDATE EXCLUSIVE mode for about 62 s; delays schema changes
    builds an index on payments (less than 1 MB), about 1.5 s

Afterwards: row-level security is replaced on 1 table or view, each for an instant.

Reads or writes would be delayed for about 4 minutes: migrate while the service is stopped. Durations are estimates from the sizes of the tables.`,
  );
  assert.equal(planText({ ...plan, pending: [], newPolicies: [] }), "The database is up to date.");
});

test("the plan of a cluster says what moves to its workers", () => {
  const distribution = { withPolicies: ["payments"], tables: ["payments", "outbox"], functions: ["append_outbox"] };
  assert.equal(
    planText({ pending: [], newPolicies: [], distribution, longestDelayMs: 240_000, lockWaitMs: 500 }),
    `0 migrations are pending. Nothing was changed.

Afterwards, on the cluster: row-level security is removed from 1 table; the rows of 2 tables move to their workers, while writes to the table wait; 1 function runs on the workers.

Reads or writes would be delayed for about 4 minutes: migrate while the service is stopped. Durations are estimates from the sizes of the tables.`,
  );
  const complete = { withPolicies: [], tables: [], functions: [] };
  assert.equal(
    planText({ pending: [], newPolicies: [], distribution: complete, longestDelayMs: 0, lockWaitMs: 500 }),
    "The database is up to date.",
  );
});
