import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

// What an attacker who can write to the database, but has no key, does to payments and their audit rows.

export interface AuditedPayment {
  readonly transaction_id: string;
  readonly audit_id: string;
  readonly number: bigint;
}

export const auditedPayments = (db: Queryable, id: OrganizationId) =>
  db.many<AuditedPayment>(sql`
  select t.transaction_id, l.audit_id, l.number
    from transactions t
    join audit_log l on l.organization_id = t.organization_id and l.resource_id = t.transaction_id::text
   where t.organization_id = ${id} and t.kind = 'outgoingPayment' order by l.number`);

export const redirectRecipient = (db: Queryable, id: OrganizationId, transactionId: string, recipientId: string) =>
  db.run(sql`
  update transactions set counterparty_id = ${recipientId} where organization_id = ${id} and transaction_id = ${transactionId}`);

export const redirectDetails = (db: Queryable, id: OrganizationId, transactionId: string, recipientId: string) =>
  db.run(sql`
  update transactions set routing_id = (select ach_routing_id from recipients where organization_id = ${id} and recipient_id = ${recipientId})
   where organization_id = ${id} and transaction_id = ${transactionId}`);

export const renameCounterparty = (db: Queryable, id: OrganizationId, transactionId: string) =>
  db.run(sql`
  update transactions set counterparty_name = 'Mallory' where organization_id = ${id} and transaction_id = ${transactionId}`);

export const changeAmount = (db: Queryable, id: OrganizationId, transactionId: string) =>
  db.run(sql`
  update transactions set amount_minor = amount_minor - 1 where organization_id = ${id} and transaction_id = ${transactionId}`);

export const swapNumbers = (db: Queryable, id: OrganizationId, a: AuditedPayment, b: AuditedPayment) =>
  db.run(sql`
  update audit_log
     set number = case when audit_id = ${a.audit_id} then ${b.number.toString()}::bigint else ${a.number.toString()}::bigint end
   where organization_id = ${id} and audit_id in (${a.audit_id}, ${b.audit_id})`);

/** Removes all traces of a payment: deletes its audit row and renumbers the rows after it. */
export const closeGap = async (db: Queryable, id: OrganizationId, { audit_id, number }: AuditedPayment) => {
  await db.run(sql`delete from audit_log where organization_id = ${id} and audit_id = ${audit_id}`);
  await forgetInOutbox(db, id, audit_id);
  await db.run(sql`
    update audit_log l set number = number - 1
     where l.organization_id = ${id} and l.number > ${number.toString()}::bigint
       and l.stream_id in (select ledger_account_id from ledger_balances where organization_id = ${id})`);
  await setBackCounter(db, id, 1);
};

export const forgetInOutbox = async (db: Queryable, id: OrganizationId, auditId: string) => {
  await db.run(sql`
    update outbox set ids = array_remove(ids, ${auditId}::uuid) where organization_id = ${id} and topic = 'audit'`);
  await db.run(sql`delete from outbox where organization_id = ${id} and topic = 'audit' and ids = '{}'`);
};

/** Of the accounts, not of the organization itself. */
export const setBackCounter = (db: Queryable, id: OrganizationId, by: number) =>
  db.run(sql`
  update ledger_balances set audit_number = audit_number - ${by}::integer where organization_id = ${id} and audit_number > 0`);

export const deleteOutbox = (db: Queryable, id: OrganizationId) =>
  db.run(sql`delete from outbox where organization_id = ${id} and topic = 'audit'`);

export const deletePayment = async (
  db: Queryable,
  id: OrganizationId,
  { transaction_id, audit_id }: AuditedPayment,
) => {
  await db.run(sql`delete from audit_log where organization_id = ${id} and audit_id = ${audit_id}`);
  await db.run(sql`delete from transactions where organization_id = ${id} and transaction_id = ${transaction_id}`);
  await db.run(sql`delete from events where organization_id = ${id} and resource_id = ${transaction_id}`);
};

/** A payment made directly in the database, bypassing the service: without an audit row. */
export const insertPayment = (db: Queryable, id: OrganizationId, from: string, newId: string) =>
  db.run(sql`
  insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
                            kind, method, counterparty_name, routing_id, bank_description, status)
  select organization_id, ${newId}, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at,
         kind, method, counterparty_name, routing_id, bank_description, 'pending'
    from transactions where organization_id = ${id} and transaction_id = ${from}`);

/** A forged audit row, referenced in the outbox, with everything that the attacker can know. */
export const insertRow = async (
  db: Queryable,
  id: OrganizationId,
  { auditId, like, number }: { auditId: string; like: string; number: bigint | null },
) => {
  await db.run(sql`
    insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, action, resource_type, resource_id, after, stream_id, number, mac)
    select organization_id, ${auditId}, at, 'user', actor_id, 'user.lock', 'user', 'somebody', '{}',
           ${number === null ? null : id}::uuid, ${number === null ? null : number.toString()}::bigint, ${number === null ? null : Buffer.alloc(32, 1)}::bytea
      from audit_log where organization_id = ${id} and audit_id = ${like}`);
  await db.run(sql`insert into outbox (organization_id, topic, ids) values (${id}, 'audit', array[${auditId}::uuid])`);
};

/** The attacker may hold a lock for as long as it likes. */
const forEver = (tx: Tx) => tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);

export const lockConsumer = async (tx: Tx, id: OrganizationId) => {
  await forEver(tx);
  await tx.run(sql`select 1 from outbox_consumers where organization_id = ${id} and topic = 'audit' for update`);
};

export const lockHead = async (tx: Tx, id: OrganizationId) => {
  await forEver(tx);
  await tx.run(sql`select 1 from audit_heads where organization_id = ${id} for update`);
};

export const lockAuditLog = async (tx: Tx) => {
  await forEver(tx);
  await tx.run(sql`lock table audit_log in access exclusive mode`);
};

/** Returns an organization's log to the form it had before rows were numbered. */
export const forgetNumbers = async (db: Queryable, id: OrganizationId) => {
  await db.run(sql`update audit_log set stream_id = null, number = null, mac = null where organization_id = ${id}`);
  await db.run(sql`delete from audit_streams where organization_id = ${id}`);
  await db.run(sql`delete from audit_stream_ends where organization_id = ${id}`);
};

/** The newest row, as if it had never had a number. */
export const forgetLastNumber = (db: Queryable, id: OrganizationId) =>
  db.run(sql`
  update audit_log set stream_id = null, number = null, mac = null
   where organization_id = ${id} and audit_id = (select audit_id from audit_log where organization_id = ${id} order by audit_id desc limit 1)`);
