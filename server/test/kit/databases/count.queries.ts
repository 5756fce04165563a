import type { Service } from "#kernel/process/service.ts";
import { proveAsIs } from "#kernel/proofs/watch-rows.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { organizations } from "#records/identity";

/** Numbers of payments, distinct idempotency keys, events, and audit rows. Tests compare them after concurrent load. */
export const countPayments = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ payments: bigint; keys: bigint; holds: bigint; events: bigint; audits: bigint }>(sql`
    select count(*) as payments, count(distinct key_digest) as keys,
           (select count(*) from ledger_entries e where e.organization_id = ${organizationId} and e.effect = 'hold') as holds,
           (select count(*) from events v join transactions p on p.organization_id = v.organization_id and p.transaction_id = v.resource_id
             where v.organization_id = ${organizationId} and v.operation = 'create' and p.kind = 'outgoingPayment') as events,
           (select count(*) from audit_log a where a.organization_id = ${organizationId} and a.action = 'transaction.create') as audits
      from transactions t
     where t.organization_id = ${organizationId} and t.kind = 'outgoingPayment'`);

/** Audit rows of an action. */
export const countAudited = async (db: Queryable, organizationId: OrganizationId, action: string): Promise<number> =>
  Number(
    (
      await db.one<{ rows: bigint }>(sql`
      select count(*) as rows from audit_log where organization_id = ${organizationId} and action = ${action}`)
    ).rows,
  );

export const balanceOf = (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  db.one<{ available_minor: bigint; held_minor: bigint }>(sql`
    select available_minor, held_minor from ledger_balances where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);

export async function setGuardHours(service: Service, organizationId: OrganizationId, hours: number) {
  await service.database.run(
    sql`update organizations set duplicate_guard_hours = ${hours} where organization_id = ${organizationId}`,
  );
  await proveAsIs(service, organizations, organizationId);
}

/** Changes a balance without a ledger entry, as a fault or an attacker would. */
export const addToBalance = (db: Queryable, organizationId: OrganizationId, accountId: string, minor: bigint) =>
  db.run(sql`
    update ledger_balances set available_minor = available_minor + ${minor}
     where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
