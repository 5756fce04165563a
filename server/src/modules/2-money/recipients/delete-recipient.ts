import { assert } from "#kernel/assert.ts";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { lockOwnBalances } from "#records/ledger";
import { settleNotifications } from "#records/notifications";
import { refuseRecipient } from "./recipient-refusals.ts";
import { findRecipientRow, lockRecipientRow, markDeleted } from "./recipients.queries.ts";

/**
 * Whether a payment to the recipient, made at or after an instant, is pending, or a request for one is open. The modules that
 * have payments and requests are above this one, so the application passes the function in.
 */
export type RecipientInUse = (
  tx: Tx,
  organizationId: OrganizationId,
  look: { readonly recipientId: string; readonly from: Date },
) => Promise<boolean>;

export interface RecipientToDelete {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
  readonly isInUse: RecipientInUse;
}

/**
 * Deletes a recipient: its row stays for past payments, but it can no longer be paid, changed, or read. Refuses with
 * `resourceNotFound`, and with `recipientInUse` while a payment to it is pending or a request for one is open.
 *
 * A concurrent payment locks the paying account's balance, not the recipient, so the deletion locks every balance of
 * the organization. A payment that got its balance first has committed by then, and the second look finds it; a later
 * one reads the recipient after our commit and is rejected. The first look, without locks, reads all of the recipient's
 * payments; the second reads only newer ones, so that payments stop only briefly. A concurrent request shares the
 * recipient's lock (lockPayee).
 */
export async function deleteRecipient(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, isInUse }: RecipientToDelete,
): Promise<void> {
  const seen = await findRecipientRow(tx, organizationId, recipientId);
  if (seen?.status !== "active") throw notFound("recipient");
  const lookedAt = service.clock.now();
  const refuseWhileInUse = async (from: Date) => {
    if (await isInUse(tx, organizationId, { recipientId, from })) throw refuseRecipient("recipientInUse");
  };
  await refuseWhileInUse(new Date(0));

  await lockOwnBalances(tx, organizationId);
  // Balances before the recipient, like the settlement that records its last payment.
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  await refuseWhileInUse(plusMs(lookedAt, -LEEWAY_MS));
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
  const subject = { type: "recipient", id: row.recipient_id } as const;
  await settleNotifications(service, tx, { organizationId, subject, kinds: ["detailsToConfirm"] });
}

/** A payment's id contains its arrival time by its process's clock; its commit may be later. */
const LEEWAY_MS = HOUR_MS;
