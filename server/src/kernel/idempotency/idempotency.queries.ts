import type { Queryable, Tx } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import type { OrganizationId } from "../values/ids.ts";

export interface KeyedOperation {
  readonly organizationId: OrganizationId;
  readonly operation: string;
  readonly keyDigest: string;
}

/** 1 if the key is new, 0 if it has a stored reply. Waits for a concurrent transaction that uses the same key. */
export const claimKey = (tx: Tx, keyed: KeyedOperation, instructionHashes: string, at: Date) =>
  tx.run(sql`
  insert into idempotent_replies (organization_id, operation, key_digest, instruction_hashes, created_at)
  values (${keyed.organizationId}, ${keyed.operation}, ${keyed.keyDigest}, ${instructionHashes}, ${at})
  on conflict do nothing`);

export const findReply = (db: Queryable, keyed: KeyedOperation) =>
  db.maybe<{ instruction_hashes: string; status_code: number | null; body: Buffer | null }>(sql`
    select instruction_hashes, status_code, body from idempotent_replies
     where organization_id = ${keyed.organizationId} and operation = ${keyed.operation} and key_digest = ${keyed.keyDigest}`);

export const storeReply = (tx: Tx, keyed: KeyedOperation, reply: { statusCode: number; body: Buffer }) =>
  tx.run(sql`
  update idempotent_replies set status_code = ${reply.statusCode}, body = ${reply.body}
   where organization_id = ${keyed.organizationId} and operation = ${keyed.operation} and key_digest = ${keyed.keyDigest}`);
