import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, RecipientId, RoutingId, TokenId, UserId } from "#kernel/values/ids.ts";
import { recipientChanges } from "../tables.ts";
import {
  type RecipientChangeStatus,
  type RecipientChangeTrigger,
  recipientChangeStates,
} from "./recipient-change-states.ts";

export type RecipientChangeId = Id<"recipientChange">;

/** Table: recipient_changes. */
export interface RecipientChangeRow {
  readonly change_id: RecipientChangeId;
  readonly recipient_id: RecipientId;
  /** Null: the name changed, not the details of a method. */
  readonly method: PaymentMethod | null;
  readonly before_name: string | null;
  readonly after_name: string | null;
  readonly before_routing_id: RoutingId | null;
  readonly after_routing_id: RoutingId | null;
  readonly status: RecipientChangeStatus;
  readonly changed_by_user: UserId | null;
  readonly changed_by_token: TokenId | null;
  readonly token_made_by: UserId | null;
  /** By the recipient, through an invite; then also the known sender of that invite. */
  readonly through_invite: boolean;
  readonly invite_made_by: UserId | null;
  readonly changed_at: Date;
  readonly decided_by: UserId | null;
  readonly decided_at: Date | null;
}

const columns: Sql = sql`
  c.change_id, c.recipient_id, c.method, c.before_name, c.after_name, c.before_routing_id, c.after_routing_id, c.status,
  c.changed_by_user, c.changed_by_token, c.token_made_by, c.through_invite, c.invite_made_by, c.changed_at, c.decided_by,
  c.decided_at`;

/** A change that is applied immediately takes effect under its own id. */
export const insertRecipientChange = (
  tx: Tx,
  organizationId: OrganizationId,
  change: Omit<RecipientChangeRow, "decided_by" | "decided_at">,
) =>
  tx.run(sql`
  insert into recipient_changes (organization_id, change_id, recipient_id, method, before_name, after_name, before_routing_id,
                                 after_routing_id, status, changed_by_user, changed_by_token, token_made_by, through_invite,
                                 invite_made_by, changed_at, in_force_id)
  values (${organizationId}, ${change.change_id}, ${change.recipient_id}, ${change.method}, ${change.before_name},
          ${change.after_name}, ${change.before_routing_id}, ${change.after_routing_id}, ${change.status},
          ${change.changed_by_user}, ${change.changed_by_token}, ${change.token_made_by}, ${change.through_invite},
          ${change.invite_made_by}, ${change.changed_at}, ${change.status === "applied" ? change.change_id : null})
  returning ${recipientChanges.inserted()}`);

const waits = isOneOf(sql`status`, recipientChangeStates.statesBefore("confirm"));

/** A newer proposal for the same details replaces a waiting one, which lockProposals has read. */
export const overtakeProposal = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, method, at }: { recipientId: RecipientId; method: PaymentMethod | null; at: Date },
) =>
  tx.run(sql`
  update recipient_changes set status = ${recipientChangeStates.moves.overtake.to}, decided_at = ${at}
   where organization_id = ${organizationId} and recipient_id = ${recipientId} and method is not distinct from ${method}
     and ${isOneOf(sql`status`, recipientChangeStates.statesBefore("overtake"))}
  returning ${recipientChanges.changed()}`);

/** The same details have a new version under another name: a proposal to replace them still waits (lockProposals). */
export const moveProposal = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, from, to }: { recipientId: RecipientId; from: RoutingId; to: RoutingId },
) =>
  tx.run(sql`
  update recipient_changes set before_routing_id = ${to}
   where organization_id = ${organizationId} and recipient_id = ${recipientId} and before_routing_id = ${from}
     and ${waits}
  returning ${recipientChanges.changed()}`);

/** The waiting proposals of a locked recipient, read and locked before they change. */
export const lockProposals = (tx: Tx, organizationId: OrganizationId, recipientId: RecipientId) =>
  tx.many<{ change_id: RecipientChangeId }>(sql`
  select c.change_id, ${recipientChanges.proof("c")} from recipient_changes c
   where c.organization_id = ${organizationId} and c.recipient_id = ${recipientId}
     and ${isOneOf(sql`c.status`, recipientChangeStates.statesBefore("confirm"))}
   order by c.change_id for update of c`);

export const lockRecipientChange = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, changeId }: { recipientId: RecipientId; changeId: string },
) =>
  tx.maybe<RecipientChangeRow>(sql`
  select ${columns}, ${recipientChanges.proof("c")} from recipient_changes c
   where c.organization_id = ${organizationId} and c.change_id = ${changeId} and c.recipient_id = ${recipientId} for update`);

/** Finds no row when the trigger does not move the change. */
export const updateRecipientChange = (
  tx: Tx,
  organizationId: OrganizationId,
  decided: {
    changeId: RecipientChangeId;
    trigger: RecipientChangeTrigger;
    routingId: RoutingId | null;
    by: UserId;
    at: Date;
    /** Increases with every change that takes effect; null if this one does not. */
    inForceId: RecipientChangeId | null;
  },
) =>
  tx.one<RecipientChangeRow>(sql`
  update recipient_changes c
     set status = ${recipientChangeStates.moves[decided.trigger].to}, after_routing_id = ${decided.routingId},
         decided_by = ${decided.by}, decided_at = ${decided.at},
         in_force_id = ${decided.inForceId}
   where c.organization_id = ${organizationId} and c.change_id = ${decided.changeId}
     and ${isOneOf(sql`c.status`, recipientChangeStates.statesBefore(decided.trigger))}
  returning ${columns}, ${recipientChanges.changed("c")}`);

/** Newest first. */
export const changesOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, limit }: { recipientId: string; limit: number },
) =>
  db.many<RecipientChangeRow>(sql`
  select ${columns}, ${recipientChanges.proofOrSkip("c")} from recipient_changes c
   where c.organization_id = ${organizationId} and c.recipient_id = ${recipientId}
   order by c.change_id desc limit ${limit}`);

/** Waiting changes of these recipients; method null: a new name. */
export const openChangesOf = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly RecipientId[]) =>
  db.many<Pick<RecipientChangeRow, "recipient_id" | "method" | "after_name">>(sql`
  select recipient_id, method, after_name from recipient_changes
   where organization_id = ${organizationId} and recipient_id = any (${[...recipientIds]}::uuid[]) and ${waits}
   order by recipient_id, method`);

/** A change that waits for a second person. */
export type WaitingChange = Pick<
  RecipientChangeRow,
  "change_id" | "recipient_id" | "method" | "changed_at" | "changed_by_user" | "token_made_by" | "invite_made_by"
> & {
  /** The recipient's current name. */
  readonly name: string;
};

/**
 * The changes of active recipients that wait for a second person, oldest first. The fence (offset 0) makes the planner read
 * the index of open changes instead of all changes in the order of the list.
 */
export const waitingDetailChanges = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<WaitingChange>(sql`
  select w.change_id, w.recipient_id, w.method, w.changed_at, w.changed_by_user, w.token_made_by, w.invite_made_by, r.name,
         ${recipientChanges.proofOrSkip("w")}
    from (select * from recipient_changes where organization_id = ${organizationId} and ${waits} offset 0) w
    join recipients r on r.organization_id = ${organizationId} and r.recipient_id = w.recipient_id and r.status = 'active'
   order by w.change_id limit ${limit}`);

export type ChangeAuthors = Pick<
  RecipientChangeRow,
  "recipient_id" | "method" | "changed_by_user" | "token_made_by" | "invite_made_by"
>;

export type ChangeInTime = ChangeAuthors &
  Pick<RecipientChangeRow, "before_routing_id" | "after_routing_id"> & {
    /** Increases in the order in which changes took effect; null if this one has not. */
    readonly in_force_id: RecipientChangeId | null;
    /** How many changes of the recipient there are, with those that are not proven and so left out. */
    readonly changes: bigint;
  };

/**
 * Every change of these recipients that is proven. The conditions are columns that never change, so that a writer to the
 * database cannot remove a change from what is counted.
 */
export const allChangesOf = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly RecipientId[]) =>
  db.many<ChangeInTime>(sql`
  select c.recipient_id, c.method, c.changed_by_user, c.token_made_by, c.invite_made_by, c.before_routing_id,
         c.after_routing_id, c.in_force_id, count(*) over (partition by c.recipient_id) as changes,
         ${recipientChanges.proofOrSkip("c")}
    from recipient_changes c
   where c.organization_id = ${organizationId} and c.recipient_id = any (${[...recipientIds]}::uuid[])`);
