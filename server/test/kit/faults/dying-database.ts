import type { Database, Queryable } from "#kernel/sql/database.ts";

/** A process that dies at one of its steps: each statement, and the moments before and after each commit. */
export interface Death {
  /** Counts a step, and dies at the chosen one. After that, every step fails. */
  step(): void;
  readonly steps: () => number;
  readonly isDead: () => boolean;
}

/** Dies at this step, counted from 1; never if it is undefined. */
export function deathAt(chosen: number | undefined): Death {
  let steps = 0;
  let isDead = false;
  return {
    step: () => {
      steps += 1;
      isDead ||= steps === chosen;
      // Jobs pass on errors of the connection, as they do when the database is gone.
      if (isDead) throw new Error("Connection terminated unexpectedly: the process died");
    },
    steps: () => steps,
    isDead: () => isDead,
  };
}

/**
 * The database as a process uses it until it dies. A transaction that is open at that moment rolls back; one that has
 * committed stays, but the process receives no answer.
 */
export const dyingDatabase = (database: Database, death: Death): Database => ({
  ...database,
  ...steppingQueries(database, death),
  transaction: async (work) => {
    const result = await database.transaction(async (tx) => {
      const done = await work({ ...tx, ...steppingQueries(tx, death) });
      death.step();
      return done;
    });
    death.step();
    return result;
  },
});

/** Counts each statement as a step, before it runs. */
function steppingQueries(queries: Queryable, death: Death): Queryable {
  const stepping = <Result>(run: () => Promise<Result>): Promise<Result> => {
    death.step();
    return run();
  };
  return {
    many: (statement) => stepping(() => queries.many(statement)),
    maybe: (statement) => stepping(() => queries.maybe(statement)),
    one: (statement) => stepping(() => queries.one(statement)),
    run: (statement) => stepping(() => queries.run(statement)),
  };
}
