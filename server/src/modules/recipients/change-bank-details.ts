import type { PaymentMethod } from "../../kernel/bank/payment-method.ts";
import type { OrganizationId, RecipientId, RoutingId, TokenId, UserId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import type { Actor, AuditEntry } from "../audit/index.ts";
import { findTokenCreator, readSettings } from "../identity/index.ts";
import { maskedDetails } from "./audited.ts";
import type { RoutingChange } from "./check-recipient.ts";
import { type RecipientRow, type RoutingDetails, type Routings, routingsOf } from "./recipient.ts";
import { insertChange, overtakeProposal, type RecipientChangeId } from "./recipient-changes.queries.ts";
import { routingDetailsOf, sameDetails, storeRouting } from "./routing-details.ts";

/** New details by method: null takes them away, undefined leaves them. */
export type WantedDetails = Readonly<Partial<Record<PaymentMethod, RoutingChange>>>;

/** What of a recipient's row bank details decide. */
export interface DetailsInForce {
  readonly routings: Routings;
  readonly firstChangedRoutingId: RoutingId | null;
}

/** The invite a payee's own details came through. */
export interface UsedInvite {
  /** Its secret, used up by this. */
  readonly inviteId: string;
  /** The person who sent it, or who made the token that did: they do not confirm what came through it. */
  readonly madeBy: UserId | null;
}

export interface ChangedDetails extends DetailsInForce {
  /** One audit row for each method whose details change, or are to. */
  readonly entries: readonly AuditEntry[];
}

interface DetailChange {
  readonly method: PaymentMethod;
  readonly before: RoutingDetails | null;
  readonly after: RoutingDetails | null;
}

/**
 * Changes the bank details of a locked recipient, or proposes to, where the organisation wants a second person to confirm
 * (decisions R1): then what is in force stays, and the new details wait, sealed like any. The caller writes the recipient's
 * row and the audit rows.
 */
export async function changeBankDetails(
  service: Service,
  tx: Tx,
  {
    organizationId,
    row,
    actor,
    wanted,
    invite,
  }: {
    organizationId: OrganizationId;
    row: RecipientRow;
    actor: Actor;
    wanted: WantedDetails;
    invite?: UsedInvite | undefined;
  },
): Promise<ChangedDetails> {
  const changes = await realChanges(service, tx, { organizationId, row, wanted });
  let inForce: DetailsInForce = { routings: routingsOf(row), firstChangedRoutingId: row.first_changed_routing_id };
  if (changes.length === 0) return { ...inForce, entries: [] };
  const { confirmBankDetailChanges: waits } = await readSettings(tx, organizationId);
  const recipientId = row.recipient_id;
  for (const { method, after } of changes) {
    const routingId = after && (await storeRouting(service, tx, { organizationId, recipientId, details: after }));
    await recordChange(service, tx, {
      organizationId,
      recipientId,
      actor,
      method,
      beforeId: inForce.routings[method],
      afterId: routingId,
      status: waits ? "proposed" : "applied",
      invite,
    });
    if (!waits) inForce = inForceWith(inForce, method, routingId);
  }
  const action = waits ? "recipient.bankDetailsProposed" : "recipient.bankDetailsChanged";
  return { ...inForce, entries: changes.map((change) => auditOf(recipientId, action, change)) };
}

/** What is in force once a method's details are these. */
export const inForceWith = (
  { routings, firstChangedRoutingId }: DetailsInForce,
  method: PaymentMethod,
  routingId: RoutingId | null,
): DetailsInForce => ({
  routings: { ...routings, [method]: routingId },
  // Ids rise, so the first change is the least of them.
  firstChangedRoutingId: firstChangedRoutingId ?? routingId,
});

export const auditOf = (
  recipientId: RecipientId,
  action: string,
  { method, before, after }: DetailChange,
): AuditEntry => ({
  action,
  resourceType: "recipient",
  resourceId: recipientId,
  before: { [method]: maskedDetails(before) },
  after: { [method]: maskedDetails(after) },
});

async function realChanges(
  service: Service,
  tx: Tx,
  { organizationId, row, wanted }: { organizationId: OrganizationId; row: RecipientRow; wanted: WantedDetails },
): Promise<readonly DetailChange[]> {
  const inForce = routingsOf(row);
  const ids = Object.values(inForce).filter((id) => id !== null);
  const known = await routingDetailsOf(service, tx, organizationId, ids);
  // The keys of WantedDetails are payment methods.
  return (Object.keys(wanted) as PaymentMethod[]).flatMap((method): DetailChange[] => {
    const id = inForce[method];
    const before = id === null ? null : (known.get(id) ?? null);
    const after = wanted[method];
    // The same details again are no change, and no new version.
    const isSame = after === null ? before === null : after && before !== null && sameDetails(before, after);
    return after === undefined || isSame ? [] : [{ method, before, after }];
  });
}

interface ChangeToRecord {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly actor: Actor;
  readonly method: PaymentMethod;
  readonly beforeId: RoutingId | null;
  readonly afterId: RoutingId | null;
  readonly status: "applied" | "proposed";
  readonly invite: UsedInvite | undefined;
}

/** One line of a recipient's history. */
export async function recordChange(service: Service, tx: Tx, change: ChangeToRecord): Promise<void> {
  const { organizationId, recipientId, actor, method, beforeId, afterId, status, invite } = change;
  const at = service.clock.now();
  if (status === "proposed") await overtakeProposal(tx, organizationId, { recipientId, method, at });
  // Actors of these types carry the ids of users and tokens.
  const userId = actor.type === "user" ? (actor.id as UserId) : null;
  const tokenId = actor.type === "token" ? (actor.id as TokenId) : null;
  await insertChange(tx, organizationId, {
    change_id: service.newId<RecipientChangeId>(),
    recipient_id: recipientId,
    method,
    before_routing_id: beforeId,
    after_routing_id: afterId,
    status,
    changed_by_user: userId,
    changed_by_token: tokenId,
    token_made_by: tokenId && (await findTokenCreator(tx, organizationId, tokenId)),
    through_invite: invite !== undefined,
    invite_made_by: invite?.madeBy ?? null,
    changed_at: at,
  });
}
