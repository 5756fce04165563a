import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { listOrganizations, type Organization } from "../../identity/index.ts";
import { openDetails } from "./routing-details.ts";
import { sealOf } from "./routing-seal.ts";
import { areAllSealed, lockUnsealed, requireSeals, sealStored } from "./routing-seals.queries.ts";

const BATCH = 200;

/**
 * Seals the versions that were written before versions had seals, once, after the migration that adds them. Returns how many.
 * Each batch is its own commit: a process that dies in between leaves the rest for the next start. In the end the database
 * accepts no version without a seal, so one that loses its seal later is never sealed again.
 */
export async function sealStoredRoutings(service: Pick<Service, "database" | "vault">): Promise<number> {
  const { database } = service;
  if ((await areAllSealed(database)).sealed) return 0;
  let sealed = 0;
  for (const organization of await listOrganizations(database)) {
    for (;;) {
      const count = await database.transaction((tx) => sealBatch(service, tx, organization));
      sealed += count;
      if (count < BATCH) break;
    }
  }
  await database.transaction(requireSeals);
  return sealed;
}

async function sealBatch(
  { vault }: Pick<Service, "vault">,
  tx: Tx,
  { organizationId }: Pick<Organization, "organizationId">,
): Promise<number> {
  const rows = await lockUnsealed(tx, organizationId, BATCH);
  for (const row of rows) {
    const details = present(
      await openDetails(vault, tx, organizationId, row),
      `the account number of the bank details ${row.routing_id} can be decrypted`,
    );
    const { routing_id: routingId, recipient_id: recipientId, name, proposed, created_at: createdAt } = row;
    const seal = sealOf(vault, organizationId, { routingId, recipientId, name, proposed, details, createdAt });
    await sealStored(tx, organizationId, { routingId, name, seal });
  }
  return rows.length;
}
