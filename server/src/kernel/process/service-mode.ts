import { present } from "../assert.ts";
import { type Database, sqlStateOf } from "../sql/database.ts";
import type { Mode } from "./config.ts";
import { findMode, insertModeIfMissing } from "./service-mode.queries.ts";

const UNDEFINED_TABLE = "42P01";

/** The database belongs to the other mode. */
export class OtherMode extends Error {
  override readonly name = "OtherMode";
  readonly stored: Mode;

  constructor(stored: Mode, configured: Mode) {
    super(
      `This database belongs to a service in ${stored} mode, but BURSAR_MODE is ${configured}. Set BURSAR_MODE=${stored}, or use another database.`,
    );
    this.stored = stored;
  }
}

/** Call before any write, including migrations. A database without a mode passes. Throws OtherMode. */
export async function refuseOtherMode(database: Database, configured: Mode): Promise<void> {
  const stored = await findMode(database).catch((error: unknown) => {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  });
  if (stored !== undefined && stored.mode !== configured) throw new OtherMode(stored.mode, configured);
}

/** Stores the mode of a new database permanently. Throws OtherMode, also if another process was faster. */
export async function storeMode(database: Database, configured: Mode): Promise<void> {
  await insertModeIfMissing(database, configured);
  const { mode } = present(await findMode(database), "the mode was just stored");
  if (mode !== configured) throw new OtherMode(mode, configured);
}

/** Whether the database belongs to a sandbox. */
export const isSandboxDatabase = async (database: Database): Promise<boolean> =>
  (await findMode(database))?.mode === "sandbox";
