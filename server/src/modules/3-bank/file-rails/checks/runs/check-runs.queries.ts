import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { bankOrderStates } from "../../orders/order-states.ts";
import { checkRuns, checkSequences, checks } from "../../tables.ts";
import { type CheckRunState, checkRunStates, checkStates } from "../check-states.ts";

/** Locks the account's numbers; there is a row after the first call. Returns the number of its next check. */
export async function lockCheckSequence(
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, first }: { accountId: AccountId; first: number },
): Promise<{ readonly next_number: bigint }> {
  await tx.run(sql`
  insert into check_sequences (organization_id, account_id, next_number) values (${organizationId}, ${accountId}, ${first})
  on conflict do nothing
  returning ${checkSequences.inserted()}`);
  return tx.one<{ next_number: bigint }>(sql`
  select s.next_number, ${checkSequences.proof("s")} from check_sequences s
   where s.organization_id = ${organizationId} and s.account_id = ${accountId} for update`);
}

export const setCheckSequence = (tx: Tx, organizationId: OrganizationId, accountId: AccountId, next: bigint) =>
  tx.run(sql`
  update check_sequences set next_number = ${next.toString()}
   where organization_id = ${organizationId} and account_id = ${accountId}
  returning ${checkSequences.changed()}`);

/** The accounts that have open payments in a window. */
export const accountsOfWindow = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, windowAt }: { connectionId: ConnectionId; windowAt: Date },
) =>
  db.many<{ account_id: AccountId }>(sql`
  select distinct account_id from bank_orders
   where organization_id = ${organizationId} and connection_id = ${connectionId} and window_at = ${windowAt}
     and state in ('waiting', 'open') and state = 'open'
   order by account_id`);

export interface CheckRunRow {
  readonly run_id: BankFileId;
  readonly connection_id: ConnectionId;
  readonly account_id: AccountId;
  readonly state: CheckRunState;
  readonly window_at: Date;
  readonly printed_by: "us" | "bank";
  readonly is_rehearsal: boolean;
  readonly first_number: bigint;
  readonly checks: number;
  readonly issued_on: string;
  readonly issue_name: string;
  readonly print_file_id: BankFileId;
  readonly print_name: string;
  readonly numbered_at: Date;
}

const columns = sql`run_id, connection_id, account_id, state, window_at, printed_by, is_rehearsal, first_number, checks, issued_on,
  issue_name, print_file_id, print_name, numbered_at`;
const proven = sql`${columns}, ${checkRuns.proofOrSkip("check_runs")}`;

/**
 * Puts open payments of an account into a run and gives them numbers without gaps: the rows are locked before they are
 * counted. In a rehearsal, the numbers are not recorded as used.
 */
export const numberOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  run: Omit<CheckRunRow, "state" | "checks"> & { readonly limit: number },
) =>
  tx.one<{ checks: number }>(sql`
  with locked as materialized (
    select transaction_id, amount_minor from bank_orders
     where organization_id = ${organizationId} and connection_id = ${run.connection_id} and window_at = ${run.window_at}
       and account_id = ${run.account_id} and state in ('waiting', 'open') and state = 'open'
     order by transaction_id limit ${run.limit} for update
  ), placed as (
    select transaction_id, amount_minor, row_number() over (order by transaction_id) as position from locked
  ), filed as (
    update bank_orders b
       set state = ${bankOrderStates.moves.file.to}, file_id = ${run.run_id}, position = p.position,
           reference = (${run.first_number.toString()}::bigint + p.position - 1)::text
      from placed p
     where b.organization_id = ${organizationId} and b.transaction_id = p.transaction_id
       and ${isOneOf(sql`b.state`, bankOrderStates.statesBefore("file"))}
    returning b.transaction_id, b.amount_minor, b.position
  ), numbered as (
    insert into checks (organization_id, account_id, check_number, transaction_id, run_id, connection_id, state, amount_minor, issued_on)
    select ${organizationId}::uuid, ${run.account_id}::uuid, ${run.first_number.toString()}::bigint + position - 1, transaction_id,
           ${run.run_id}::uuid, ${run.connection_id}::uuid, ${checkStates.initial[0]}::text, amount_minor, ${run.issued_on}::date
      from filed where not ${run.is_rehearsal}::boolean
    returning ${checks.inserted()}
  )
  select count(*)::integer as checks, (select array_agg("inserted into checks") from numbered) as "inserted into checks" from filed`);

export const insertCheckRun = (tx: Tx, organizationId: OrganizationId, run: Omit<CheckRunRow, "state">) =>
  tx.run(sql`
  insert into check_runs (organization_id, run_id, connection_id, account_id, state, window_at, printed_by, is_rehearsal,
                          first_number, checks, issued_on, issue_name, print_file_id, print_name, numbered_at)
  values (${organizationId}, ${run.run_id}, ${run.connection_id}, ${run.account_id}, ${checkRunStates.initial[0]}, ${run.window_at},
          ${run.printed_by}, ${run.is_rehearsal}, ${run.first_number.toString()}, ${run.checks}, ${run.issued_on}, ${run.issue_name},
          ${run.print_file_id}, ${run.print_name}, ${run.numbered_at})
  returning ${checkRuns.inserted()}`);

/** Runs that have not ended, the oldest first. */
export const openCheckRuns = (db: Queryable, organizationId: OrganizationId) =>
  db.many<CheckRunRow>(sql`
  select ${proven} from check_runs
   where organization_id = ${organizationId} and state in ('numbered', 'issued', 'printed') order by run_id`);

/** The payments in a run that have not failed. */
export const ordersOfRun = (db: Queryable, organizationId: OrganizationId, runId: BankFileId) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id from bank_orders
   where organization_id = ${organizationId} and file_id = ${runId} and state = ${bankOrderStates.moves.file.to} order by position`);

export const lockCheckRun = (tx: Tx, organizationId: OrganizationId, runId: BankFileId) =>
  tx.maybe<CheckRunRow>(sql`
  select ${columns}, ${checkRuns.proof("check_runs")} from check_runs
   where organization_id = ${organizationId} and run_id = ${runId} for update`);

/** The run that one of these files belongs to. */
export const findRunOfFile = (db: Queryable, organizationId: OrganizationId, fileId: string) =>
  db.maybe<CheckRunRow>(sql`
  select ${proven} from check_runs
   where organization_id = ${organizationId} and (run_id = ${fileId} or print_file_id = ${fileId})`);

/**
 * The run whose positive-pay file or PDF has this name at the bank, and the file's ID. Status reports have room for 35
 * characters of it.
 */
export const findRunByFileName = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, name }: { connectionId: ConnectionId; name: string },
) =>
  db.maybe<CheckRunRow & { readonly file: "issue" | "print" }>(sql`
  select ${proven}, case when left(print_name, 35) = ${name} then 'print' else 'issue' end as file from check_runs
   where organization_id = ${organizationId} and connection_id = ${connectionId}
     and (left(issue_name, 35) = ${name} or left(print_name, 35) = ${name})
   order by run_id desc limit 1`);

/** Returns the number of runs moved: 0 if the run was in another state. */
export const moveCheckRun = (
  tx: Tx,
  organizationId: OrganizationId,
  { runId, trigger, at }: { runId: BankFileId; trigger: (typeof checkRunStates.triggers)[number]; at: Date },
) => {
  const isEnd = checkRunStates.isFinal(checkRunStates.moves[trigger].to);
  const issues = trigger === "issue" || trigger === "rehearse";
  const prints = trigger === "print" || trigger === "rehearse";
  return tx.run(
    checkRuns.update({
      set: sql`state = ${checkRunStates.moves[trigger].to}, issued_at = case when ${issues} then ${at}::timestamptz else issued_at end,
         printed_at = case when ${prints} then ${at}::timestamptz else printed_at end,
         ended_at = case when ${isEnd} then ${at}::timestamptz end`,
      where: sql`organization_id = ${organizationId} and run_id = ${runId} and ${isOneOf(sql`state`, checkRunStates.statesBefore(trigger))}`,
      orSkip: true,
    }),
  );
};
