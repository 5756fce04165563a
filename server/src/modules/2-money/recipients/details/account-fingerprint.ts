import { UnreadableValue, type Vault } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RoutingId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import { routingNumbers } from "../tables.ts";
import {
  lockOldFingerprints,
  organizationsWithOldFingerprints,
  storeFingerprint,
} from "./account-fingerprint.queries.ts";

/** The form of the fingerprints made here; rows of earlier versions have 0. */
export const FINGERPRINT_FORM = 1;

/**
 * By which equal account numbers are found, keyed so that the database does not reveal them. Numbers are stored without
 * spaces and in upper case; banks also ignore leading zeros. The routing number and the BIC do not count: one bank has
 * several, and all of them lead to the same account.
 */
export const accountFingerprint = (
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  accountNumber: string,
): Buffer => vault.mac("fingerprints", `${organizationId}/${accountNumber.replace(/^0+/, "")}`);

const ROWS_PER_COMMIT = 200;
const each = eachOrganization("account-fingerprints");

/** Computes the fingerprints of rows that an earlier version wrote. Returns the number of rows. */
export async function renewFingerprints(service: Pick<Service, "database" | "log" | "vault">): Promise<number> {
  const waiting = await organizationsWithOldFingerprints(service.database);
  const ids = waiting.map((row) => row.organization_id);
  return each.run(service, ids, (organizationId) => renewBatch(service, organizationId));
}

const renewBatch = (
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = await lockOldFingerprints(tx, organizationId, ROWS_PER_COMMIT);
    for (const { routing_id: routingId, account_number: sealed } of rows) {
      const number = sealed === null ? undefined : await readable(vault, tx, { organizationId, routingId, sealed });
      // Nothing is paid to a number that is damaged or gone, so it keeps the fingerprint that it has.
      const fingerprint = number === undefined ? undefined : accountFingerprint(vault, organizationId, number);
      await storeFingerprint(tx, organizationId, { routingId, fingerprint, form: FINGERPRINT_FORM });
    }
    return rows.length;
  });

async function readable(
  vault: Vault,
  tx: Tx,
  of: { readonly organizationId: OrganizationId; readonly routingId: RoutingId; readonly sealed: Buffer },
): Promise<string | undefined> {
  try {
    return await vault.open(tx, of.organizationId, routingNumbers.contextOf(of.routingId), of.sealed);
  } catch (error) {
    if (error instanceof UnreadableValue) return undefined;
    throw error;
  }
}

export const accountFingerprintsJob = (service: Service): Job => ({
  name: "account-fingerprints",
  everyMs: 10_000,
  byTheClockOnly: true,
  run: () => renewFingerprints(service),
});
