import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId, type RecipientId, type TransactionId } from "../../../kernel/values/ids.ts";
import type { TransactionStatus } from "../lifecycle/transaction-states.ts";

/** More payments than this to one recipient reveal nothing new, and the limit bounds the cost. */
export const HISTORY_MAX = 1000;

/** Sent and pending payments to a recipient. Cents, positive; null without any. */
export interface PayeeHistory {
  readonly payments: bigint;
  readonly total_minor: bigint;
  readonly median_minor: bigint | null;
  readonly largest_minor: bigint | null;
}

/** Of the last HISTORY_MAX payments to the recipient. */
export const payeeHistory = (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.one<PayeeHistory>(sql`
  select count(*) as payments, coalesce(sum(-amount_minor), 0)::bigint as total_minor,
         percentile_disc(0.5) within group (order by -amount_minor) as median_minor, max(-amount_minor) as largest_minor
    from (
      select amount_minor, status from transactions
       where organization_id = ${organizationId} and counterparty_id = ${recipientId} and kind = 'outgoingPayment'
       order by transaction_id desc limit ${HISTORY_MAX}
    ) latest
   where status in ('pending', 'sent')`);

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

/** A payment that did not reach its recipient, or came back. Cents, positive. */
export interface FailedPayment {
  readonly transaction_id: TransactionId;
  readonly counterparty_name: string;
  readonly amount_minor: bigint;
  readonly status: TransactionStatus;
  readonly failed_at: Date;
  readonly reason_for_failure: string;
}

/** How many of the latest payments with each of these statuses are read. */
const LOOKED_AT = 200;

/**
 * Payments that failed, were blocked, or were returned since the instant, latest first. Reads the 200 latest payments
 * of each status, so the cost is bounded.
 */
export const recentFailures = (
  db: Queryable,
  organizationId: OrganizationId,
  { since, limit }: { since: Date; limit: number },
) =>
  db.many<FailedPayment>(sql`
  select t.transaction_id, t.counterparty_name, -t.amount_minor as amount_minor, t.status, t.failed_at, t.reason_for_failure
    from unnest(array['failed', 'blocked', 'reversed']) as ending(status)
   cross join lateral (
     select x.transaction_id from transaction_exceptions x
      where x.organization_id = ${organizationId} and x.status = ending.status
        and x.transaction_id >= ${firstIdAt(new Date(since.getTime() - RETURNS_WITHIN_MS))}::uuid
      order by x.transaction_id desc limit ${LOOKED_AT}
   ) latest
   cross join lateral (
     select * from transactions t
      where t.organization_id = ${organizationId} and t.transaction_id = latest.transaction_id offset 0
   ) t
   where t.failed_at >= ${since}
   order by t.failed_at desc, t.transaction_id desc limit ${limit}`);

/** Older payments are no longer returned: except for ACH debits, sixty days is the longest window. */
const RETURNS_WITHIN_MS = 60 * 24 * 60 * 60 * 1000;

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
