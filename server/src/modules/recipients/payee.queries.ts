import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, RoutingId } from "../../kernel/values/ids.ts";

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

/** The same choice as in create_payments: a real-time payment falls back to the ACH details (decision S2). */
const routingFor = (method: Sql): Sql => sql`
  case ${method}
    when 'ach' then r.ach_routing_id
    when 'check' then r.check_routing_id
    when 'domesticWire' then r.domestic_wire_routing_id
    when 'realTimePayment' then coalesce(r.real_time_payment_routing_id, r.ach_routing_id)
    when 'internationalWire' then r.international_wire_routing_id
  end`;

export const findPayee = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, method }: { recipientId: string; method: PaymentMethod },
) =>
  db.maybe<Payee>(sql`
  select p.recipient_id, p.name, p.status, p.date_last_paid, p.first_paid_at, p.created_at, p.routing_id, g.method as routing_method, g.created_at as routing_since
    from (
      select r.organization_id, r.recipient_id, r.name, r.status, r.date_last_paid, r.first_paid_at, r.created_at,
             ${routingFor(sql`${method}`)} as routing_id
        from recipients r
       where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}
    ) p
    left join recipient_routings g on g.organization_id = p.organization_id and g.routing_id = p.routing_id`);

/** The same for many pairs of recipient and method; unknown pairs are absent. */
export const findPayees = (
  db: Queryable,
  organizationId: OrganizationId,
  pairs: readonly { recipientId: RecipientId; method: PaymentMethod }[],
) =>
  db.many<Payee & { readonly method: PaymentMethod }>(sql`
  select p.recipient_id, p.name, p.status, p.date_last_paid, p.first_paid_at, p.created_at, p.method, p.routing_id, g.method as routing_method, g.created_at as routing_since
    from (
      select distinct r.recipient_id, r.name, r.status, r.date_last_paid, r.first_paid_at, r.created_at, w.method,
             ${routingFor(sql`w.method`)} as routing_id
        from unnest(${pairs.map((pair) => pair.recipientId)}::uuid[], ${pairs.map((pair) => pair.method)}::text[])
               as w(recipient_id, method)
        join recipients r on r.organization_id = ${organizationId} and r.recipient_id = w.recipient_id
    ) p
    left join recipient_routings g on g.organization_id = ${organizationId} and g.routing_id = p.routing_id`);

/** The names of recipients, including deleted ones; unknown ids are absent. */
export const findRecipientNames = (db: Queryable, organizationId: OrganizationId, ids: readonly RecipientId[]) =>
  db.many<{ recipient_id: RecipientId; name: string }>(sql`
  select recipient_id, name from recipients
   where organization_id = ${organizationId} and recipient_id = any (${[...ids]}::uuid[])`);

/** Prevents the recipient from being deleted or changed until the transaction ends. */
export const lockPayee = (tx: Tx, organizationId: OrganizationId, recipientId: string) =>
  tx.maybe<{ recipient_id: RecipientId }>(sql`
  select recipient_id from recipients
   where organization_id = ${organizationId} and recipient_id = ${recipientId} for share`);

/** What approvers see of a recipient, apart from the version of its details. */
export interface PayeeFacts {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly created_at: Date;
}

export const findPayeeFacts = (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.maybe<PayeeFacts>(sql`
  select r.recipient_id, r.name, r.nickname, r.created_at from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}`);

/** Where to write to recipients who have an address: the contact's, or else the first one. */
export const findContacts = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ recipient_id: RecipientId; email: string }>(sql`
  select recipient_id, coalesce(contact_email, emails[1]) as email from recipients
   where organization_id = ${organizationId} and recipient_id = any (${[...new Set(ids)]}::uuid[])
     and coalesce(contact_email, emails[1]) is not null`);
