import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { checkExceptions } from "../../tables.ts";
import { type CheckExceptionState, checkExceptionStates } from "../check-states.ts";

export type CheckExceptionId = Id<"checkException">;

/** How a presented check differs from what was issued. */
export const checkExceptionKinds = [
  "paidWithoutIssue",
  "amountMismatch",
  "payeeMismatch",
  "paidTwice",
  "paidAfterStop",
  "paidAfterVoid",
] as const;
export type CheckExceptionKind = (typeof checkExceptionKinds)[number];

export const exceptionDecisions = ["pay", "return"] as const;
export type ExceptionDecision = (typeof exceptionDecisions)[number];

export interface CheckExceptionRow {
  readonly exception_id: CheckExceptionId;
  readonly connection_id: ConnectionId;
  readonly account_id: AccountId;
  readonly check_number: bigint;
  readonly transaction_id: TransactionId | null;
  readonly state: CheckExceptionState;
  readonly kind: CheckExceptionKind;
  readonly amount_minor: bigint;
  readonly presented_on: string | null;
  readonly source_file_id: BankFileId;
  readonly reported_at: Date;
  readonly decide_by: Date;
  readonly decision: ExceptionDecision | null;
  readonly decided_at: Date | null;
}

/** With the check that has its number; null if none was issued. */
export interface FoundExceptionRow extends CheckExceptionRow {
  readonly issued_minor: bigint | null;
  readonly payee: string | null;
}

const columns = sql`e.exception_id, e.connection_id, e.account_id, e.check_number, e.transaction_id, e.state, e.kind, e.amount_minor, e.presented_on,
  e.source_file_id, e.reported_at, e.decide_by, e.decision, e.decided_at, c.amount_minor as issued_minor, c.payee`;
const exceptions = sql`check_exceptions e left join checks c using (organization_id, account_id, check_number)`;

/** 0 if it was reported before. */
export const insertException = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Omit<CheckExceptionRow, "state" | "decision" | "decided_at">,
) =>
  tx.run(sql`
  insert into check_exceptions (organization_id, exception_id, connection_id, account_id, check_number, transaction_id, state, kind,
                                amount_minor, presented_on, source_file_id, reported_at, decide_by)
  values (${organizationId}, ${row.exception_id}, ${row.connection_id}, ${row.account_id}, ${row.check_number.toString()}, ${row.transaction_id},
          ${checkExceptionStates.initial[0]}, ${row.kind}, ${row.amount_minor.toString()}, ${row.presented_on}, ${row.source_file_id},
          ${row.reported_at}, ${row.decide_by})
  on conflict do nothing
  returning ${checkExceptions.inserted()}`);

/** Exceptions without a decision, the most urgent first. */
export const openExceptions = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<FoundExceptionRow>(sql`
  select ${columns}, ${checkExceptions.proofOrSkip("e")} from ${exceptions}
   where e.organization_id = ${organizationId} and e.state = ${checkExceptionStates.initial[0]}
   order by e.decide_by, e.exception_id limit ${limit}`);

export const exceptionsOfPayment = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.many<FoundExceptionRow>(sql`
  select ${columns} from ${exceptions}
   where e.organization_id = ${organizationId} and e.transaction_id = ${transactionId} order by e.reported_at, e.exception_id`);

export const findException = (db: Queryable, organizationId: OrganizationId, exceptionId: string) =>
  db.maybe<FoundExceptionRow>(sql`
  select ${columns}, ${checkExceptions.proof("e")} from ${exceptions}
   where e.organization_id = ${organizationId} and e.exception_id = ${exceptionId}`);

/** Returns the number of rows moved. */
export const decideExceptionRow = (
  tx: Tx,
  organizationId: OrganizationId,
  { exceptionId, decision, at }: { exceptionId: CheckExceptionId; decision: ExceptionDecision; at: Date },
) =>
  tx.run(
    checkExceptions.update({
      set: sql`state = ${checkExceptionStates.moves.decide.to}, decision = ${decision}, decided_at = ${at}`,
      where: sql`organization_id = ${organizationId} and exception_id = ${exceptionId}
     and ${isOneOf(sql`state`, checkExceptionStates.statesBefore("decide"))}`,
    }),
  );
