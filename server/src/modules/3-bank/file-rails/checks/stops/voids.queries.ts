import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { checks, checkVoids } from "../../tables.ts";
import { type CheckVoidState, checkVoidStates } from "../check-states.ts";

export type CheckVoidId = Id<"checkVoid">;

export interface CheckVoidRow {
  readonly void_id: CheckVoidId;
  readonly account_id: AccountId;
  readonly check_number: bigint;
  readonly transaction_id: TransactionId;
  readonly connection_id: ConnectionId;
  readonly state: CheckVoidState;
  readonly kind: "void" | "stop";
  readonly code: string;
  readonly requested_at: Date;
  readonly file_id: BankFileId | null;
  readonly reason: string | null;
}

const columns = sql`void_id, account_id, check_number, transaction_id, connection_id, state, kind, code, requested_at, file_id, reason`;
const before = (trigger: (typeof checkVoidStates.triggers)[number]) =>
  isOneOf(sql`state`, checkVoidStates.statesBefore(trigger));

/** To be reported to the bank. A check that is being reported already stays as it is. */
export const insertVoids = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    voids,
    accountId,
    connectionId,
    kind,
    code,
    at,
  }: {
    voids: readonly Pick<CheckVoidRow, "void_id" | "check_number" | "transaction_id">[];
    accountId: AccountId;
    connectionId: ConnectionId;
    kind: CheckVoidRow["kind"];
    code: string;
    at: Date;
  },
) =>
  tx.run(sql`
  insert into check_voids (organization_id, void_id, account_id, check_number, transaction_id, connection_id, state, kind, code, requested_at)
  select ${organizationId}::uuid, g.id, ${accountId}::uuid, g.number, g.transaction_id, ${connectionId}::uuid, ${checkVoidStates.initial[0]}::text, ${kind}::text, ${code}::text, ${at}::timestamptz
    from unnest(${uuidArray(voids.map((row) => row.void_id))}::uuid[], ${voids.map((row) => row.check_number.toString())}::bigint[],
                ${uuidArray(voids.map((row) => row.transaction_id))}::uuid[]) as g(id, number, transaction_id)
  on conflict do nothing
  returning ${checkVoids.inserted()}`);

/** What goes into the next files. */
export const waitingVoids = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ connection_id: ConnectionId; account_id: AccountId }>(sql`
  select distinct connection_id, account_id from check_voids
   where organization_id = ${organizationId} and state = ${checkVoidStates.initial[0]} order by 1, 2`);

/** A voided check as its line in the file needs it. */
export interface VoidToReport extends CheckVoidRow {
  readonly amount_minor: bigint;
  readonly issued_on: string;
  readonly payee: string | null;
}

export const voidsToReport = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, accountId, limit }: { connectionId: ConnectionId; accountId: AccountId; limit: number },
) =>
  db.many<VoidToReport>(sql`
  select v.void_id, v.account_id, v.check_number, v.transaction_id, v.connection_id, v.state, v.kind, v.code, v.requested_at, v.file_id, v.reason,
         c.amount_minor, c.issued_on, c.payee, ${checkVoids.proofOrSkip("v")}, ${checks.proofOrSkip("c")}
    from check_voids v join checks c using (organization_id, account_id, check_number)
   where v.organization_id = ${organizationId} and v.connection_id = ${connectionId} and v.account_id = ${accountId}
     and v.state = ${checkVoidStates.initial[0]}
   order by v.check_number limit ${limit}`);

/** Returns those that moved. */
export const reportVoids = (
  tx: Tx,
  organizationId: OrganizationId,
  { voidIds, file }: { voidIds: readonly CheckVoidId[]; file?: { readonly fileId: BankFileId; readonly name: string } },
) => {
  const trigger = file === undefined ? "hand" : "report";
  return tx.many<{ void_id: CheckVoidId }>(
    checkVoids.update({
      set: sql`state = ${checkVoidStates.moves[trigger].to}, file_id = ${file?.fileId ?? null}, file_name = ${file?.name ?? null}`,
      where: sql`organization_id = ${organizationId} and void_id = any (${uuidArray(voidIds)}::uuid[]) and ${before(trigger)}`,
      returning: sql`void_id`,
    }),
  );
};

/** Files with voids that the bank has not answered. */
export const reportedVoidFiles = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ file_id: BankFileId; connection_id: ConnectionId }>(sql`
  select distinct file_id, connection_id from check_voids
   where organization_id = ${organizationId} and state = ${checkVoidStates.moves.report.to} order by file_id`);

/** The file with voids that has this name at the bank. Status reports have room for 35 characters of it. */
export const findVoidFile = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, name }: { connectionId: ConnectionId; name: string },
) =>
  db.maybe<{ file_id: BankFileId }>(sql`
  select file_id from check_voids
   where organization_id = ${organizationId} and connection_id = ${connectionId} and file_name is not null and left(file_name, 35) = ${name}
   order by file_id desc limit 1`);

export const voidsOfFile = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.many<CheckVoidRow>(sql`
  select ${columns}, ${checkVoids.proofOrSkip("v")} from check_voids v
   where organization_id = ${organizationId} and file_id = ${fileId} order by account_id, check_number`);

/** What is being reported about checks: at most one for each. */
export const lockOpenVoids = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, numbers }: { accountId: AccountId; numbers: readonly bigint[] },
) =>
  tx.many<CheckVoidRow>(sql`
  select ${columns}, ${checkVoids.proofOrSkip("v")} from check_voids v
   where organization_id = ${organizationId} and account_id = ${accountId} and check_number = any (${numbers.map(String)}::bigint[])
     and state in ('waiting', 'reported', 'manual') order by check_number for update`);

/** The last thing that was reported about a check. */
export const findLastVoid = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, checkNumber }: { accountId: AccountId; checkNumber: bigint },
) =>
  db.maybe<CheckVoidRow>(sql`
  select ${columns} from check_voids
   where organization_id = ${organizationId} and account_id = ${accountId} and check_number = ${checkNumber.toString()}
   order by void_id desc limit 1`);

/** Returns the number of rows moved. */
export const decideVoid = (
  tx: Tx,
  organizationId: OrganizationId,
  { voidId, trigger, reason, at }: { voidId: CheckVoidId; trigger: "accept" | "refuse"; reason?: string; at: Date },
) =>
  tx.run(
    checkVoids.update({
      set: sql`state = ${checkVoidStates.moves[trigger].to}, decided_at = ${at}, reason = ${reason ?? null}`,
      where: sql`organization_id = ${organizationId} and void_id = ${voidId} and ${before(trigger)}`,
    }),
  );
