import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { checks } from "../tables.ts";
import { type CheckRunState, type CheckState, checkStates } from "./check-states.ts";

export interface CheckRow {
  readonly account_id: AccountId;
  readonly check_number: bigint;
  readonly transaction_id: TransactionId;
  readonly run_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly state: CheckState;
  readonly amount_minor: bigint;
  readonly issued_on: string;
  readonly payee: string | null;
  readonly mailed_at: Date | null;
  readonly paid_on: string | null;
  /** What the bank paid. Cents. */
  readonly paid_minor: bigint | null;
  readonly code: string | null;
}

const columns = sql`account_id, check_number, transaction_id, run_id, connection_id, state, amount_minor, issued_on, payee, mailed_at, paid_on, paid_minor, code`;

/** Locks the proven checks with these numbers, in the order of their numbers. Any other was not issued. */
export const lockChecks = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, numbers }: { accountId: AccountId; numbers: readonly bigint[] },
) =>
  tx.many<CheckRow>(sql`
  select ${columns}, ${checks.proofOrSkip("checks")} from checks
   where organization_id = ${organizationId} and account_id = ${accountId} and check_number = any (${numbers.map(String)}::bigint[])
   order by check_number for update`);

/** Locks the proven checks of a run. */
export const lockChecksOfRun = (tx: Tx, organizationId: OrganizationId, runId: BankFileId) =>
  tx.many<CheckRow>(sql`
  select ${columns}, ${checks.proofOrSkip("checks")} from checks
   where organization_id = ${organizationId} and run_id = ${runId} order by check_number for update`);

/** The proven numbers of a run's checks. */
export const numbersOfRun = (db: Queryable, organizationId: OrganizationId, runId: BankFileId) =>
  db.many<Pick<CheckRow, "transaction_id" | "check_number" | "amount_minor">>(sql`
  select transaction_id, check_number, amount_minor, ${checks.proofOrSkip("checks")} from checks
   where organization_id = ${organizationId} and run_id = ${runId}`);

/** The newest check of a payment; a payment whose first run was dropped has an older one, which is void. */
export const lockCheckOfPayment = (tx: Tx, organizationId: OrganizationId, transactionId: TransactionId) =>
  tx.maybe<CheckRow>(sql`
  select ${columns}, ${checks.proof("checks")} from checks
   where organization_id = ${organizationId} and transaction_id = ${transactionId}
   order by check_number desc limit 1 for update`);

export const findCheckOfPayment = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.maybe<CheckRow>(sql`
  select ${columns}, ${checks.proof("checks")} from checks
   where organization_id = ${organizationId} and transaction_id = ${transactionId} order by check_number desc limit 1`);

/** The payments of an account whose checks ended between two instants without having been paid, the latest first. */
export const uncashedChecks = (
  db: Queryable,
  { organizationId, accountId }: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id, ${checks.proofOrSkip("checks")} from checks
   where organization_id = ${organizationId} and account_id = ${accountId} and state in ('stopped', 'returned')
     and ended_at >= ${from} and ended_at < ${to}
   order by ended_at desc limit ${limit}`);

/** As people see it: with what happened to the run that it is printed in. */
export interface ShownCheckRow extends CheckRow {
  readonly run_state: CheckRunState;
  readonly printed_at: Date | null;
}

export const findShownCheckOfPayment = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.maybe<ShownCheckRow>(sql`
  select c.account_id, c.check_number, c.transaction_id, c.run_id, c.connection_id, c.state, c.amount_minor, c.issued_on, c.payee, c.mailed_at,
         c.paid_on, c.paid_minor, c.code, r.state as run_state, r.printed_at
    from checks c join check_runs r using (organization_id, run_id)
   where c.organization_id = ${organizationId} and c.transaction_id = ${transactionId} order by c.check_number desc limit 1`);

/** Records the names that the bank compares with those on the checks, which are locked. */
export const setPayees = (
  tx: Tx,
  organizationId: OrganizationId,
  { runId, payees }: { runId: BankFileId; payees: readonly { transactionId: TransactionId; payee: string }[] },
) =>
  tx.run(sql`
  update checks c set payee = g.payee
    from unnest(${uuidArray(payees.map((row) => row.transactionId))}::uuid[], ${payees.map((row) => row.payee)}::text[]) as g(id, payee)
   where c.organization_id = ${organizationId} and c.run_id = ${runId} and c.transaction_id = g.id
  returning ${checks.changed("c")}`);

/** Checks, which are locked, are in the mail. Returns those that moved. */
export const mailChecks = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, numbers, at }: { accountId: AccountId; numbers: readonly bigint[]; at: Date },
) =>
  tx.many<{ check_number: bigint; transaction_id: TransactionId }>(sql`
  update checks set state = ${checkStates.moves.mail.to}, mailed_at = ${at}
   where organization_id = ${organizationId} and account_id = ${accountId} and check_number = any (${numbers.map(String)}::bigint[])
     and ${isOneOf(sql`state`, checkStates.statesBefore("mail"))}
  returning check_number, transaction_id, ${checks.changed()}`);

/** A check that the bank pays. */
export interface PaidCheck extends Pick<CheckRow, "check_number" | "run_id"> {
  readonly paidOn: string;
  /** Cents. */
  readonly paidMinor: bigint;
}

export const payChecks = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, paid, at }: { accountId: AccountId; paid: readonly PaidCheck[]; at: Date },
) =>
  tx.run(sql`
  update checks c
     set state = ${checkStates.moves.pay.to}, mailed_at = coalesce(c.mailed_at, ${at}), paid_on = g.paid_on, paid_minor = g.minor, ended_at = ${at}
    from unnest(${paid.map((row) => row.check_number.toString())}::bigint[], ${paid.map((row) => row.paidOn)}::date[],
                ${paid.map((row) => row.paidMinor.toString())}::bigint[]) as g(number, paid_on, minor)
   where c.organization_id = ${organizationId} and c.account_id = ${accountId} and c.check_number = g.number
     and ${isOneOf(sql`c.state`, checkStates.statesBefore("pay"))}
  returning ${checks.changed("c")}`);

/** Ends checks, which are locked, without payment. Returns those that moved. */
export const endChecks = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    accountId,
    numbers,
    trigger,
    code,
    at,
  }: {
    accountId: AccountId;
    numbers: readonly bigint[];
    trigger: "void" | "stop" | "return";
    code: string;
    at: Date;
  },
) =>
  tx.many<{ check_number: bigint; transaction_id: TransactionId }>(sql`
  update checks set state = ${checkStates.moves[trigger].to}, code = ${code}, ended_at = ${at}
   where organization_id = ${organizationId} and account_id = ${accountId} and check_number = any (${numbers.map(String)}::bigint[])
     and ${isOneOf(sql`state`, checkStates.statesBefore(trigger))}
  returning check_number, transaction_id, ${checks.changed()}`);

/** Whether checks of the run are not known to be in the mail. */
export const hasUnmailedChecks = (db: Queryable, organizationId: OrganizationId, runId: BankFileId) =>
  db.one<{ found: boolean }>(sql`
  select exists (select from checks where organization_id = ${organizationId} and run_id = ${runId}
                   and state = ${checkStates.initial[0]}) as found`);
