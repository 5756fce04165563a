import { present } from "../../kernel/assert.ts";
import { notFound } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId, RoutingId, UserId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { auditOf, type DetailsInForce, inForceWith } from "./change-bank-details.ts";
import { type RecipientRow, type RoutingDetails, routingsOf } from "./recipient.ts";
import { decideChange, lockChange, type RecipientChangeRow } from "./recipient-changes.queries.ts";
import { refuseRecipient } from "./recipient-refusals.ts";
import { lockRecipientRow, updateRecipientRow } from "./recipients.queries.ts";
import { routingDetailsOf, storeRouting } from "./routing-details.ts";

export interface ChangeDecision {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly changeId: string;
  readonly userId: UserId;
  readonly actor: Actor;
  readonly verb: "confirm" | "decline";
}

/** Whether the person stands behind the change: made it, made the token that did, or sent the invite it came through. */
export const isOwnChange = (change: RecipientChangeRow, userId: UserId): boolean =>
  [change.changed_by_user, change.token_made_by, change.invite_made_by].includes(userId);

/**
 * A second person's decision about changed bank details. Confirmed details come into force as a version of their own, made
 * now: from now on they cool off, and rules that look at young details see them. Where other details came into force
 * meanwhile the change is `overtaken`. Refuses with `resourceNotFound`, `bankDetailChangeDecided` or `ownBankDetailChange`.
 */
export async function decideBankDetailChange(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, changeId, userId, actor, verb }: ChangeDecision,
): Promise<RecipientChangeRow> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const change = await lockChange(tx, organizationId, { recipientId: row.recipient_id, changeId });
  if (change === undefined) throw notFound("change");
  if (change.status !== "proposed")
    throw refuseRecipient("bankDetailChangeDecided", { details: { status: change.status } });
  if (isOwnChange(change, userId)) throw refuseRecipient("ownBankDetailChange");

  const { method, before_routing_id: beforeId, after_routing_id: proposedId } = change;
  const isOvertaken = verb === "confirm" && routingsOf(row)[method] !== beforeId;
  const status = verb === "decline" ? "declined" : isOvertaken ? "overtaken" : "confirmed";
  const details = await detailsOf(service, tx, organizationId, [beforeId, proposedId]);
  const after = proposedId && present(details.get(proposedId), "a proposed version is stored");
  let routingId = proposedId;
  if (status === "confirmed") {
    routingId =
      after && (await storeRouting(service, tx, { organizationId, recipientId: row.recipient_id, details: after }));
    await putInForce(service, tx, { organizationId, row, change, routingId });
  }
  const at = service.clock.now();
  const decided = await decideChange(tx, organizationId, {
    changeId: change.change_id,
    status,
    routingId,
    by: userId,
    at,
  });
  const before = (beforeId && details.get(beforeId)) ?? null;
  const action = { confirmed: "Changed", declined: "Declined", overtaken: "Overtaken" }[status];
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [auditOf(row.recipient_id, `recipient.bankDetails${action}`, { method, before, after })],
  });
  return decided;
}

const detailsOf = (
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly (RoutingId | null)[],
): Promise<Map<RoutingId, RoutingDetails>> =>
  routingDetailsOf(
    service,
    tx,
    organizationId,
    ids.filter((id) => id !== null),
  );

async function putInForce(
  service: Service,
  tx: Tx,
  {
    organizationId,
    row,
    change,
    routingId,
  }: { organizationId: OrganizationId; row: RecipientRow; change: RecipientChangeRow; routingId: RoutingId | null },
): Promise<void> {
  const was: DetailsInForce = { routings: routingsOf(row), firstChangedRoutingId: row.first_changed_routing_id };
  await updateRecipientRow(tx, organizationId, {
    recipientId: row.recipient_id,
    name: row.name,
    nickname: row.nickname,
    emails: row.emails,
    contactEmail: row.contact_email,
    isBusiness: row.is_business,
    address: row.address,
    ...inForceWith(was, change.method, routingId),
    at: service.clock.now(),
  });
}
