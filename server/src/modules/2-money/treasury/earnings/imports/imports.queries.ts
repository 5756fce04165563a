import type { Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { imports } from "../tables.ts";
import type { ActivityImport, ImportId } from "./activity-import.ts";
import { importStates } from "./import-states.ts";

/** Table: treasury_imports. */
export const insertImport = (tx: Tx, row: ActivityImport, content: Buffer) =>
  tx.run(sql`
  insert into treasury_imports (organization_id, import_id, account_id, file_name, content, rows, status, created_at)
  values (${row.organizationId}, ${row.importId}, ${row.accountId}, ${row.fileName}, ${content}, ${row.rows},
          ${row.status}, ${row.createdAt})
  returning ${imports.inserted()}`);

/** The file of an import, locked until it is decided. */
export const lockImportFile = (tx: Tx, organizationId: OrganizationId, importId: ImportId) =>
  tx.one<{ account_id: AccountId; file_name: string; content: Buffer }>(sql`
  select account_id, file_name, content, ${imports.proof("i")} from treasury_imports i
   where organization_id = ${organizationId} and import_id = ${importId} for update`);

/** The caller has locked it. Returns the number of rows: 0 if it no longer waits. */
export const decideImport = (
  tx: Tx,
  organizationId: OrganizationId,
  { importId, trigger, at }: { importId: ImportId; trigger: "apply" | "discard"; at: Date },
) =>
  tx.run(sql`
  update treasury_imports set status = ${importStates.moves[trigger].to}, decided_at = ${at}
   where organization_id = ${organizationId} and import_id = ${importId}
     and ${isOneOf(sql`status`, importStates.statesBefore(trigger))}
  returning ${imports.changed()}`);
