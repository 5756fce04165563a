import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { readSettings } from "#records/identity";
import { routingVersionsOf } from "../details/routing-details.ts";
import { sameDetails } from "../details/store-routing.ts";
import type { RoutingDetails } from "../recipient.ts";
import { lockRecipientRow, recordOf, updateRecipientRow } from "../recipients.queries.ts";
import { changeBankDetails } from "./change-bank-details.ts";

export interface DetailsToCorrect {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  /** The version of the ACH details that was paid. */
  readonly routingId: RoutingId;
  readonly actor: Actor;
  readonly correct: (details: RoutingDetails) => RoutingDetails;
}

/**
 * Corrects the ACH details of a recipient as the receiver's bank requests, or proposes the correction if changes need
 * confirmation by a second user (ADR 0019). `outdated`: the recipient is paid by other details now.
 */
export async function correctAchDetails(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, routingId, actor, correct }: DetailsToCorrect,
): Promise<"applied" | "proposed" | "unchanged" | "outdated"> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active" || row.ach_routing_id !== routingId) return "outdated";
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds: [routingId] });
  const details = lookUp({ routingId, recipientId, method: "ach" })?.details;
  // A version that does not verify must not get a new seal.
  if (details === undefined) return "outdated";
  const corrected = correct(details);
  if (sameDetails(details, corrected)) return "unchanged";
  const corrections = { ach: corrected };
  const { entries, ...active } = await changeBankDetails(service, tx, {
    organizationId,
    row,
    actor,
    details: corrections,
  });
  await updateRecipientRow(tx, organizationId, { ...recordOf(row), ...active, at: service.clock.now() });
  await recordAudit(service, tx, { organizationId, actor, entries });
  return (await readSettings(tx, organizationId)).confirmBankDetailChanges ? "proposed" : "applied";
}
