import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { askForRecipients } from "#money/screening";
import { type Actor, recordAudit } from "#records/audit";
import { changeBankDetails } from "../changes/change-bank-details.ts";
import { lockRecipientRow, recordOf, updateRecipientRow } from "../recipients.queries.ts";
import { type InternationalDetails, internationalRouting } from "./check-international.ts";

export interface DetailsToFill {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
  readonly details: InternationalDetails;
}

/**
 * Sets international bank details, or proposes them if changes need confirmation by a second user. They come from the
 * recipient, through an invite, or from a user in the dashboard, never from a token (specification §2). Refuses with
 * `resourceNotFound`.
 */
export async function fillInternationalDetails(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, details }: DetailsToFill,
): Promise<void> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const routings = { internationalWire: internationalRouting(details) };
  const { entries, ...active } = await changeBankDetails(service, tx, {
    organizationId,
    row,
    actor,
    details: routings,
  });
  const at = service.clock.now();
  await updateRecipientRow(tx, organizationId, { ...recordOf(row), ...active, at });
  await askForRecipients(tx, organizationId, { recipientIds: [row.recipient_id], at });
  await recordAudit(service, tx, { organizationId, actor, entries });
}
