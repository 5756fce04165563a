import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Every column of raw bytes, as `table.column`. */
export const byteColumns = (db: Queryable) =>
  db.many<{ name: string }>(sql`
  select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
   where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('bytea', 'ARRAY')
     and c.udt_name in ('bytea', '_bytea')
   order by name`);

/** The parts of `table.column` for the columns that key rotation encrypts again. */
const sealed: Readonly<Record<string, readonly [table: Sql, column: Sql]>> = {
  "ach_changes.corrected_data": [sql`ach_changes`, sql`corrected_data`],
  "accounts.account_number": [sql`accounts`, sql`account_number`],
  "attachments.content_key": [sql`attachments`, sql`content_key`],
  "bank_connections.secrets": [sql`bank_connections`, sql`secrets`],
  "bank_files.content_key": [sql`bank_files`, sql`content_key`],
  "bank_order_contents.content": [sql`bank_order_contents`, sql`content`],
  "idempotent_replies.body": [sql`idempotent_replies`, sql`body`],
  "invoice_debits.account_number": [sql`invoice_debits`, sql`account_number`],
  "mails.attachments": [sql`mails`, sql`attachments`],
  "mails.content": [sql`mails`, sql`content`],
  "recipient_invites.secret": [sql`recipient_invites`, sql`secret`],
  "recipient_routings.account_number": [sql`recipient_routings`, sql`account_number`],
  "sandbox_bank_records.content": [sql`sandbox_bank_records`, sql`content`],
  "totp_secrets.secret": [sql`totp_secrets`, sql`secret`],
  "treasury_documents.content": [sql`treasury_documents`, sql`content`],
  "treasury_imports.content": [sql`treasury_imports`, sql`content`],
  "webhook_endpoints.previous_secret": [sql`webhook_endpoints`, sql`previous_secret`],
  "webhook_endpoints.secret": [sql`webhook_endpoints`, sql`secret`],
};
const partsOf = (name: string) => present(sealed[name], `${name} is listed here`);

export const valuesOf = (db: Queryable, organizationId: OrganizationId, name: string) => {
  const [table, column] = partsOf(name);
  return db.many<{ value: Buffer }>(sql`
  select ${column} as value from ${table} where organization_id = ${organizationId} and ${column} is not null`);
};

/** Damages one value of a column: its last byte. */
export const damageOne = (db: Queryable, organizationId: OrganizationId, name: string) => {
  const [table, column] = partsOf(name);
  return db.run(sql`
  update ${table} set ${column} = set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1)
   where organization_id = ${organizationId} and ctid = (select ctid from ${table} where organization_id = ${organizationId} and ${column} is not null limit 1)`);
};

/** Removes a mail's text, as the service does after sending in production mode. */
export const forgetOneMail = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  update mails set content = null, attachments = null, status = 'sent', sent_at = coalesce(sent_at, created_at)
   where organization_id = ${organizationId}
     and mail_id = (select mail_id from mails where organization_id = ${organizationId} order by mail_id limit 1)`);
