import type { PaymentMethod } from "../../kernel/bank/payment-method.ts";
import type { OrganizationId, RoutingId, TransactionId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export const acceptedPayments = (tx: Tx, organizationId: OrganizationId, ids: readonly string[]) =>
  tx.many<{ transaction_id: TransactionId; method: PaymentMethod; created_at: Date }>(sql`
    select transaction_id, method, created_at from transactions
     where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) and kind = 'outgoingPayment'`);

export interface NewSubmission {
  readonly transactionId: TransactionId;
  readonly method: PaymentMethod;
  readonly handOverAt: Date;
}

/** A payment that was cancelled before this has its row already, withdrawn. */
export const insertSubmissions = (tx: Tx, organizationId: OrganizationId, submissions: readonly NewSubmission[]) =>
  tx.run(sql`
  insert into rail_submissions (organization_id, transaction_id, method, state, hand_over_at)
  select ${organizationId}::uuid, s.id, s.method, 'waiting', s.at
    from unnest(${submissions.map((submission) => submission.transactionId)}::uuid[],
                ${submissions.map((submission) => submission.method)}::text[],
                ${submissions.map((submission) => submission.handOverAt)}::timestamptz[]) as s(id, method, at)
  on conflict do nothing`);

export interface MethodOpening {
  readonly method: PaymentMethod;
  readonly opensAt: Date;
}

/**
 * Takes in payments that all fall between the same two cut-offs, without reading them: in one statement, because this runs
 * beside the hot path for every payment made. Says how many of them there are.
 */
export const insertSubmissionsAt = (
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  openings: readonly MethodOpening[],
) =>
  tx.one<{ found: bigint }>(sql`
    with accepted as (
      select t.transaction_id, t.method, greatest(t.created_at, o.opens_at) as hand_over_at
        from transactions t
        join unnest(${openings.map((opening) => opening.method)}::text[],
                    ${openings.map((opening) => opening.opensAt.toISOString())}::timestamptz[]) as o(method, opens_at)
          on o.method = t.method
       where t.organization_id = ${organizationId} and t.transaction_id = any (${`{${ids.join(",")}}`}::uuid[])
         and t.kind = 'outgoingPayment'
    ), inserted as (
      insert into rail_submissions (organization_id, transaction_id, method, state, hand_over_at)
      select ${organizationId}::uuid, transaction_id, method, 'waiting', hand_over_at from accepted
      on conflict do nothing
    )
    select count(*) as found from accepted`);

export interface Due {
  readonly now: Date;
  /** Submissions marked before this instant and not yet known to have arrived are handed over again. */
  readonly staleBefore: Date;
}

export const organizationsDue = (db: Queryable, { now, staleBefore }: Due) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organizations o
   where exists (select 1 from rail_submissions s
                  where s.organization_id = o.organization_id and s.hand_over_at <= ${now}
                    and (s.state = 'waiting' or (s.state = 'submitted' and s.submitted_at <= ${staleBefore})))
   order by o.organization_id`);

export const dueSubmissions = (
  db: Queryable,
  organizationId: OrganizationId,
  { now, limit }: { now: Date; limit: number },
) =>
  db.many<{ transaction_id: TransactionId }>(sql`
    select transaction_id from rail_submissions
     where organization_id = ${organizationId} and state = 'waiting' and hand_over_at <= ${now}
     order by hand_over_at, transaction_id limit ${limit}`);

/** Those of the payments that still wait become `submitted` (or `screened`); what another process or a cancellation took is left to it. */
export const claimWaiting = (
  tx: Tx,
  organizationId: OrganizationId,
  claim: { ids: readonly TransactionId[]; state: "submitted" | "screened"; now: Date },
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
    update rail_submissions set state = ${claim.state}, submitted_at = ${claim.now}
     where organization_id = ${organizationId} and state = 'waiting' and transaction_id in (
       select transaction_id from rail_submissions
        where organization_id = ${organizationId} and transaction_id = any (${[...claim.ids]}::uuid[]) and state = 'waiting'
        order by transaction_id
          for update skip locked)
    returning transaction_id`);

export const claimStale = (
  tx: Tx,
  organizationId: OrganizationId,
  { now, staleBefore, limit }: Due & { limit: number },
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
    update rail_submissions set submitted_at = ${now}
     where organization_id = ${organizationId} and transaction_id in (
       select transaction_id from rail_submissions
        where organization_id = ${organizationId} and state = 'submitted' and hand_over_at <= ${now} and submitted_at <= ${staleBefore}
        order by transaction_id limit ${limit}
          for update skip locked)
    returning transaction_id`);

export const markReceived = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.run(sql`
  update rail_submissions set state = 'received'
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) and state = 'submitted'`);

/** Everything that waits becomes due now. Sandbox only. */
export const makeDue = (db: Queryable, { now, organizationId }: { now: Date; organizationId: OrganizationId }) =>
  db.run(sql`
  update rail_submissions set hand_over_at = ${now}
   where organization_id = ${organizationId} and state = 'waiting' and hand_over_at > ${now}`);

/** The bank has the payment, or may have it. */
export const isWithBank = async (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found from rail_submissions
     where organization_id = ${organizationId} and transaction_id = ${transactionId} and state in ('submitted', 'received', 'answered')`)) !==
  undefined;

export interface InstructionRow {
  readonly transaction_id: TransactionId;
  readonly method: PaymentMethod;
  readonly amount_minor: bigint;
  readonly counterparty_name: string;
  readonly routing_id: RoutingId;
  readonly external_memo: string | null;
  readonly submitted_at: Date | null;
}

export const instructionRows = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<InstructionRow>(sql`
  select t.transaction_id, t.method, -t.amount_minor as amount_minor, t.counterparty_name, t.routing_id, t.external_memo, s.submitted_at
    from transactions t
    join rail_submissions s using (organization_id, transaction_id)
   where t.organization_id = ${organizationId} and t.transaction_id = any (${[...ids]}::uuid[])
   order by t.transaction_id`);

export const nextHandOver = (db: Queryable, leaseMs: number) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(due.at) as due_at
    from organizations o
   cross join lateral (
     select min(case when s.state = 'waiting' then s.hand_over_at else s.submitted_at + ${leaseMs} * interval '1 millisecond' end) as at
       from rail_submissions s
      where s.organization_id = o.organization_id and s.state in ('waiting', 'submitted')) due`);
