import assert from "node:assert/strict";
import { test } from "node:test";
import { present } from "#kernel/assert.ts";
import type { Database } from "#kernel/sql/database.ts";
import type { AnyStateTable } from "#kernel/states/state-table.ts";
import { endTime, storedState } from "../databases/state-columns.queries.ts";

type Fire = (id: string) => Promise<unknown>;

/** How a test creates rows of a state table and fires its triggers as the service does. */
export interface Life<Trigger extends string> {
  /** The column that names a row. */
  readonly key: string;
  /** Creates a row in an initial state from which other states can be reached. */
  readonly begin: Readonly<Record<string, () => Promise<string>>>;
  /** Callers' actions, refused in the other states with the table's code. */
  readonly commands?: Readonly<Partial<Record<Trigger, Fire>>>;
  /** Vouches for a proven row whose time the test has ended in the database. */
  readonly vouch?: Fire;
  /** Statements by which the service moves rows, without effect in the other states. */
  readonly statements?: Readonly<Partial<Record<Trigger, Fire>>>;
}

/** One test for every state × every trigger: a row moves exactly as its table says, or stays unchanged. */
export function everyTrigger<Trigger extends string>(
  table: AnyStateTable & { readonly triggers: readonly Trigger[] },
  { owner, life }: { readonly owner: () => Database; readonly life: Life<Trigger> },
): void {
  const fires = new Map<string, Fire>([
    ...Object.entries<Fire | undefined>({ ...life.statements, ...life.commands }).flatMap(
      ([trigger, fire]): [string, Fire][] => (fire === undefined ? [] : [[trigger, fire]]),
    ),
    ...(table.byTheClock === undefined
      ? []
      : [
          [
            "expire",
            async (id) => {
              await endTime(owner(), table, { key: life.key, id });
              await life.vouch?.(id);
            },
          ] as [string, Fire],
        ]),
  ]);
  const fire = (trigger: string, id: string) => present(fires.get(trigger), `the test fires ${trigger}`)(id);
  const stateOf = async (id: string): Promise<string> => {
    const { state, expired } = await storedState(owner(), table, { key: life.key, id });
    return (expired ? table.next(state, "expire") : undefined) ?? state;
  };

  for (const state of table.states) {
    for (const trigger of table.triggers) {
      const next = table.next(state, trigger);
      test(`${table.title}: ${state} × ${trigger}: ${next ?? "refused"}`, async () => {
        const [begin, ...path] = pathTo(table, Object.keys(life.begin), state);
        const id = await present(life.begin[begin ?? ""], `the test begins rows in ${begin}`)();
        for (const step of path) await fire(step, id);
        assert.equal(await stateOf(id), state);
        const code = await codeOf(fire(trigger, id));
        assert.equal(await stateOf(id), next ?? state);
        if (next !== undefined) assert.equal(code, undefined);
        else if (life.commands?.[trigger] !== undefined) assert.equal(code, table.moves[trigger]?.refusal);
      });
    }
  }
}

/** The shortest path: the initial state, then the triggers. */
function pathTo(table: AnyStateTable, initial: readonly string[], target: string): readonly string[] {
  let paths = initial.map((state) => ({ state, path: [state] }));
  // As many rounds as there are states suffice to reach every reachable state.
  for (const _ of table.states) {
    const found = paths.find(({ state }) => state === target);
    if (found !== undefined) return found.path;
    paths = paths.flatMap(({ state, path }) =>
      table.triggers.flatMap((trigger) => {
        const next = table.next(state, trigger);
        return next === undefined || next === state ? [] : [{ state: next, path: [...path, trigger] }];
      }),
    );
  }
  throw new Error(`No trigger leads to ${target}`);
}

/** The code of a refusal, or the message of any other error. */
const codeOf = (firing: Promise<unknown>): Promise<string | undefined> =>
  firing.then(
    () => undefined,
    (error: { code?: string }) => error.code ?? String(error),
  );
