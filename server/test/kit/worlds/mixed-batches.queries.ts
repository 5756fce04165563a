import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** The rows that an accepted payment creates, by transaction. */
export const tracesOf = (db: Queryable, organizationId: OrganizationId, transactionIds: readonly string[]) =>
  db.many<{ transaction_id: string; event_id: string | null; audit_id: string | null; holds: bigint }>(sql`
    select t.transaction_id, e.event_id, a.audit_id,
           (select count(*) from ledger_entries l
             where l.organization_id = t.organization_id and l.transaction_id = t.transaction_id and l.effect = 'hold') as holds
      from transactions t
      left join events e on e.organization_id = t.organization_id and e.resource_id = t.transaction_id
      left join audit_log a on a.organization_id = t.organization_id and a.resource_id = t.transaction_id::text
     where t.organization_id = ${organizationId} and t.transaction_id = any (${[...transactionIds]}::uuid[])`);

/** The IDs in the outbox, in commit order. */
export const waitingIds = (db: Queryable, organizationId: OrganizationId, topic: "events" | "audit") =>
  db.many<{ ids: string[] }>(sql`
    select ids from outbox where organization_id = ${organizationId} and topic = ${topic} order by position`);

export const stopAccount = (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  db.run(sql`
    update ledger_balances set stop_reason = 'stopped by a test'
     where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);

/** Turns the recipient's current ACH details into a change, which starts a cooling-off period. */
export const markDetailsChanged = (db: Queryable, organizationId: OrganizationId, recipientId: string) =>
  db.run(sql`
    update recipients set first_changed_routing_id = ach_routing_id
     where organization_id = ${organizationId} and recipient_id = ${recipientId}`);

export const removeCheckDetails = (db: Queryable, organizationId: OrganizationId, recipientId: string) =>
  db.run(sql`
    update recipients set check_routing_id = null
     where organization_id = ${organizationId} and recipient_id = ${recipientId}`);
