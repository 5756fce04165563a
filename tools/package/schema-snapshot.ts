import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../server/src/kernel/embedded/open-embedded.ts";
import { migrate } from "../../server/src/kernel/sql/migrate.ts";
import { openPostgres } from "../../server/src/kernel/sql/postgres.ts";
import { dropTemplates } from "../../server/src/main/double/first-state.queries.ts";
import { DOUBLE_SERVER } from "../../server/src/main/double/server-settings.ts";
import { shippedSnapshot, writeSnapshot } from "../../server/src/main/double/snapshot.ts";

/**
 * Writes the snapshot for test doubles on this platform into a folder: a migrated database in which nothing was stored. So
 * there are no keys, tokens, or organizations in it, and no dates but those of the migrations.
 */
export async function writeSchemaSnapshot(folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "bursar-schema-"));
  try {
    const server = await startEmbedded({ ...DOUBLE_SERVER, dataDir });
    try {
      const database = openPostgres({ url: server.url, poolSize: 1 });
      try {
        await migrate(database);
        await database.session(dropTemplates);
      } finally {
        await database.close();
      }
    } finally {
      await server.close();
    }
    mkdirSync(folder, { recursive: true });
    writeSnapshot(shippedSnapshot(folder), dataDir, { isShipped: true });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
