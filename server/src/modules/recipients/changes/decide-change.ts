import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import { present } from "../../../kernel/assert.ts";
import { notFound } from "../../../kernel/http/http-refusals.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, RoutingId, UserId } from "../../../kernel/values/ids.ts";
import { type Actor, type AuditEntry, recordAudit } from "../../audit/index.ts";
import { auditOfDetails, auditOfName } from "../audit-payload.ts";
import { rememberNames } from "../counterparty-names.queries.ts";
import { routingVersionsOf } from "../details/routing-details.ts";
import { storeRouting } from "../details/store-routing.ts";
import { type RecipientRow, routingsOf } from "../recipient.ts";
import { refuseRecipient } from "../recipient-refusals.ts";
import { lockRecipientRow, recordOf, updateRecipientRow } from "../recipients.queries.ts";
import { type DetailsInForce, inForceOf, inForceWith, rename } from "./change-bank-details.ts";
import { isOwnChange } from "./last-editors.ts";
import {
  type ChangeStatus,
  lockRecipientChange,
  type RecipientChangeId,
  type RecipientChangeRow,
  updateRecipientChange,
} from "./recipient-changes.queries.ts";

export interface RecipientChangeDecision {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly changeId: string;
  readonly userId: UserId;
  readonly actor: Actor;
  readonly verb: "confirm" | "decline";
}

/** The effect of a decision on the recipient. */
interface Effect {
  readonly status: ChangeStatus;
  /** The version that takes effect, or stays proposed. */
  readonly routingId: RoutingId | null;
  readonly inForce: DetailsInForce;
  readonly entry: AuditEntry;
}

/**
 * A second user's decision about a changed name or changed bank details. Confirmed details become a version created
 * now, so cooling-off starts now, and rules about recent changes apply. If another change took effect in the meantime,
 * this one is `overtaken`. Refuses with `resourceNotFound`, `bankDetailChangeDecided`, `ownBankDetailChange`, or
 * `bankDetailsUnverified`.
 */
export async function decideBankDetailChange(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, changeId, userId, actor, verb }: RecipientChangeDecision,
): Promise<RecipientChangeRow> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const change = await lockRecipientChange(tx, organizationId, { recipientId: row.recipient_id, changeId });
  if (change === undefined) throw notFound("change");
  if (change.status !== "proposed")
    throw refuseRecipient("bankDetailChangeDecided", { details: { status: change.status } });
  if (isOwnChange(change, userId)) throw refuseRecipient("ownBankDetailChange");

  const deciding = { organizationId, row, change, verb };
  const { method } = change;
  const { status, routingId, inForce, entry } =
    method === null
      ? await decideName(service, tx, deciding)
      : await decideDetails(service, tx, { ...deciding, method });
  const at = service.clock.now();
  if (status === "confirmed") {
    await updateRecipientRow(tx, organizationId, { ...recordOf(row), ...inForce, at });
    if (method === null) await rememberNames(tx, organizationId, row.recipient_id, [inForce.name]);
  }
  const inForceId = status === "confirmed" ? service.newId<RecipientChangeId>() : null;
  const decision = { changeId: change.change_id, status, routingId, by: userId, at, inForceId };
  const decided = await updateRecipientChange(tx, organizationId, decision);
  await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
  return decided;
}

interface Deciding {
  readonly organizationId: OrganizationId;
  readonly row: RecipientRow;
  readonly change: RecipientChangeRow;
  readonly verb: "confirm" | "decline";
}

const statusOf = (verb: "confirm" | "decline", isOvertaken: boolean) =>
  verb === "decline" ? "declined" : isOvertaken ? "overtaken" : "confirmed";
const fates = { confirmed: "Changed", declined: "Declined", overtaken: "Overtaken" } as const;

async function decideName(service: Service, tx: Tx, { organizationId, row, change, verb }: Deciding): Promise<Effect> {
  const before = present(change.before_name, "a change of the name has the name before");
  const after = present(change.after_name, "a change of the name has the name after");
  const status = statusOf(verb, row.name !== before);
  const inForce =
    status === "confirmed" ? await rename(service, tx, { organizationId, row, name: after }) : inForceOf(row);
  return { status, routingId: null, inForce, entry: auditOfName(row.recipient_id, fates[status], { before, after }) };
}

async function decideDetails(
  service: Service,
  tx: Tx,
  { organizationId, row, change, verb, method }: Deciding & { readonly method: PaymentMethod },
): Promise<Effect> {
  const { before_routing_id: beforeId, after_routing_id: proposedId } = change;
  const recipientId = row.recipient_id;
  const status = statusOf(verb, routingsOf(row)[method] !== beforeId);
  const routingIds = [beforeId, proposedId].filter((id) => id !== null);
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds });
  const detailsOf = (routingId: RoutingId | null) =>
    routingId && lookUp({ routingId, recipientId, method, proposed: true })?.details;
  const [before, after] = [detailsOf(beforeId) ?? null, detailsOf(proposedId)];
  const entry = auditOfDetails(recipientId, fates[status], { method, before, after: after ?? null });
  if (status !== "confirmed") return { status, routingId: proposedId, inForce: inForceOf(row), entry };
  if (after === undefined) throw refuseRecipient("bankDetailsUnverified");
  const { name } = row;
  const routingId = after && (await storeRouting(service, tx, { organizationId, recipientId, name, details: after }));
  return { status, routingId, inForce: inForceWith(inForceOf(row), method, routingId), entry };
}
