import type { OrganizationId } from "../ids.ts";
import type { Tx } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

export interface KeyedOperation {
  readonly organizationId: OrganizationId;
  readonly operation: string;
  readonly keyDigest: string;
}

/** 1 when the key is ours to use, 0 when it has an answer. Waits for a transaction that is using it right now. */
export const claimKey = (tx: Tx, keyed: KeyedOperation, instructionHashes: string, at: Date) => tx.run(sql`
  insert into idempotent_replies (organization_id, operation, key_digest, instruction_hashes, created_at)
  values (${keyed.organizationId}, ${keyed.operation}, ${keyed.keyDigest}, ${instructionHashes}, ${at})
  on conflict do nothing`);

export const findReply = (tx: Tx, keyed: KeyedOperation) =>
  tx.one<{ instruction_hashes: string; status_code: number | null; body: Buffer | null }>(sql`
    select instruction_hashes, status_code, body from idempotent_replies
     where organization_id = ${keyed.organizationId} and operation = ${keyed.operation} and key_digest = ${keyed.keyDigest}`);

export const storeReply = (tx: Tx, keyed: KeyedOperation, reply: { statusCode: number; body: Buffer }) => tx.run(sql`
  update idempotent_replies set status_code = ${reply.statusCode}, body = ${reply.body}
   where organization_id = ${keyed.organizationId} and operation = ${keyed.operation} and key_digest = ${keyed.keyDigest}`);
