import pg from "pg";
import type { Database } from "#kernel/sql/database.ts";
import { endConnections } from "./cut-connections.queries.ts";

/** Cuts all connections of the service to its database, as a restart of PostgreSQL does, at an exact statement. */
export interface Cutter {
  /** Runs the work, and cuts at its n-th statement. Returns false if it ended before that. */
  during(work: () => Promise<unknown>, nth: number): Promise<boolean>;
  close(): void;
}

/**
 * Every second cut comes after the statement: the server has executed it, perhaps committed, but its answer is lost.
 * `isLoss` says with which errors the work may end; others are thrown.
 */
export function connectionCutter(owner: Database, isLoss: (error: unknown) => boolean): Cutter {
  const query: (this: pg.Client, ...given: unknown[]) => unknown = pg.Client.prototype.query;
  let [left, isCutting, cuts] = [0, false, 0];
  const cut = async () => {
    isCutting = true;
    cuts += 1;
    await endConnections(owner);
    isCutting = false;
  };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const ask = () => query.apply(this, given);
      if (left === 0 || isCutting || --left > 0) return ask();
      if (cuts % 2 === 0) return cut().then(ask);
      // Pools pass a callback, which must receive the loss only.
      const callback = given.at(-1);
      if (typeof callback === "function") return cut().then(ask);
      return Promise.resolve(ask()).then(async () => {
        await cut();
        throw new Error("Connection terminated unexpectedly");
      });
    },
  });
  return {
    during: async (work, nth) => {
      const before = cuts;
      left = nth;
      try {
        await work();
        return cuts > before;
      } catch (error) {
        // Of this cut, or of the one before, which an idle connection notices late.
        if (!isLoss(error)) throw error;
        return true;
      } finally {
        left = 0;
      }
    },
    close: () => void Object.assign(pg.Client.prototype, { query }),
  };
}
