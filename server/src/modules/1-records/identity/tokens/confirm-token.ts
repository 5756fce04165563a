import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { confirmTokenRow } from "./tokens.queries.ts";

/** Activates a token that waited for a second user. A token revoked in the meantime stays revoked. */
export async function confirmToken(
  service: Service,
  tx: Tx,
  { organizationId, tokenId, actor }: { organizationId: OrganizationId; tokenId: string; actor: Actor },
): Promise<void> {
  if ((await confirmTokenRow(tx, organizationId, tokenId)) === 0) return;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "token.confirm",
        resourceType: "token",
        resourceId: tokenId,
        before: { awaitsConfirmation: true },
        after: { awaitsConfirmation: false },
      },
    ],
  });
}
