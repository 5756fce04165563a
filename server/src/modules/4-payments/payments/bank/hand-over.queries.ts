import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { PaymentAchFields } from "#bank/rails";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type {
  AccountId,
  OrganizationId,
  RecipientId,
  RequestId,
  RoutingId,
  TransactionId,
} from "#kernel/values/ids.ts";
import { submissionStates, withBankStates } from "../states/submission-states.ts";
import { achTerms, wireTerms } from "../tables.ts";
import type { ClaimedPayment } from "./rail-queue.queries.ts";

/** Submissions that a pass may claim. */
const waits = isOneOf(sql`state`, submissionStates.statesBefore("submit"));

/** Before all IDs. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Queues one payment ahead of its time; the regular pass then adds nothing. */
export const queuePaymentNow = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionId, now }: { transactionId: TransactionId; now: Date },
) =>
  tx.run(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, 'waiting', ${now}::timestamptz
    from transactions
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and kind = 'outgoingPayment'
  on conflict do nothing`);

/** The instants that decide what is due, on the service clock. */
export interface Due {
  readonly now: Date;
  /** Submissions marked before this instant and not yet confirmed as received are submitted again. */
  readonly staleBefore: Date;
}

/**
 * Runs several times a second: each lookup ends at its first row, and "limit" keeps the planner from reading whole
 * tables.
 */
export const organizationsDue = (db: Queryable, { now, staleBefore }: Due) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o
   where coalesce(
           (select true from rail_queue q where q.organization_id = o.organization_id and q.hand_over_at <= ${now}
             order by q.hand_over_at limit 1),
           (select true from rail_submissions s
             where s.organization_id = o.organization_id and s.hand_over_at <= ${now} and s.state in ('waiting', 'submitted')
               and (s.state = 'waiting' or s.submitted_at <= ${staleBefore})
             order by s.hand_over_at limit 1),
           false)
   order by o.organization_id`);

export interface DueRow {
  readonly transaction_id: TransactionId;
  /** As text: a Date would drop the microseconds. */
  readonly due_at: string;
}

/**
 * Payments to screen and submit, the longest due first, optionally those after one. Without a lock: claimWaiting locks
 * and checks again.
 */
export const dueSubmissions = (
  db: Queryable,
  organizationId: OrganizationId,
  { now, after, limit }: { now: Date; after: DueRow | undefined; limit: number },
) =>
  db.many<DueRow>(sql`
    select transaction_id, hand_over_at::text as due_at from rail_submissions
     where organization_id = ${organizationId} and ${waits} and hand_over_at <= ${now}
       and (hand_over_at, transaction_id) > (${after?.due_at ?? "-infinity"}::timestamptz, ${after?.transaction_id ?? NO_ID}::uuid)
     order by hand_over_at, transaction_id limit ${limit}`);

/**
 * Payments that still wait become `submitted` (or `screened`); those taken by another process or a cancellation are
 * skipped. Written for the primary key: the state is an expression that the index of open submissions does not serve.
 * Otherwise each pass takes time in proportion to all payments that wait.
 */
export const claimWaiting = (
  tx: Tx,
  organizationId: OrganizationId,
  claim: { ids: readonly TransactionId[]; trigger: "submit" | "screen"; now: Date },
) =>
  tx.many<ClaimedPayment>(sql`
    update rail_submissions set state = ${submissionStates.moves[claim.trigger].to}, submitted_at = ${claim.now}
     where organization_id = ${organizationId} and transaction_id = any (array(
       select transaction_id from rail_submissions
        where organization_id = ${organizationId} and transaction_id = any (${eachOf(claim.ids)})
          and ${isOneOf(sql`(state || '')`, submissionStates.statesBefore(claim.trigger))}
        order by transaction_id
          for update skip locked))
    returning transaction_id, hand_over_at`);

/**
 * Payments that screening holds back: looked at again at this time, or as soon as something is decided about their recipient
 * (screened-payments.queries.ts). Until then they are not due, so they keep nothing else waiting.
 */
export const holdWaiting = (
  tx: Tx,
  organizationId: OrganizationId,
  { ids, until }: { ids: readonly TransactionId[]; until: Date },
) =>
  tx.run(sql`
  update rail_submissions set hand_over_at = ${until}
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and ${isOneOf(sql`(state || '')`, submissionStates.statesBefore("hold"))}`);

/**
 * Claims payments that were marked `submitted`, but whose receipt was never recorded: the process may have died in
 * between. The new mark extends the lease, so that only one process submits them again.
 */
export const claimStale = (
  tx: Tx,
  organizationId: OrganizationId,
  { now, staleBefore, limit }: Due & { limit: number },
) =>
  tx.many<ClaimedPayment>(sql`
    update rail_submissions set submitted_at = ${now}
     where organization_id = ${organizationId} and transaction_id = any (array(
       select transaction_id from rail_submissions
        where organization_id = ${organizationId} and ${isOneOf(sql`state`, submissionStates.statesBefore("resubmit"))}
          and hand_over_at <= ${now} and submitted_at <= ${staleBefore}
        order by transaction_id limit ${limit}
          for update skip locked))
    returning transaction_id, hand_over_at`);

/**
 * The call to the bank succeeded. A payment that was answered in the meantime keeps its state. Written for the primary
 * key, as above.
 */
export const markReceived = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.run(sql`
  update rail_submissions set state = ${submissionStates.moves.receive.to}
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and ${isOneOf(sql`(state || '')`, submissionStates.statesBefore("receive"))}`);

/** Everything due until then was submitted when it was due. */
export const markHandedOver = (tx: Tx, organizationId: OrganizationId, until: Date) =>
  tx.run(sql`
  update rail_submissions set state = ${submissionStates.moves.backfill.to}, submitted_at = hand_over_at
   where organization_id = ${organizationId} and ${isOneOf(sql`state`, submissionStates.statesBefore("backfill"))}
     and hand_over_at <= ${until}`);

/** Makes everything that waits due now. Sandbox only. */
export const makeDue = (db: Queryable, { now, organizationId }: { now: Date; organizationId: OrganizationId }) =>
  db.run(sql`
  update rail_submissions set hand_over_at = ${now}
   where organization_id = ${organizationId} and ${waits} and hand_over_at > ${now}`);

/** The bank has the payment, or may have it. */
export const isWithBank = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found from rail_submissions
     where organization_id = ${organizationId} and transaction_id = ${transactionId}
       and ${isOneOf(sql`state`, withBankStates)}`)) !== undefined;

/** A payment with what the bank needs, apart from the bank details. Cents, positive. */
export interface InstructionRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly method: PaymentMethod;
  readonly amount_minor: bigint;
  readonly counterparty_id: RecipientId;
  readonly counterparty_name: string;
  readonly routing_id: RoutingId;
  readonly external_memo: string | null;
  readonly note: string | null;
  readonly purpose: string | null;
  readonly charge_bearer: "DEBT" | "SHAR" | null;
  readonly ach_fields: PaymentAchFields | null;
  readonly request_id: RequestId | null;
  readonly created_at: Date;
  /** The ledger holds its amount: it was neither sent nor ended, whatever its status says. */
  readonly is_held: boolean;
}

/** The payments as stored now. They are verified before they are used (instructions.ts). */
export const instructionRows = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<InstructionRow>(sql`
  select t.transaction_id, t.account_id, t.method, -t.amount_minor as amount_minor, t.counterparty_id,
         t.counterparty_name, t.routing_id, t.external_memo, t.note, t.purpose, w.charge_bearer, a.fields as ach_fields, t.request_id, t.created_at,
         coalesce((select bool_and(e.effect = 'hold' and e.amount_minor = -t.amount_minor) from recorded_entries e
                    where e.organization_id = t.organization_id and e.transaction_id = t.transaction_id), false) as is_held
    from transactions t
    left join wire_terms w using (organization_id, transaction_id)
    left join ach_terms a using (organization_id, transaction_id)
   where t.organization_id = ${organizationId} and t.transaction_id = any (${eachOf(ids)})
   order by t.transaction_id`);

/** Those of these payments whose wire terms are proven. */
export const provenWireTerms = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select w.transaction_id, ${wireTerms.proofOrSkip("w")} from wire_terms w
   where w.organization_id = ${organizationId} and w.transaction_id = any (${eachOf(ids)})`);

/** Those of these payments whose ACH terms are proven. */
export const provenAchTerms = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select a.transaction_id, ${achTerms.proofOrSkip("a")} from ach_terms a
   where a.organization_id = ${organizationId} and a.transaction_id = any (${eachOf(ids)})`);

/** Whether payments are due that the bank has not received. */
export const isHandOverDue = (db: Queryable, organizationId: OrganizationId, now: Date) =>
  db.one<{ due: boolean }>(sql`
  select exists (select from rail_queue where organization_id = ${organizationId} and hand_over_at <= ${now})
      or exists (select from rail_submissions
                  where organization_id = ${organizationId} and hand_over_at <= ${now} and state in ('waiting', 'submitted')) as due`);

/** Payments of these accounts by these methods that are pending and that the bank has not received. */
export const undeliveredPayments = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, methods }: { readonly accountIds: readonly AccountId[]; readonly methods: readonly PaymentMethod[] },
) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select t.transaction_id
    from (select unnest(transaction_ids) as transaction_id from rail_queue where organization_id = ${organizationId}
          union
          select transaction_id from rail_submissions
           where organization_id = ${organizationId} and state in ('waiting', 'submitted')) w
    join transactions t on t.organization_id = ${organizationId} and t.transaction_id = w.transaction_id
   where t.status = 'pending' and t.account_id = any (${uuidArray(accountIds)}::uuid[])
     and t.method = any (${[...methods]}::text[])
   order by t.transaction_id`);

/** When something is due next: a queued commit, a waiting payment, or an expired lease. */
export const nextHandOver = (db: Queryable, leaseMs: number) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(due.at) as due_at
    from organization_ids o
   cross join lateral (
     select min(q.hand_over_at) as at from rail_queue q where q.organization_id = o.organization_id
     union all
     select min(case when s.state = 'waiting' then s.hand_over_at else s.submitted_at + ${leaseMs} * interval '1 millisecond' end)
       from rail_submissions s
      where s.organization_id = o.organization_id and s.state in ('waiting', 'submitted')) due`);

/** Commits whose payments are due and that are not queued for the bank yet. */
export const handOverBacklog = (db: Queryable, now: Date) =>
  db.one<{ commits: bigint }>(sql`
  select count(*) as commits from organization_ids o join rail_queue q on q.organization_id = o.organization_id and q.hand_over_at <= ${now}`);

/**
 * The bank has the payment, so it is never submitted again. A payment that still waits in rail_queue gets its row here,
 * so that taking it in adds nothing.
 */
export const markAnswered = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.run(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, ${submissionStates.moves.answer.to}, created_at
    from transactions
   where organization_id = ${organizationId} and transaction_id = any (${uuidArray(ids)}::uuid[]) and kind = 'outgoingPayment'
   order by transaction_id
  on conflict (organization_id, transaction_id) do update set state = excluded.state
   where ${isOneOf(sql`rail_submissions.state`, submissionStates.statesBefore("answer"))}`);
