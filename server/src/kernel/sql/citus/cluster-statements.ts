import type { Sql } from "../sql.ts";

/** The organization that a statement is about. */
const NAMED = /\borganization_id = \$(\d+)/;
/** A row of the same organization as another one. The second form is of rows that `update` has locked (kernel/sql/proven-table.ts). */
const SAME = /\b(\w+)\.organization_id = (?:\w+\.organization_id|l\.locked_0)\b/g;

/**
 * A statement as a cluster runs it. Like functions (worker-functions.ts), statements are written for a single server, where
 * they are fastest:
 *
 * - Every row that is compared with another one of its organization is also compared with the organization that the
 *   statement names: Citus does not conclude this for subqueries and outer joins, and would ask every worker.
 * - Citus returns from a change only what immutable functions compute. PostgreSQL does not count `record_send` as one,
 *   because it sends texts in the client's encoding, which is always UTF-8 here; `record_bytes` calls it.
 */
export function forCluster(statement: Sql): Sql {
  const named = NAMED.exec(statement.text)?.[1];
  const digests = statement.text.replaceAll("record_send(", "record_bytes(");
  const text =
    named === undefined
      ? digests
      : digests.replaceAll(SAME, (same, row) => `${same} and ${row}.organization_id = $${named}`);
  return { ...statement, text };
}
