import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { ConnectionId } from "../../bank-connections/index.ts";

/** The next sequence number (ACH: of trace numbers) and file number of a connection. */
export interface Sequence {
  readonly next_sequence: number;
  readonly next_file: number;
}

/** Locks the connection's numbers; there is a row after the first call. */
export const lockSequence = (tx: Tx, organizationId: OrganizationId, connectionId: ConnectionId) =>
  tx.one<Sequence>(sql`
  insert into file_sequences (organization_id, connection_id, next_sequence, next_file) values (${organizationId}, ${connectionId}, 1, 1)
  on conflict (organization_id, connection_id) do update set next_sequence = file_sequences.next_sequence
  returning next_sequence, next_file`);

export const setSequence = (tx: Tx, organizationId: OrganizationId, connectionId: ConnectionId, next: Sequence) =>
  tx.run(sql`
  update file_sequences set next_sequence = ${next.next_sequence}, next_file = ${next.next_file}
   where organization_id = ${organizationId} and connection_id = ${connectionId}`);
