import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, CategoryId, OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { submissionStates } from "../states/submission-states.ts";
import { type TransactionStatus, transactionStates } from "../states/transaction-states.ts";

/** The immutable facts of a payment, which may be read before any lock is taken. */
export interface PaymentFacts {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly counterparty_id: RecipientId;
  readonly method: PaymentMethod;
  readonly amount_minor: bigint;
  readonly fee_id: TransactionId | null;
}

/** The payments among the ids; transfers, deposits, and unknown ids are omitted, because they have no moves. */
export const paymentFacts = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<PaymentFacts>(sql`
  select transaction_id, account_id, counterparty_id, method, -amount_minor as amount_minor, fee_id
    from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) and kind = 'outgoingPayment'`);

/** The immutable facts of a fee. Cents, positive. */
export interface FeeFacts {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly amount_minor: bigint;
  readonly fee_for_id: TransactionId | null;
}

/** The amounts of fees, which never change. */
export const feeFacts = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<FeeFacts>(sql`
  select transaction_id, account_id, -amount_minor as amount_minor, fee_for_id from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])`);

/** What may change, read under the lock. */
export interface LockedStateRow {
  readonly transaction_id: TransactionId;
  readonly status: TransactionStatus;
  readonly version: number;
  readonly created_at: Date;
  readonly category_id: CategoryId | null;
}

/** In id order. After the balances: the same order as in create_payments. */
export const lockStates = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<LockedStateRow>(sql`
  select transaction_id, status, version, created_at, category_id
    from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids].sort()}::uuid[])
   order by transaction_id
     for no key update`);

/** What a move sets; undefined keeps the column. */
export interface StateChange {
  readonly transactionId: TransactionId;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly postedAt: Date | undefined;
  readonly failedAt: Date | undefined;
  readonly reasonForFailure: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly checkNumber: string | undefined;
}

/** Moves the transactions. Those that no longer have the status `from` are not among the rows returned. */
export const updateStates = (tx: Tx, organizationId: OrganizationId, changes: readonly StateChange[]) =>
  tx.many<Pick<LockedStateRow, "transaction_id" | "version">>(sql`
  update transactions t
     set status = c.status, version = t.version + 1, posted_at = coalesce(c.posted_at, t.posted_at),
         failed_at = coalesce(c.failed_at, t.failed_at), reason_for_failure = coalesce(c.reason, t.reason_for_failure),
         tracking_number = coalesce(c.tracking, t.tracking_number), check_number = coalesce(c.check_number, t.check_number)
    from unnest(${changes.map((change) => change.transactionId)}::uuid[], ${changes.map((change) => change.from)}::text[],
                ${changes.map((change) => change.to)}::text[], ${changes.map((change) => change.postedAt ?? null)}::timestamptz[],
                ${changes.map((change) => change.failedAt ?? null)}::timestamptz[],
                ${changes.map((change) => change.reasonForFailure ?? null)}::text[],
                ${changes.map((change) => change.trackingNumber ?? null)}::text[],
                ${changes.map((change) => change.checkNumber ?? null)}::text[])
           as c(id, previous, status, posted_at, failed_at, reason, tracking, check_number)
   where t.organization_id = ${organizationId} and t.transaction_id = c.id and t.status = c.previous
  returning t.transaction_id, t.version`);

/** Lists the rare endings, so that their pages need no scan of all transactions. */
export const insertExceptions = (tx: Tx, organizationId: OrganizationId, changes: readonly StateChange[]) =>
  tx.run(sql`
  insert into transaction_exceptions (organization_id, status, transaction_id, account_id, method, amount_minor)
  select t.organization_id, c.status, t.transaction_id, t.account_id, t.method, t.amount_minor
    from unnest(${changes.map((change) => change.to)}::text[], ${changes.map((change) => change.transactionId)}::uuid[]) as c(status, id)
    join transactions t on t.organization_id = ${organizationId} and t.transaction_id = c.id`);

/**
 * Withdraws a payment from submission: its row becomes `withdrawn`, or is created as such before the outbox worker
 * creates it. Returns no row if the bank has it, or may have it. Waits for a pass that is claiming it.
 */
export const withdrawSubmission = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ transaction_id: TransactionId }>(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, ${submissionStates.moves.withdraw.to}, created_at
    from transactions
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and kind = 'outgoingPayment'
     and ${isOneOf(sql`status`, transactionStates.statesBefore("cancel"))}
  on conflict (organization_id, transaction_id) do update set state = excluded.state
   where ${isOneOf(sql`rail_submissions.state`, submissionStates.statesBefore("withdraw"))}
  returning transaction_id`);

/** For the refusal: what the transaction is and why it cannot be canceled. */
export const findStatus = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ status: TransactionStatus; kind: string }>(sql`
  select status, kind from transactions where organization_id = ${organizationId} and transaction_id = ${transactionId}`);
