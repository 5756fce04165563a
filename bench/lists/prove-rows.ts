import { text } from "node:stream/consumers";
import { readConfig } from "../../server/src/kernel/process/config.ts";
import { createLog } from "../../server/src/kernel/process/log.ts";
import { requireProofs } from "../../server/src/kernel/proofs/proving-database.ts";
import { proveAsIs } from "../../server/src/kernel/proofs/watch-rows.ts";
import { provenTables } from "../../server/src/kernel/sql/proven-table.ts";
import { withinOrganization } from "../../server/src/kernel/sql/scope.ts";
import type { OrganizationId } from "../../server/src/kernel/values/ids.ts";
import { openService } from "../../server/src/main/open-service.ts";
// Every module declares its proven tables.
import "../../server/src/main/routes.ts";

/** As many as the smallest machine has processors. */
const AT_ONCE = 2;

/**
 * Proves every row of an organization as it is, with the service's own function, and requires proofs from then on, as the
 * service does with the rows of a version before proofs. Runs as a separate process, because it opens the service.
 */
async function proveRows(organizationId: OrganizationId): Promise<void> {
  const { service, close } = await openService(readConfig(process.env), createLog({ level: "warn" }));
  try {
    await withinOrganization(organizationId, async () => {
      const tables = provenTables().values();
      const worker = async () => {
        for (const table of tables) await proveAsIs(service, table, organizationId);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      // Events, which are not rows that can be proven later, are as they are until now.
      await requireProofs(service.vault, service.database, organizationId, service.clock.now());
    });
  } finally {
    await close();
  }
}

// Written by prepare.ts.
await proveRows((await text(process.stdin)) as OrganizationId);
