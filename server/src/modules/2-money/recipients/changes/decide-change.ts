import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RoutingId, UserId } from "#kernel/values/ids.ts";
import { askForRecipients } from "#money/screening";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { replaceWords } from "#records/search";
import { auditOfDetails, auditOfName } from "../audit-payload.ts";
import { rememberNames } from "../counterparty-names.queries.ts";
import { routingVersionsOf } from "../details/routing-details.ts";
import { storeRouting } from "../details/store-routing.ts";
import { type RecipientRow, routingsOf, searchedRecipient } from "../recipient.ts";
import { refuseRecipient } from "../recipient-refusals.ts";
import { lockRecipientRow, recordOf, updateRecipientRow } from "../recipients.queries.ts";
import { type ActiveDetails, activeDetailsOf, activeDetailsWith, rename } from "./change-bank-details.ts";
import { isOwnChange } from "./last-editors.ts";
import { notifyAuthors } from "./notify-confirmers.ts";
import { type RecipientChangeTrigger, recipientChangeStates } from "./recipient-change-states.ts";
import {
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
  readonly trigger: RecipientChangeTrigger;
  /** The version that takes effect, or stays proposed. */
  readonly routingId: RoutingId | null;
  readonly active: ActiveDetails;
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
  if (recipientChangeStates.next(change.status, verb) === undefined)
    throw refuseRecipient(recipientChangeStates.moves[verb].refusal, { details: { status: change.status } });
  if (isOwnChange(change, userId)) throw refuseRecipient("ownBankDetailChange");

  const deciding = { organizationId, row, change, verb };
  const { method } = change;
  const { trigger, routingId, active, entry } =
    method === null
      ? await decideName(service, tx, deciding)
      : await decideDetails(service, tx, { ...deciding, method });
  const at = service.clock.now();
  if (trigger === "confirm") {
    const record = { ...recordOf(row), ...active, at };
    await updateRecipientRow(tx, organizationId, record);
    await askForRecipients(tx, organizationId, { recipientIds: [row.recipient_id], at });
    await replaceWords(tx, organizationId, searchedRecipient(record));
    if (method === null)
      await rememberNames(tx, organizationId, [{ counterpartyId: row.recipient_id, names: [active.name] }]);
  }
  const inForceId = trigger === "confirm" ? service.newId<RecipientChangeId>() : null;
  const decision = { changeId: change.change_id, trigger, routingId, by: userId, at, inForceId };
  const decided = await updateRecipientChange(tx, organizationId, decision);
  await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
  const { recipient_id: id, name } = row;
  const outcome = outcomes[trigger];
  await notifyAuthors(service, tx, { organizationId, recipientId: id, change, outcome, name, decidedBy: userId });
  return decided;
}

interface Deciding {
  readonly organizationId: OrganizationId;
  readonly row: RecipientRow;
  readonly change: RecipientChangeRow;
  readonly verb: "confirm" | "decline";
}

const triggerOf = (verb: "confirm" | "decline", isOvertaken: boolean): RecipientChangeTrigger =>
  verb === "confirm" && isOvertaken ? "overtake" : verb;
const outcomes = { confirm: "confirmed", decline: "declined", overtake: "closed" } as const;
const fates = { confirm: "Changed", decline: "Declined", overtake: "Overtaken" } as const;

async function decideName(service: Service, tx: Tx, { organizationId, row, change, verb }: Deciding): Promise<Effect> {
  const before = present(change.before_name, "a change of the name has the name before");
  const after = present(change.after_name, "a change of the name has the name after");
  const trigger = triggerOf(verb, row.name !== before);
  const active =
    trigger === "confirm" ? await rename(service, tx, { organizationId, row, name: after }) : activeDetailsOf(row);
  return { trigger, routingId: null, active, entry: auditOfName(row.recipient_id, fates[trigger], { before, after }) };
}

async function decideDetails(
  service: Service,
  tx: Tx,
  { organizationId, row, change, verb, method }: Deciding & { readonly method: PaymentMethod },
): Promise<Effect> {
  const { before_routing_id: beforeId, after_routing_id: proposedId } = change;
  const recipientId = row.recipient_id;
  const trigger = triggerOf(verb, routingsOf(row)[method] !== beforeId);
  const routingIds = [beforeId, proposedId].filter((id) => id !== null);
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds });
  const detailsOf = (routingId: RoutingId | null) =>
    routingId && lookUp({ routingId, recipientId, method, proposed: true })?.details;
  const [before, after] = [detailsOf(beforeId) ?? null, detailsOf(proposedId)];
  const entry = auditOfDetails(recipientId, fates[trigger], { method, before, after: after ?? null });
  if (trigger !== "confirm") return { trigger, routingId: proposedId, active: activeDetailsOf(row), entry };
  if (after === undefined) throw refuseRecipient("bankDetailsUnverified");
  const { name } = row;
  const routingId = after && (await storeRouting(service, tx, { organizationId, recipientId, name, details: after }));
  return { trigger, routingId, active: activeDetailsWith(activeDetailsOf(row), method, routingId), entry };
}
