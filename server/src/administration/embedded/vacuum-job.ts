import type { Service } from "../../kernel/process/service.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { isBackingUp } from "../backup/write-backup.ts";
import { grownTables, vacuum } from "./grown-tables.queries.ts";

const EVERY_MS = 10_000;
/** Payments wait for one table at a time, 0.15 s if it has 150,000 rows; the rest is for the next pass. */
const TABLES_MAX = 8;

/**
 * Vacuums tables of the embedded database that have grown. A PostgreSQL server has a process for this; without it, the
 * planner takes every table for nearly empty, and compares each audit row with each payment: a second for 4,000 of them.
 * None while a backup is written: a vacuum may cut off the end of a file that is being copied.
 */
export const vacuumJobs = (service: Pick<Service, "config" | "database">): readonly Job[] =>
  service.database.kind === "embedded"
    ? [
        {
          name: "vacuum",
          everyMs: EVERY_MS,
          byTheClockOnly: true,
          run: () => vacuumGrownTables(service),
        },
      ]
    : [];

/** Returns how many tables it vacuumed. */
export async function vacuumGrownTables({ config, database }: Pick<Service, "config" | "database">): Promise<number> {
  const tables = await grownTables(database, TABLES_MAX);
  let vacuumed = 0;
  for (const table of tables) {
    // Statements take turns: this vacuum ends before the copy of a backup that begins now.
    if (isBackingUp({ config })) break;
    await vacuum(database, table);
    vacuumed += 1;
  }
  return vacuumed;
}
