import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { currentRoutings, routingColumns, routingValues } from "./details/routing-columns.queries.ts";
import {
  type Address,
  type RecipientRow,
  type RecipientStatus,
  type RoutingColumns,
  type Routings,
  routingsOf,
} from "./recipient.ts";
import { recipients } from "./tables.ts";

const columns: Sql = sql`
  r.recipient_id, r.name, r.nickname, r.emails, r.contact_email, r.is_business, r.status, r.address, ${currentRoutings},
  r.date_last_paid, r.first_changed_routing_id, r.invite_id`;

/** The columns of a recipient's row, except those set by the database or another module. */
export interface RecipientRecord {
  readonly recipientId: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly emails: readonly string[];
  readonly contactEmail: string | null;
  readonly isBusiness: boolean | null;
  readonly address: Address | null;
  readonly routings: Routings;
  readonly at: Date;
}

const jsonOrNull = (value: Address | null): string | null => (value === null ? null : JSON.stringify(value));

export const insertRecipient = (tx: Tx, organizationId: OrganizationId, { routings, ...recipient }: RecipientRecord) =>
  tx.run(sql`
  insert into recipients (organization_id, recipient_id, name, nickname, emails, contact_email, is_business, address,
                          ${routingColumns}, created_at, updated_at)
  values (${organizationId}, ${recipient.recipientId}, ${recipient.name}, ${recipient.nickname}, ${[...recipient.emails]},
          ${recipient.contactEmail}, ${recipient.isBusiness}, ${jsonOrNull(recipient.address)}::jsonb,
          ${routingValues(routings)}, ${recipient.at}, ${recipient.at})
  returning ${recipients.inserted()}`);

/** A record that replaces an existing one. */
export interface ChangedRecord extends RecipientRecord {
  readonly firstChangedRoutingId: RoutingId | null;
}

/** A stored row, to be written again with changes. */
export const recordOf = (row: RecipientRow): Omit<ChangedRecord, "at"> => ({
  recipientId: row.recipient_id,
  name: row.name,
  nickname: row.nickname,
  emails: row.emails,
  contactEmail: row.contact_email,
  isBusiness: row.is_business,
  address: row.address,
  routings: routingsOf(row),
  firstChangedRoutingId: row.first_changed_routing_id,
});

export const updateRecipientRow = (tx: Tx, organizationId: OrganizationId, { routings, ...recipient }: ChangedRecord) =>
  tx.run(sql`
  update recipients
     set name = ${recipient.name}, nickname = ${recipient.nickname}, emails = ${[...recipient.emails]},
         contact_email = ${recipient.contactEmail},
         is_business = ${recipient.isBusiness}, address = ${jsonOrNull(recipient.address)}::jsonb,
         (${routingColumns}) = row(${routingValues(routings)}),
         first_changed_routing_id = ${recipient.firstChangedRoutingId}, updated_at = ${recipient.at}
   where organization_id = ${organizationId} and recipient_id = ${recipient.recipientId}
  returning ${recipients.changed()}`);

/** The invite is now used up: its ID is no longer a working link. */
export const setInviteId = (tx: Tx, organizationId: OrganizationId, recipientId: RecipientId, inviteId: string) =>
  tx.run(sql`
  update recipients set invite_id = ${inviteId} where organization_id = ${organizationId} and recipient_id = ${recipientId}
  returning ${recipients.changed()}`);

/** Also finds deleted recipients: the caller decides. */
export const findRecipientRow = (db: Queryable, organizationId: OrganizationId, recipientId: string) =>
  db.maybe<RecipientRow>(sql`
  select ${columns}, ${recipients.proof("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId}`);

export const lockRecipientRow = (tx: Tx, organizationId: OrganizationId, recipientId: string) =>
  tx.maybe<RecipientRow>(sql`
  select ${columns}, ${recipients.proof("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = ${recipientId} for no key update`);

/** Of these recipients, those that are proven. */
export const activeDetails = (db: Queryable, organizationId: OrganizationId, ids: readonly RecipientId[]) =>
  db.many<ActiveDetailsRow>(sql`
  select r.recipient_id, r.status, ${currentRoutings}, r.first_changed_routing_id,
         ${recipients.proofOrSkip("r")}
    from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = any (${eachOf(ids)})`);

type ActiveDetailsRow = RoutingColumns & Pick<RecipientRow, "recipient_id" | "status" | "first_changed_routing_id">;

/** A page of a list, which shows them: whatever acts on one reads it with its proof. */
export const pageOfRecipients = (
  db: Queryable,
  organizationId: OrganizationId,
  { status, found, keyset }: { status: RecipientStatus; found: Sql; keyset: Keyset },
) =>
  db.many<RecipientRow>(sql`
    select ${columns} from recipients r
     where r.organization_id = ${organizationId} and r.status = ${status} and ${found} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`);

export const recipientCursorColumn: Sql = sql`r.recipient_id`;

/**
 * For `exists` of a page's cursor. Deleted recipients count: a page's last one may be deleted before the next page is
 * requested.
 */
export const recipientWithId = (organizationId: OrganizationId, recipientId: string): Sql => sql`
  select recipient_id from recipients where organization_id = ${organizationId} and recipient_id = ${recipientId}`;

export const markDeleted = (tx: Tx, organizationId: OrganizationId, recipientId: RecipientId, at: Date) =>
  tx.run(sql`
  update recipients set status = 'deleted', deleted_at = ${at}, updated_at = ${at}
   where organization_id = ${organizationId} and recipient_id = ${recipientId} and status = 'active'
  returning ${recipients.changed()}`);

/**
 * In id order, so that two batches cannot wait for each other in a circle. The first and the last item keep their
 * positions. Returns the recipients that were paid for the first time, or earlier than known, and when.
 */
export const updateDatesLastPaid = (
  tx: Tx,
  organizationId: OrganizationId,
  paid: readonly { recipientId: string; at: Date }[],
) =>
  tx.many<FirstPaid>(sql`
  with updated as (
  update recipients r set date_last_paid = greatest(r.date_last_paid, p.last_at)
    from (
      select k.recipient_id, n.first_at, n.last_at
        from recipients k
        join (select recipient_id, min(at) as first_at, max(at) as last_at
                from unnest(${paid.map((payment) => payment.recipientId)}::uuid[],
                            ${paid.map((payment) => payment.at)}::timestamptz[]) as u(recipient_id, at)
               group by recipient_id) n
          on n.recipient_id = k.recipient_id
       where k.organization_id = ${organizationId}
       order by k.recipient_id
         for no key update of k
    ) p
   where r.organization_id = ${organizationId} and r.recipient_id = p.recipient_id
  returning r.recipient_id, r.first_paid_at, p.first_at)
  select recipient_id, first_at from updated where (first_paid_at <= first_at) is not true`);

export interface FirstPaid {
  readonly recipient_id: RecipientId;
  readonly first_at: Date;
}

/** Those of these locked recipients that are proven. */
export const provenAmong = (tx: Tx, organizationId: OrganizationId, ids: readonly RecipientId[]) =>
  tx.many<{ recipient_id: RecipientId }>(sql`
  select r.recipient_id, ${recipients.proofOrSkip("r")} from recipients r
   where r.organization_id = ${organizationId} and r.recipient_id = any (${[...ids]}::uuid[])`);

export const updateFirstPaid = (tx: Tx, organizationId: OrganizationId, paid: readonly FirstPaid[]) =>
  tx.run(sql`
  update recipients r set first_paid_at = p.at
    from unnest(${paid.map((row) => row.recipient_id)}::uuid[], ${paid.map((row) => row.first_at)}::timestamptz[]) as p (recipient_id, at)
   where r.organization_id = ${organizationId} and r.recipient_id = p.recipient_id
  returning ${recipients.changed("r")}`);

/** Versions of bank details -------------------------------------------------------------------------------------- */

export interface RoutingRow {
  readonly routing_id: RoutingId;
  readonly recipient_id: RecipientId;
  readonly method: string;
  readonly public_details: unknown;
  readonly account_number: Buffer | null;
  readonly account_number_last4: string | null;
  readonly created_at: Date;
  readonly name: string;
  readonly proposed: boolean;
  readonly seal: Buffer;
}

export interface NewRoutingRow {
  readonly routingId: RoutingId;
  readonly recipientId: RecipientId;
  readonly method: string;
  readonly name: string;
  readonly proposed: boolean;
  readonly publicDetails: string;
  readonly accountNumber: Buffer | null;
  readonly accountNumberLast4: string | null;
  readonly fingerprint: Buffer | null;
  readonly fingerprintForm: number;
  readonly seal: Buffer;
  readonly at: Date;
}

export const insertRouting = (tx: Tx, organizationId: OrganizationId, routing: NewRoutingRow) =>
  tx.run(sql`
  insert into recipient_routings (organization_id, routing_id, recipient_id, method, name, proposed, public_details, account_number,
                                  account_number_last4, account_fingerprint, fingerprint_form, seal, created_at)
  values (${organizationId}, ${routing.routingId}, ${routing.recipientId}, ${routing.method}, ${routing.name}, ${routing.proposed},
          ${routing.publicDetails}::jsonb, ${routing.accountNumber}, ${routing.accountNumberLast4}, ${routing.fingerprint},
          ${routing.fingerprintForm}, ${routing.seal}, ${routing.at})`);

export const routingRows = (db: Queryable, organizationId: OrganizationId, ids: readonly RoutingId[]) =>
  db.many<RoutingRow>(sql`
  select routing_id, recipient_id, method, public_details, account_number, account_number_last4, created_at, name, proposed, seal
    from recipient_routings
   where organization_id = ${organizationId} and routing_id = any (${[...ids]}::uuid[])`);
