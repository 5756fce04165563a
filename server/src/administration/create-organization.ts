import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import { requireProofs } from "#kernel/proofs/proving-database.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { createOutboxConsumers } from "#kernel/work/outbox.ts";
import { type Actor, recordAudit } from "#records/audit";
import { insertOrganization, type Plan } from "#records/identity";
import { openSystemAccounts } from "#records/ledger";

export interface OrganizationToCreate {
  readonly legalBusinessName: string;
  readonly plan?: Plan;
  readonly actor: Actor;
  /** The name's field in the caller's input, for a refusal. */
  readonly nameField?: string;
}

const NAME_LENGTH_MAX = 200;

/**
 * Creates an organization and what each module stores for it: its data key, the ledger's system accounts, its outbox
 * consumers. Refuses an empty or overlong name with `invalidRequest`.
 */
export async function createOrganization(
  service: Service,
  tx: Tx,
  { legalBusinessName, plan = "free", actor, nameField = "name" }: OrganizationToCreate,
): Promise<OrganizationId> {
  const name = legalBusinessName.trim();
  if (name === "" || name.length > NAME_LENGTH_MAX || holdsHidden(name)) {
    throw invalidRequest([{ path: nameField, message: `must have 1 to ${NAME_LENGTH_MAX} characters on one line` }]);
  }
  const organizationId = service.newId<OrganizationId>();
  const createdAt = service.clock.now();
  await insertOrganization(tx, { organizationId, legalBusinessName: name, plan, createdAt });
  await service.vault.createOrganizationKey(tx, organizationId, createdAt);
  await requireProofs(service.vault, tx, organizationId);
  await openSystemAccounts(service, tx, organizationId);
  await createOutboxConsumers(tx, organizationId);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "organization.create",
        resourceType: "organization",
        resourceId: organizationId,
        after: { legalBusinessName: name, plan },
      },
    ],
  });
  return organizationId;
}
