import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId, RoutingId, TokenId, UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { findTokenCreator } from "#records/identity";
import {
  insertRecipientChange,
  lockProposals,
  overtakeProposal,
  type RecipientChangeId,
} from "./recipient-changes.queries.ts";

/** The invite through which recipients entered their details. */
export interface UsedInvite {
  /** Its secret, which is now used up. */
  readonly inviteId: string;
  /** The user who sent it, or who created the token that did: they may not confirm the details. */
  readonly madeBy: UserId | null;
}

/** From one version of a method's details to another, or from one name to another. */
type Change =
  | { readonly method: PaymentMethod; readonly before: RoutingId | null; readonly after: RoutingId | null }
  | { readonly method: null; readonly before: string; readonly after: string };

export interface ChangeToRecord {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly actor: Actor;
  readonly status: "applied" | "proposed";
  readonly change: Change;
  readonly invite: UsedInvite | undefined;
}

/** Records one entry in a recipient's history. */
export async function recordRecipientChange(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, status, change, invite }: ChangeToRecord,
): Promise<void> {
  const at = service.clock.now();
  const { method } = change;
  if (status === "proposed") {
    await lockProposals(tx, organizationId, recipientId);
    await overtakeProposal(tx, organizationId, { recipientId, method, at });
  }
  // Actors of these types carry the ids of users and tokens.
  const userId = actor.type === "user" ? (actor.id as UserId) : null;
  const tokenId = actor.type === "token" ? (actor.id as TokenId) : null;
  await insertRecipientChange(tx, organizationId, {
    change_id: service.newId<RecipientChangeId>(),
    recipient_id: recipientId,
    method,
    before_name: change.method === null ? change.before : null,
    after_name: change.method === null ? change.after : null,
    before_routing_id: change.method === null ? null : change.before,
    after_routing_id: change.method === null ? null : change.after,
    status,
    changed_by_user: userId,
    changed_by_token: tokenId,
    token_made_by: tokenId && (await findTokenCreator(tx, organizationId, tokenId)),
    through_invite: invite !== undefined,
    invite_made_by: invite?.madeBy ?? null,
    changed_at: at,
  });
}
