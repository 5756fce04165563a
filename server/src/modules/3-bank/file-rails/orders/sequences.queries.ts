import type { ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { fileSequences } from "../tables.ts";

/** The next sequence number (ACH: of trace numbers) and file number of a connection. */
export interface Sequence {
  readonly next_sequence: number;
  readonly next_file: number;
}

/** Locks the connection's numbers; there is a row after the first call. */
export async function lockSequence(
  tx: Tx,
  organizationId: OrganizationId,
  connectionId: ConnectionId,
): Promise<Sequence> {
  await tx.run(sql`
  insert into file_sequences (organization_id, connection_id, next_sequence, next_file) values (${organizationId}, ${connectionId}, 1, 1)
  on conflict do nothing
  returning ${fileSequences.inserted()}`);
  const numbers = await tx.one<Sequence>(sql`
  select s.next_sequence, s.next_file, ${fileSequences.proof("s")} from file_sequences s
   where s.organization_id = ${organizationId} and s.connection_id = ${connectionId} for update`);
  assert(numbers.next_sequence > 0, "trace numbers are counted from 1");
  assert(numbers.next_file > 0, "files are counted from 1");
  return numbers;
}

export async function setSequence(
  tx: Tx,
  organizationId: OrganizationId,
  connectionId: ConnectionId,
  next: Sequence,
): Promise<void> {
  const stored = await tx.run(sql`
  update file_sequences set next_sequence = ${next.next_sequence}, next_file = ${next.next_file}
   where organization_id = ${organizationId} and connection_id = ${connectionId}
  returning ${fileSequences.changed()}`);
  assert(stored === 1, "numbers that were given out are given out once");
}
