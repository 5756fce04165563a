import type { Queryable } from "#kernel/sql/database.ts";
import { literally, type Sql, sql } from "#kernel/sql/sql.ts";
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

/** Columns of raw bytes without encrypted values, and what they contain. */
export const notSealed: Readonly<Record<string, string>> = {
  "api_tokens.token_hash": "a keyed hash",
  "approval_batch_decisions.content": "a digest",
  "approval_requests.terms": "a digest",
  "approval_reviews.terms": "a digest",
  "attachments.sha256": "a digest of a file",
  "bank_file_contents.content": "encrypted with a key of its own, which is in bank_files.content_key",
  "bank_file_ignores.fingerprint": "a keyed hash",
  "bank_file_items.fingerprint": "a keyed hash",
  "bank_files.sha256": "a digest of a file",
  "statements.digest": "a digest",
  "audit_heads.mac": "a MAC",
  "row_proofs.proof": "a MAC",
  "audit_log.mac": "a MAC",
  "audit_seals.mac": "a MAC",
  "audit_stream_ends.mac": "a MAC",
  "invitations.secret_hash": "a keyed hash",
  "known_devices.device_hash": "a keyed hash",
  "oauth_grants.access_hash": "a keyed hash",
  "oauth_grants.client_digest": "a digest",
  "oauth_grants.code_hash": "a keyed hash",
  "oauth_grants.refresh_before": "a keyed hash",
  "oauth_grants.refresh_hash": "a keyed hash",
  "organization_keys.wrapped_key": "wrapped by the master key",
  "passkeys.credential_id": "public",
  "passkeys.public_key": "public",
  "account_validations.secret_hash": "a keyed hash",
  "recipient_invites.secret_hash": "a keyed hash",
  "recipient_routings.account_fingerprint": "a keyed hash",
  "recipient_routings.seal": "a keyed hash",
  "recovery_codes.code_hash": "a keyed hash",
  "screening_cases.digest": "a digest",
  "screening_checks.digest": "a digest",
  "screening_lists.content": "a published list, compressed",
  "screening_lists.content_sha256": "a digest",
  "service_keys.wrapped_key": "wrapped by the master key",
  "sessions.secret_hash": "a keyed hash",
  "sign_in_throttles.throttle_key": "a keyed hash",
  "sign_ins.secret_hash": "a keyed hash",
  "used_passkey_challenges.challenge_hash": "a hash",
  "used_provider_tokens.token_hash": "a hash",
};

/** The parts of `table.column`. */
const partsOf = (name: string): readonly [table: Sql, column: Sql] => {
  const [table, column] = name.split(".");
  return [literally(table ?? ""), literally(column ?? "")];
};

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
