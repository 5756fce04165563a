import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { markFailureHandled, openFailures } from "#payments/payments";

/** More than the history has. */
const FAILURES_MAX = 50;

/** The bookkeeper has handled every failed payment but the last. */
export async function handleFailures(
  service: Service,
  tx: Tx,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
): Promise<void> {
  const { latest } = await openFailures({ database: tx, clock: service.clock }, organizationId, FAILURES_MAX);
  for (const { transaction_id: transactionId } of latest.slice(1))
    await markFailureHandled(service, tx, {
      organizationId,
      transactionId,
      userId,
      actor: { type: "user", id: userId },
      note: "Asked the recipient for new details, and paid again",
    });
}
