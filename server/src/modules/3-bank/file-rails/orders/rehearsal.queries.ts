import type { BankFileId, BankRail, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/** Locks the payments of these accounts that no stored file contains: without a file, or in a planned one of the connection. */
export const lockUnsentOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { readonly connectionId: ConnectionId; readonly rail: BankRail; readonly accountIds: readonly AccountId[] },
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id from bank_orders
   where organization_id = ${organizationId} and transaction_id in (
  select b.transaction_id from bank_orders b
   where b.organization_id = ${organizationId} and b.rail = ${of.rail} and b.account_id = any (${uuidArray(of.accountIds)}::uuid[])
     and b.state in ('waiting', 'open')
  union all
  select b.transaction_id
    from (select file_id from ach_files
           where organization_id = ${organizationId} and connection_id = ${of.connectionId} and state = 'planned'
          union all
          select file_id from transfer_files
           where organization_id = ${organizationId} and connection_id = ${of.connectionId} and state = 'planned'
          union all
          select run_id from check_runs
           where organization_id = ${organizationId} and connection_id = ${of.connectionId} and state = 'numbered') f
    join bank_orders b on b.organization_id = ${organizationId} and b.file_id = f.file_id
   where b.state = 'filed' and b.account_id = any (${uuidArray(of.accountIds)}::uuid[]))
   order by transaction_id for update`);

/** Of these payments, those that are not in a file: they have no order yet, or one that waits. */
export const unfiledAmong = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  select g.id as transaction_id from unnest(${uuidArray(ids)}::uuid[]) as g(id)
   where not exists (select from bank_orders b
                      where b.organization_id = ${organizationId} and b.transaction_id = g.id and b.state in ('filed', 'refused'))
   order by g.id`);

/** The payments of files of which an answer says already that they are not made. */
export const endedInFiles = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select b.transaction_id from bank_orders b
   where b.organization_id = ${organizationId} and b.file_id = any (${eachOf(fileIds)}) and b.state = 'filed'
     and (select true from file_answers a
           where a.organization_id = ${organizationId} and a.transaction_id = b.transaction_id
             and a.outcome in ('rejected', 'blocked') limit 1)`);
