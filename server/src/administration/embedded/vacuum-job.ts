import type { Service } from "../../kernel/process/service.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { grownTables, vacuum } from "./grown-tables.queries.ts";

const EVERY_MS = 10_000;
/** Payments wait for one table at a time, for some hundredths of a second; the rest is for the next pass. */
const TABLES_MAX = 8;

/**
 * Vacuums tables of the embedded database that have grown. A PostgreSQL server has a process for this; without it, the
 * planner takes every table for nearly empty, and compares each audit row with each payment: a second for 4,000 of them.
 */
export const vacuumJobs = ({ database }: Pick<Service, "database">): readonly Job[] =>
  database.kind === "embedded"
    ? [
        {
          name: "vacuum",
          everyMs: EVERY_MS,
          byTheClockOnly: true,
          run: async () => {
            const tables = await grownTables(database, TABLES_MAX);
            for (const table of tables) await vacuum(database, table);
            return tables.length;
          },
        },
      ]
    : [];
