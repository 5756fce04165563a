import { assert } from "../../kernel/assert.ts";
import { HOUR_MS, plusMs } from "../../kernel/clock/clock.ts";
import { notFound } from "../../kernel/http/http-refusals.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { refuseRecipient } from "./recipient-refusals.ts";
import {
  findRecipientRow,
  lockOwnBalances,
  lockRecipientRow,
  markDeleted,
  openRequestTo,
  pendingPaymentTo,
} from "./recipients.queries.ts";

export interface RecipientToDelete {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
}

/**
 * Deletes a recipient: it is kept for the payments that went to it, and cannot be paid, changed or read again. Refuses with
 * `resourceNotFound`, and with `recipientInUse` while a payment to it is pending or a request for one is open.
 *
 * The race with a payment that is being made: the hot path locks the paying account's balance and nothing of the recipient,
 * so locking the recipient would not hold it off. Locking every balance of the organization does. A payment that got its
 * balance first has committed when we have them all, and our second look sees it; one that comes after us reads the
 * recipient under its lock, after our commit, and is refused. The first look, without locks, goes through all of the
 * recipient's payments; the second only has to find what came after it, so that payments stop for a moment and not for a history.
 * A request that is being made shares the recipient's lock (lockPayee), so it is committed or refused, too.
 */
export async function deleteRecipient(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor }: RecipientToDelete,
): Promise<void> {
  const seen = await findRecipientRow(tx, organizationId, recipientId);
  if (seen?.status !== "active") throw notFound("recipient");
  const lookedAt = service.clock.now();
  await refuseWhileInUse(tx, organizationId, { recipientId, from: new Date(0) });

  await lockOwnBalances(tx, organizationId);
  // Balances before the recipient, like the settlement that notes its last payment.
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  await refuseWhileInUse(tx, organizationId, { recipientId, from: plusMs(lookedAt, -LEEWAY_MS) });
  assert(
    (await markDeleted(tx, organizationId, row.recipient_id, service.clock.now())) === 1,
    "the locked recipient was active",
  );
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "recipient.delete",
        resourceType: "recipient",
        resourceId: row.recipient_id,
        before: { status: "active", name: row.name },
        after: { status: "deleted" },
      },
    ],
  });
}

/** A payment's id says when it arrived, by the clock of its process; it may have waited for its commit since. */
const LEEWAY_MS = HOUR_MS;

async function refuseWhileInUse(
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, from }: { recipientId: string; from: Date },
): Promise<void> {
  const inUse =
    (await pendingPaymentTo(tx, organizationId, { recipientId, from })) ??
    (await openRequestTo(tx, organizationId, recipientId));
  if (inUse) throw refuseRecipient("recipientInUse");
}
