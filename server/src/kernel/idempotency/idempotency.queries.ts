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

/** A stored reply, named `<digest>/<operation>`, in the order of the digest. */
export type ReplyName = `${string}/${string}`;

/** Replies after the named one, locked for re-encryption. */
export const lockSealedReplies = (
  tx: Tx,
  organizationId: OrganizationId,
  range: { after: ReplyName; limit: number },
) => {
  const [digest, operation] = partsOf(range.after);
  return tx.many<{ id: ReplyName; sealed: Buffer }>(sql`
    select key_digest || '/' || operation as id, body as sealed from idempotent_replies
     where organization_id = ${organizationId}
       and (key_digest, operation) > (${digest}::uuid, ${operation}::text)
     order by key_digest, operation limit ${range.limit}
       for update`);
};

export const replaceSealedReply = (tx: Tx, organizationId: OrganizationId, name: ReplyName, sealed: Buffer) => {
  const [digest, operation] = partsOf(name);
  return tx.run(sql`
    update idempotent_replies set body = ${sealed}
     where organization_id = ${organizationId} and operation = ${operation} and key_digest = ${digest}::uuid`);
};

const partsOf = (name: ReplyName): readonly [digest: string, operation: string] => [name.slice(0, 36), name.slice(37)];
