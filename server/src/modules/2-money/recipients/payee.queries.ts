import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { routingPaid } from "./details/routing-columns.queries.ts";
import { recipientChanges, recipients } from "./tables.ts";

/** What deciding about a payment requires to know about its recipient: never an account number. */
export interface Payee {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly status: "active" | "deleted";
  /** The version of bank details that a payment by the method would use; null if there is none. */
  readonly routing_id: RoutingId | null;
  /** The method of that version: a real-time payment may use the ACH details. */
  readonly routing_method: PaymentMethod | null;
  /** When that version took effect. */
  readonly routing_since: Date | null;
  readonly date_last_paid: Date | null;
  readonly first_paid_at: Date | null;
  /** When the recipient was added. */
  readonly created_at: Date;
}

const columns: Sql = sql`
  r.recipient_id, r.name, r.status, r.date_last_paid, r.first_paid_at, r.created_at, p.routing_id,
  g.method as routing_method, g.created_at as routing_since`;

export const findPayee = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, method }: { recipientId: string; method: PaymentMethod },
) =>
  db.maybe<Payee>(sql`
  select ${columns}, ${recipients.proof("r")}
    from recipients r
   cross join (select ${method}::text as method) w
   cross join lateral (select ${routingPaid} as routing_id) p
    left join recipient_routings g on g.organization_id = r.organization_id and g.routing_id = p.routing_id
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}`);

/** The same for many pairs of recipient and method. Recipients that are unknown or not proven are absent. */
export const findPayees = (
  db: Queryable,
  organizationId: OrganizationId,
  pairs: readonly { recipientId: RecipientId; method: PaymentMethod }[],
) =>
  db.many<Payee & { readonly method: PaymentMethod }>(sql`
  select ${columns}, w.method, ${recipients.proofOrSkip("r")}
    from (select distinct recipient_id, method
            from unnest(${pairs.map((pair) => pair.recipientId)}::uuid[], ${pairs.map((pair) => pair.method)}::text[])
                   as u(recipient_id, method)) w
    join recipients r on r.organization_id = ${organizationId} and r.recipient_id = w.recipient_id
   cross join lateral (select ${routingPaid} as routing_id) p
    left join recipient_routings g on g.organization_id = ${organizationId} and g.routing_id = p.routing_id`);

/** The names of recipients, including deleted ones; unknown ids are absent. */
export const findRecipientNames = (db: Queryable, organizationId: OrganizationId, ids: readonly RecipientId[]) =>
  db.many<{ recipient_id: RecipientId; name: string }>(sql`
  select recipient_id, name from recipients
   where organization_id = ${organizationId} and recipient_id = any (${[...ids]}::uuid[])`);

/** The proofs of what an approved payment depends on: its recipient, and who changed it. Fails if one of them is missing. */
export const requireProvenPayee = (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.many(sql`
  select ${recipients.proof("r")},
         ${recipientChanges.proofsOf(
           "c",
           sql`from recipient_changes c where c.organization_id = r.organization_id and c.recipient_id = r.recipient_id`,
         )}
    from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}`);

/** Prevents the recipient from being deleted or changed until the transaction ends. */
export const lockPayee = (tx: Tx, organizationId: OrganizationId, recipientId: string) =>
  tx.maybe<{ recipient_id: RecipientId }>(sql`
  select r.recipient_id, ${recipients.proof("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId} for share of r`);

/** What approvers see of a recipient, apart from the version of its details. */
export interface PayeeFacts {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly created_at: Date;
}

export const findPayeeFacts = (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.maybe<PayeeFacts>(sql`
  select r.recipient_id, r.name, r.nickname, r.created_at, ${recipients.proof("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}`);

/** Where to write to recipients who have an address: the contact's, or else the first one. None that is not proven. */
export const findContacts = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ recipient_id: RecipientId; email: string }>(sql`
  select r.recipient_id, coalesce(r.contact_email, r.emails[1]) as email, ${recipients.proofOrSkip("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = any (${[...new Set(ids)]}::uuid[])
     and coalesce(r.contact_email, r.emails[1]) is not null`);
