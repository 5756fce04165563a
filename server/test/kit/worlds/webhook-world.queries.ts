import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";

export interface TestTransaction {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly counterpartyId: string;
  readonly amountMinor: bigint;
  readonly note: string | null;
  readonly at: Date;
}

export const insertTransaction = (tx: Tx, organizationId: OrganizationId, row: TestTransaction) =>
  tx.run(sql`
  insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
                            kind, counterparty_name, note, bank_description, status, posted_at)
  values (${organizationId}, ${row.transactionId}, ${row.accountId}, ${row.counterpartyId}, ${row.amountMinor.toString()}::bigint, ${row.at}, ${row.at},
          'externalTransfer', 'A customer', ${row.note}, 'Deposit from A customer', 'sent', ${row.at})`);

export const insertAccount = (
  tx: Tx,
  organizationId: OrganizationId,
  row: { readonly accountId: AccountId; readonly kind: string; readonly at: Date },
) =>
  tx.run(sql`
  insert into accounts (organization_id, account_id, name, kind, routing_number, account_number, account_number_last4, created_at)
  values (${organizationId}, ${row.accountId}, 'Test account', ${row.kind}, '021000021', ${Buffer.alloc(40)}, '0001', ${row.at})`);

/** When a worker finds the next delivery; in the past if one is due. */
export const findNextDelivery = (db: Queryable) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(greatest(d.next_attempt_at, e.retry_at)) as due_at
    from webhook_endpoints e
    join webhook_deliveries d on d.organization_id = e.organization_id and d.endpoint_id = e.endpoint_id and d.state = 'waiting'
   where e.status = 'active'
     and not exists (
       select from webhook_deliveries p
        where p.organization_id = d.organization_id and p.endpoint_id = d.endpoint_id and p.resource_id = d.resource_id
          and p.state = 'waiting' and (p.resource_version, p.delivery_id) < (d.resource_version, d.delivery_id))`);

export const countDeliveries = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ waiting: bigint; delivered: bigint; abandoned: bigint }>(sql`
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'delivered') as delivered,
           count(*) filter (where state = 'abandoned') as abandoned
      from webhook_deliveries where organization_id = ${organizationId}`);

export const auditActions = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ action: string; resource_id: string; text: string }>(sql`
    select action, resource_id, coalesce(before, '') || coalesce(after, '') as text
      from audit_log where organization_id = ${organizationId} order by audit_id`);
