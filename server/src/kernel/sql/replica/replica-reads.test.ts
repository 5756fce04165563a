import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../database.ts";
import { type Sql, sql } from "../sql.ts";
import type { ReplicaPosition } from "./position.queries.ts";
import { awaitReplay, readingFromReplica } from "./replica-reads.ts";

const state: ReplicaPosition = { in_recovery: true, caught_up: true, position: "0/20", timeline: 2 };

/** A primary on timeline 2, and a replica that says this of itself. */
function pairOf(says: ReplicaPosition) {
  const used: string[] = [];
  const asked: string[] = [];
  const database = (name: string): Database => {
    const read = async (statement: Sql) => {
      if (statement.text.includes("pg_current_wal_insert_lsn")) return [{ position: "0/10", timeline: 2 }];
      if (name === "replica")
        await awaitReplay(async ({ values }) => {
          asked.push(String(values[0]));
          return [says];
        });
      used.push(name);
      return [{ name }];
    };
    const readOne = async <Row>(statement: Sql) => (await read(statement))[0] as Row;
    return {
      connectionLoad: () => ({ busy: 0, waiting: 0, gaveUp: 0 }),
      connectionHealth: () => ({ stalledCommits: 0, switches: 0, outdatedServers: 0 }),
      many: async <Row>(statement: Sql) => (await read(statement)) as Row[],
      one: readOne,
      maybe: readOne,
      run: async () => 1,
      transaction: () => Promise.reject(new Error("not used here")),
      session: () => Promise.reject(new Error("not used here")),
      close: async () => undefined,
    };
  };
  const reading = readingFromReplica(database("primary"), database("replica"));
  const onReplica = reading.onReplica ?? (() => assert.fail("reads from a replica"));
  return { reading, onReplica, used, asked };
}

const statement = sql`select 1`;

test("reads from the replica within onReplica only, and never older than before", async () => {
  const { reading, onReplica, used, asked } = pairOf(state);
  await reading.many(statement);
  await onReplica(async () => {
    await reading.many(statement);
    await reading.maybe(statement);
  });
  assert.deepEqual(used, ["primary", "replica", "replica"]);
  assert.deepEqual(asked, ["0/10", "0/20"], "the second statement requires what the first has seen");
});

test("a request that has written reads from the primary", async () => {
  const { reading, onReplica, used } = pairOf(state);
  await onReplica(async () => {
    await reading.run(statement);
    await reading.many(statement);
  });
  assert.deepEqual(used, ["primary"]);
});

for (const [reason, says] of [
  ["otherHistory", { ...state, timeline: 1 }],
  ["otherHistory", { ...state, timeline: 3 }],
  ["otherHistory", { ...state, in_recovery: false }],
  ["lag", { ...state, caught_up: false }],
] as const)
  test(`reads from the primary if the replica says ${JSON.stringify(says)}`, async () => {
    const { reading, onReplica, used } = pairOf(says);
    await onReplica(async () => {
      await reading.many(statement);
      await reading.many(statement);
    });
    assert.deepEqual(used, ["primary", "primary"]);
    assert.equal(reading.replicaCounts?.().fallbacks[reason], 1);
  });
