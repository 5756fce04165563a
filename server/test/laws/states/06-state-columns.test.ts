import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { allRefusals } from "#contract/refusals.ts";
import { stateTables } from "#contract/states.ts";
import type { AnyStateTable } from "#kernel/states/state-table.ts";
import { columnsOfStateCheck, holds, listOfStates } from "../../kit/databases/state-columns.queries.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();

/** Law 6 for the database: every row has a state of its state table, with the columns that belong to that state. */

describe("the constraints on states are the state tables", () => {
  for (const table of stateTables) {
    test(`${table.table}.${table.column} holds exactly the states of its table`, async () => {
      const { definition } = await listOfStates(world.owner(), table);
      const listed = [...definition.matchAll(/'(\w+)'/g)].map(([, state = ""]) => state);
      assert.deepEqual(listed.toSorted(), storedStatesOf(table).toSorted());
    });

    test(`${table.table}: every state × every combination of its columns is accepted or refused as its table says`, async () => {
      const names = Object.keys(table.columns);
      if (names.length === 0) return;
      const check = await columnsOfStateCheck(world.owner(), table);
      assert.ok(check, `${table.table} has a check named ${table.table}_columns_of_${table.column}`);
      for (const state of storedStatesOf(table)) {
        for (const set of subsetsOf(names)) {
          const accepted = await holds(world.owner(), table, { condition: check.condition, state, set });
          const text = `${state} with ${[...set].join(", ") || "no column"} set`;
          assert.equal(accepted, isWhole(table, state, set), text);
        }
      }
    });
  }
});

test("every state can be reached, and every refusal of a state table exists in the API", () => {
  const codes = new Set(allRefusals().map(({ code }) => code));
  for (const { title, states, initial, moves } of stateTables) {
    const reached = new Set([...initial, ...Object.values(moves).map(({ to }) => to)]);
    assert.deepEqual([...reached].sort(), [...states].sort(), title);
    for (const { refusal } of Object.values(moves))
      assert.ok(refusal === undefined || codes.has(refusal), `${refusal}`);
  }
});

const storedStatesOf = ({ states, byTheClock }: AnyStateTable): readonly string[] =>
  states.filter((state) => !byTheClock?.includes(state));

const isWhole = ({ columns }: AnyStateTable, state: string, given: ReadonlySet<string>): boolean =>
  Object.entries(columns).every(
    ([column, { set, either }]) => either?.includes(state) || set.includes(state) === given.has(column),
  );

const subsetsOf = (names: readonly string[]): readonly ReadonlySet<string>[] =>
  Array.from(
    { length: 2 ** names.length },
    (_, bits) => new Set(names.filter((_name, index) => ((bits >> index) & 1) === 1)),
  );
