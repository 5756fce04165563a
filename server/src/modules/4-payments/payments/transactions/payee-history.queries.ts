import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId, type RecipientId, type TransactionId } from "#kernel/values/ids.ts";
import type { TransactionStatus } from "../states/transaction-states.ts";

/** More payments than this to one recipient reveal nothing new, and the limit bounds the cost. */
export const HISTORY_MAX = 1000;

/** Sent and pending payments to a recipient. Cents, positive; null without any. */
export interface PayeeHistory {
  readonly payments: bigint;
  readonly total_minor: bigint;
  readonly median_minor: bigint | null;
  readonly largest_minor: bigint | null;
}

/** The last HISTORY_MAX payments to a recipient, in any status. */
const latestTo = (organizationId: OrganizationId, recipientId: Sql): Sql => sql`
      select amount_minor, status from transactions
       where organization_id = ${organizationId} and counterparty_id = ${recipientId} and kind = 'outgoingPayment'
       order by transaction_id desc limit ${HISTORY_MAX}`;

/** Of the last HISTORY_MAX payments to the recipient. */
export const payeeHistory = (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.one<PayeeHistory>(sql`
  select count(*) as payments, coalesce(sum(-amount_minor), 0)::bigint as total_minor,
         percentile_disc(0.5) within group (order by -amount_minor) as median_minor, max(-amount_minor) as largest_minor
    from (${latestTo(organizationId, sql`${recipientId}`)}) latest
   where status in ('pending', 'sent')`);

/** A recipient to whom an amount would be the largest payment. */
export interface LargestSoFar {
  readonly recipient_id: RecipientId;
  /** Of the sent and pending payments; null if there is none. Cents, positive. */
  readonly largest_minor: bigint | null;
  /** Earlier payments than these were not read. */
  readonly was_cut: boolean;
}

/**
 * The largest of the last HISTORY_MAX payments, as in `payeeHistory`, to those recipients to whom none of them was as large
 * as the amount. For the others, reading ends at the first payment of that size.
 */
export const largestPaymentsBelow = (
  db: Queryable,
  organizationId: OrganizationId,
  amounts: readonly { readonly recipientId: RecipientId; readonly amountMinor: bigint }[],
) =>
  db.many<LargestSoFar>(sql`
  select w.recipient_id, h.largest_minor, h.was_cut
    from unnest(${uuidArray(amounts.map((amount) => amount.recipientId))}::uuid[],
                ${amounts.map((amount) => amount.amountMinor.toString())}::bigint[]) as w (recipient_id, amount_minor)
   cross join lateral (
     select (max(-l.amount_minor) filter (where l.status in ('pending', 'sent')))::bigint as largest_minor,
            count(*) = ${HISTORY_MAX} as was_cut
       from (${latestTo(organizationId, sql`w.recipient_id`)}) l) h
   where not exists (
     select from (${latestTo(organizationId, sql`w.recipient_id`)}) l
      where l.status in ('pending', 'sent') and -l.amount_minor >= w.amount_minor)`);
/** What was sent to a recipient: of the last TOTALED_MAX payments. Cents, positive. */
export interface PaidToPayee {
  readonly recipient_id: RecipientId;
  readonly payments: bigint;
  readonly paid_minor: bigint;
  /** There are more payments than were added up. */
  readonly was_cut: boolean;
}

/** Bounds what a page of recipients costs. */
const TOTALED_MAX = 500;

/** For each of these recipients, from the index of counterparties. */
export const paidToPayees = (db: Queryable, organizationId: OrganizationId, recipientIds: readonly string[]) =>
  db.many<PaidToPayee>(sql`
  select r.id as recipient_id, p.payments, p.paid_minor, p.was_cut
    from unnest(${[...recipientIds]}::uuid[]) as r(id)
   cross join lateral (
     select count(*) filter (where latest.status = 'sent') as payments, count(*) > ${TOTALED_MAX} as was_cut,
            coalesce(sum(-latest.amount_minor) filter (where latest.status = 'sent'), 0)::bigint as paid_minor
       from (
         select t.amount_minor, t.status from transactions t
          where t.organization_id = ${organizationId} and t.counterparty_id = r.id and t.kind = 'outgoingPayment'
          order by t.transaction_id desc limit ${TOTALED_MAX + 1}
       ) latest) p`);

/** An earlier payment to the same recipient. Cents, positive. */
export interface PaymentToPayee {
  readonly transaction_id: TransactionId;
  readonly amount_minor: bigint;
  readonly created_at: Date;
  readonly method: PaymentMethod;
  readonly status: TransactionStatus;
}

/** The latest payments to a recipient, in any status. Amounts in cents, positive. */
export const recentPaymentsTo = (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, limit }: { recipientId: RecipientId; limit: number },
) =>
  db.many<PaymentToPayee>(sql`
  select transaction_id, -amount_minor as amount_minor, created_at, method, status from transactions
   where organization_id = ${organizationId} and counterparty_id = ${recipientId} and kind = 'outgoingPayment'
   order by transaction_id desc limit ${limit}`);

/** Among payments since an instant; "since the beginning" reads everything ever paid to the recipient. */
export const hasPendingPayment = async (
  db: Queryable,
  organizationId: OrganizationId,
  { recipientId, from }: { readonly recipientId: string; readonly from: Date },
): Promise<boolean> =>
  (await db.maybe(sql`
  select 1 as found from transactions
   where organization_id = ${organizationId} and counterparty_id = ${recipientId} and status = 'pending'
     and transaction_id >= ${firstIdAt(from)}::uuid limit 1`)) !== undefined;
