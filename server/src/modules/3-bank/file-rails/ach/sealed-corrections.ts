import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AchChangeId, lockSealedChanges, replaceSealedChange } from "./ach-changes.queries.ts";

/** What a bank corrects may be an account number, so it is stored encrypted. */
const contextOf = (changeId: string): string => `ach-change/${changeId}`;

export const sealCorrection = (
  { vault }: Pick<Service, "vault">,
  tx: Tx,
  {
    organizationId,
    changeId,
    correctedData,
  }: { readonly organizationId: OrganizationId; readonly changeId: AchChangeId; readonly correctedData: string },
): Promise<Buffer> => vault.seal(tx, organizationId, contextOf(changeId), correctedData);

/** The corrected data of a stored notification. */
export const openCorrection = (
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  { changeId, sealed }: { readonly changeId: string; readonly sealed: Buffer },
): Promise<string> => vault.open(database, organizationId, contextOf(changeId), sealed);

/** Re-encrypts corrections of older key versions under the newest one, while the service runs. */
export const resealAchChanges = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<AchChangeId>(service, organizationId, {
    name: "ach_changes.corrected_data",
    contextOf,
    // Derived IDs are spread over all values.
    first: "00000000-0000-0000-0000-000000000000" as AchChangeId,
    lock: (tx, range) => lockSealedChanges(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedChange(tx, organizationId, id, sealed),
  });
