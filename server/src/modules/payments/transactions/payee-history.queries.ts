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
