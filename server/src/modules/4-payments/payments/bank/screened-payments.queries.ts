import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import type { ScreeningResult } from "../states/screening-result.ts";

export interface ScreenedPayment {
  readonly transactionId: TransactionId;
  readonly recipientId: RecipientId;
  readonly result: ScreeningResult;
}

/** The last result of each; `since` stays while it is the same. */
export const storeResults = (
  tx: Tx,
  organizationId: OrganizationId,
  { payments, at }: { payments: readonly ScreenedPayment[]; at: Date },
) =>
  tx.run(sql`
  insert into screened_payments (organization_id, transaction_id, recipient_id, result, since, screened_at)
  select ${organizationId}::uuid, p.transaction_id, p.recipient_id, p.result, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${uuidArray(payments.map(({ transactionId }) => transactionId))}::uuid[],
                ${uuidArray(payments.map(({ recipientId }) => recipientId))}::uuid[],
                ${payments.map(({ result }) => result)}::text[]) as p(transaction_id, recipient_id, result)
   order by p.transaction_id
  on conflict (organization_id, transaction_id) do update
     set result = excluded.result, screened_at = excluded.screened_at,
         since = case when screened_payments.result = excluded.result then screened_payments.since else excluded.since end`);

/** Those of these payments that have waited since before this instant because the screener does not answer. */
export const waitedTooLong = (
  db: Queryable,
  organizationId: OrganizationId,
  { ids, before }: { ids: readonly TransactionId[]; before: Date },
) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id from screened_payments
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)}) and result = 'unavailable' and since <= ${before}`);

/** Payments to these recipients that screening holds back are due now. */
export const wakeHeld = (
  tx: Tx,
  organizationId: OrganizationId,
  { recipientIds, now }: { recipientIds: readonly RecipientId[]; now: Date },
) =>
  tx.run(sql`
  update rail_submissions s set hand_over_at = ${now}
    from screened_payments p
   where p.organization_id = ${organizationId} and p.recipient_id = any (${eachOf(recipientIds)})
     and p.result in ('unchecked', 'unavailable', 'open')
     and s.organization_id = p.organization_id and s.transaction_id = p.transaction_id and s.state = 'waiting' and s.hand_over_at > ${now}`);

/** How many payments wait for screening, counted up to 1,000. */
export const countHeld = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count
    from (select from screened_payments p
            join rail_submissions s on s.organization_id = p.organization_id and s.transaction_id = p.transaction_id and s.state = 'waiting'
           where p.organization_id = ${organizationId} and p.result in ('unchecked', 'unavailable', 'open') limit 1000) held`);
