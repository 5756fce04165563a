import type { Service } from "../../kernel/process/service.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { checkpoint, logPosition } from "../backup/backup.queries.ts";
import { isBackingUp } from "../backup/write-backup.ts";

/** About 25,000 payments. */
const LOG_BYTES_MAX = 64n * 1024n * 1024n;
const LOOK_EVERY_MS = 10_000;

/**
 * Writes the embedded database's changes to its files when its log has grown. A PostgreSQL server has a process for
 * this; in the embedded one, the log would grow until the service ends. All transactions wait for a checkpoint, usually
 * 0.2 s. None while a backup is written: it would have to start again.
 */
export const checkpointJobs = (service: Pick<Service, "config" | "database">): readonly Job[] =>
  service.database.kind === "embedded"
    ? [
        {
          name: "checkpoint",
          everyMs: LOOK_EVERY_MS,
          byTheClockOnly: true,
          run: async () => {
            await checkpointIfGrown(service);
            return 0;
          },
        },
      ]
    : [];

/** Returns whether there was a checkpoint. */
export async function checkpointIfGrown(
  service: Pick<Service, "config" | "database">,
  bytesMax: bigint = LOG_BYTES_MAX,
): Promise<boolean> {
  const { log_bytes: bytes } = await logPosition(service.database);
  // Statements take turns: this checkpoint comes before that of a backup that begins now.
  if (bytes <= bytesMax || isBackingUp(service)) return false;
  await checkpoint(service.database);
  return true;
}
