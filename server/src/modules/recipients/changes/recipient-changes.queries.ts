import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "../../../kernel/sql/sql.ts";
import type { Id, OrganizationId, RecipientId, RoutingId, TokenId, UserId } from "../../../kernel/values/ids.ts";
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
  /** By the payee, through an invite; then by whom, as far as it is known, that invite was sent. */
  readonly through_invite: boolean;
  readonly invite_made_by: UserId | null;
  readonly changed_at: Date;
  readonly decided_by: UserId | null;
  readonly decided_at: Date | null;
}

const columns: Sql = sql`
  change_id, recipient_id, method, before_name, after_name, before_routing_id, after_routing_id, status, changed_by_user,
  changed_by_token, token_made_by, through_invite, invite_made_by, changed_at, decided_by, decided_at`;

/** One that is applied at once comes into force with its own id. */
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
          ${change.invite_made_by}, ${change.changed_at}, ${change.status === "applied" ? change.change_id : null})`);

const waits = isOneOf(sql`status`, recipientChangeStates.statesBefore("confirm"));

/** A newer proposal for the same details takes the place of one that waits. */
export const overtakeProposal = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, method, at }: { recipientId: RecipientId; method: PaymentMethod | null; at: Date },
) =>
  tx.run(sql`
  update recipient_changes set status = ${recipientChangeStates.moves.overtake.to}, decided_at = ${at}
   where organization_id = ${organizationId} and recipient_id = ${recipientId} and method is not distinct from ${method}
     and ${isOneOf(sql`status`, recipientChangeStates.statesBefore("overtake"))}`);

/** The same details have a new version, under another name: what was proposed in their place still is. */
export const moveProposal = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, from, to }: { recipientId: RecipientId; from: RoutingId; to: RoutingId },
) =>
  tx.run(sql`
  update recipient_changes set before_routing_id = ${to}
   where organization_id = ${organizationId} and recipient_id = ${recipientId} and before_routing_id = ${from}
     and ${waits}`);

export const lockRecipientChange = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientId, changeId }: { recipientId: RecipientId; changeId: string },
) =>
  tx.maybe<RecipientChangeRow>(sql`
  select ${columns} from recipient_changes
   where organization_id = ${organizationId} and change_id = ${changeId} and recipient_id = ${recipientId} for update`);

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
    /** Rises with every change that comes into force; null when this one does not. */
    inForceId: RecipientChangeId | null;
  },
) =>
  tx.one<RecipientChangeRow>(sql`
  update recipient_changes
     set status = ${recipientChangeStates.moves[decided.trigger].to}, after_routing_id = ${decided.routingId}, decided_by = ${decided.by}, decided_at = ${decided.at},
         in_force_id = ${decided.inForceId}
   where organization_id = ${organizationId} and change_id = ${decided.changeId}
     and ${isOneOf(sql`status`, recipientChangeStates.statesBefore(decided.trigger))}
  returning ${columns}`);

/** Newest first. */
export const changesOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, limit }: { recipientId: string; limit: number },
) =>
  db.many<RecipientChangeRow>(sql`
  select ${columns} from recipient_changes
   where organization_id = ${organizationId} and recipient_id = ${recipientId}
   order by change_id desc limit ${limit}`);

/** What waits for a second person, of these recipients; method null: a new name. */
export const openChangesOf = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly RecipientId[]) =>
  db.many<Pick<RecipientChangeRow, "recipient_id" | "method" | "after_name">>(sql`
  select recipient_id, method, after_name from recipient_changes
   where organization_id = ${organizationId} and recipient_id = any (${[...recipientIds]}::uuid[]) and ${waits}
   order by recipient_id, method`);

export type ChangeAuthors = Pick<
  RecipientChangeRow,
  "recipient_id" | "method" | "changed_by_user" | "token_made_by" | "invite_made_by"
>;

/** Of the change that came into force last, for each method and (method null) for the name. */
export const lastAuthors = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly RecipientId[]) =>
  db.many<ChangeAuthors>(sql`
  select distinct on (recipient_id, method) recipient_id, method, changed_by_user, token_made_by, invite_made_by
    from recipient_changes
   where organization_id = ${organizationId} and recipient_id = any (${[...recipientIds]}::uuid[]) and in_force_id is not null
   order by recipient_id, method, in_force_id desc`);
