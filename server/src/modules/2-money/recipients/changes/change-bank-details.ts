import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RoutingId } from "#kernel/values/ids.ts";
import type { Actor, AuditEntry } from "#records/audit";
import { readSettings } from "#records/identity";
import { auditOfDetails, auditOfName } from "../audit-payload.ts";
import type { RoutingChange } from "../check-recipient.ts";
import { keepingAchFields } from "../details/ach-fields.ts";
import { routingVersionsOf } from "../details/routing-details.ts";
import { sameDetails, storeRouting } from "../details/store-routing.ts";
import { type RecipientRow, type RoutingDetails, type Routings, routingsOf } from "../recipient.ts";
import { refuseRecipient } from "../recipient-refusals.ts";
import { notifyConfirmers } from "./notify-confirmers.ts";
import { lockProposals, moveProposal } from "./recipient-changes.queries.ts";
import { recordRecipientChange, type UsedInvite } from "./record-change.ts";

/** New details by method: null removes them, undefined keeps them. */
export type WantedDetails = Readonly<Partial<Record<PaymentMethod, RoutingChange>>>;

/** The current recipient and bank details: the columns that decide where money goes. */
export interface ActiveDetails {
  readonly name: string;
  readonly routings: Routings;
  readonly firstChangedRoutingId: RoutingId | null;
}

export const activeDetailsOf = (row: RecipientRow): ActiveDetails => ({
  name: row.name,
  routings: routingsOf(row),
  firstChangedRoutingId: row.first_changed_routing_id,
});

export interface ChangedDetails extends ActiveDetails {
  /** One audit row for the name and for each method whose details change or are proposed to change. */
  readonly entries: readonly AuditEntry[];
}

interface DetailChange {
  readonly method: PaymentMethod;
  readonly before: RoutingDetails | null;
  readonly after: RoutingDetails | null;
}

interface ChangesToMake {
  readonly organizationId: OrganizationId;
  readonly row: RecipientRow;
  readonly actor: Actor;
  readonly details: WantedDetails;
  /** The new name; undefined keeps the current one. */
  readonly name?: string | undefined;
  readonly invite?: UsedInvite | undefined;
}

/**
 * Changes the name or the bank details of a locked recipient or, if the organization requires confirmation by a second
 * user, proposes the change and keeps the current details (decisions R1, S13). The caller writes the recipient's row
 * and the audit rows.
 */
export async function changeBankDetails(service: Service, tx: Tx, toMake: ChangesToMake): Promise<ChangedDetails> {
  const { organizationId, row } = toMake;
  const changes = await realChanges(service, tx, toMake);
  const name = toMake.name === row.name ? undefined : toMake.name;
  if (changes.length === 0 && name === undefined) return { ...activeDetailsOf(row), entries: [] };
  const { confirmBankDetailChanges: waits } = await readSettings(tx, organizationId);
  const status = waits ? "proposed" : "applied";
  const recipientId = row.recipient_id;
  const { actor, invite } = toMake;
  const common = { organizationId, recipientId, actor, invite, status } as const;
  let active = activeDetailsOf(row);
  if (name !== undefined) {
    const except = new Set(changes.map(({ method }) => method));
    if (!waits) active = await rename(service, tx, { organizationId, row, name, except });
    await recordRecipientChange(service, tx, { ...common, change: { method: null, before: row.name, after: name } });
  }
  for (const { method, after } of changes) {
    const version = { organizationId, recipientId, name: active.name, proposed: waits };
    const afterId = after && (await storeRouting(service, tx, { ...version, details: after }));
    const change = { method, before: routingsOf(row)[method], after: afterId };
    await recordRecipientChange(service, tx, { ...common, change });
    if (!waits) active = activeDetailsWith(active, method, afterId);
  }
  if (waits) await notifyConfirmers(service, tx, { ...common, name: row.name, isRename: changes.length === 0 });
  return {
    ...active,
    entries: [
      ...(name === undefined
        ? []
        : [auditOfName(recipientId, waits ? "Proposed" : "Changed", { before: row.name, after: name })]),
      ...changes.map((change) => auditOfDetails(recipientId, waits ? "Proposed" : "Changed", change)),
    ],
  };
}

/** The details after a method's change. */
export const activeDetailsWith = (
  active: ActiveDetails,
  method: PaymentMethod,
  routingId: RoutingId | null,
): ActiveDetails => ({
  ...active,
  routings: { ...active.routings, [method]: routingId },
  // Ids ascend, so the first change has the smallest.
  firstChangedRoutingId: active.firstChangedRoutingId ?? routingId,
});

/**
 * Creates a new version for every method: the same details under another name. Approvals, cooling-off, and rules look
 * at versions, so a rename counts as a change of details for all of them.
 */
export async function rename(
  service: Service,
  tx: Tx,
  { organizationId, row, name, except = new Set() }: RenameToApply,
): Promise<ActiveDetails> {
  const recipientId = row.recipient_id;
  const versionOf = await versionsInForce(service, tx, organizationId, row);
  let active: ActiveDetails = { ...activeDetailsOf(row), name };
  await lockProposals(tx, organizationId, recipientId);
  for (const method of paymentMethods) {
    const from = routingsOf(row)[method];
    if (from === null || except.has(method)) continue;
    const details = versionOf(method)?.details;
    // A version that does not verify must not get a new seal.
    if (details === undefined) throw refuseRecipient("bankDetailsUnverified");
    const to = await storeRouting(service, tx, { organizationId, recipientId, name, details });
    await moveProposal(tx, organizationId, { recipientId, from, to });
    active = activeDetailsWith(active, method, to);
  }
  return active;
}

interface RenameToApply {
  readonly organizationId: OrganizationId;
  readonly row: RecipientRow;
  readonly name: string;
  /** Methods whose details change together with the name, and so get a new version anyway. */
  readonly except?: ReadonlySet<PaymentMethod>;
}

async function versionsInForce(service: Service, tx: Tx, organizationId: OrganizationId, row: RecipientRow) {
  const active = routingsOf(row);
  const routingIds = Object.values(active).filter((id) => id !== null);
  const lookUp = await routingVersionsOf(service, tx, { organizationId, routingIds });
  return (method: PaymentMethod) => {
    const routingId = active[method];
    return routingId === null ? undefined : lookUp({ routingId, recipientId: row.recipient_id, method });
  };
}

async function realChanges(
  service: Service,
  tx: Tx,
  { organizationId, row, details }: ChangesToMake,
): Promise<readonly DetailChange[]> {
  const versionOf = await versionsInForce(service, tx, organizationId, row);
  return paymentMethods.flatMap((method): DetailChange[] => {
    const before = versionOf(method)?.details ?? null;
    const requested = details[method];
    const after = requested && keepingAchFields(requested, before);
    // Identical details are not a change and create no version. Null clears an id even if its version does not verify.
    const isSame =
      after === null ? routingsOf(row)[method] === null : after && before !== null && sameDetails(before, after);
    return after === undefined || isSame ? [] : [{ method, before, after }];
  });
}
