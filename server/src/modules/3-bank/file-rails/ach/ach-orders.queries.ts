import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { bankOrderStates } from "../orders/order-states.ts";

/** The numbers of a file that is being planned. */
export interface Numbering {
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly windowAt: Date;
  readonly odfiIdentification: string;
  readonly firstSequence: number;
  /** Entries above it are in batches of their own. */
  readonly sameDayMaxMinor: bigint;
  /** The identification of payments without their own, if the connection has one. */
  readonly identification: string | undefined;
  readonly batchesMax: number;
  readonly entriesMax: number;
  readonly totalMaxMinor: bigint;
}

/**
 * Puts the open payments of a window into the file, in the order of its batches, and gives them their trace numbers.
 * Stops at the bounds of a file; what is left goes into another. Rows are joined by their physical place: before the
 * table is analyzed, a join by ID took quadratic time. A row that changes meanwhile has another place and is left out.
 */
export const fileOrders = (tx: Tx, organizationId: OrganizationId, numbering: Numbering) => {
  const batch = sql`account_id, entry_class, (settles_later or amount_minor > ${numbering.sameDayMaxMinor.toString()}::bigint), batch_texts nulls first`;
  return tx.one<{ entries: number; total_minor: bigint }>(sql`
  with numbered as materialized (
    select ctid as row_id, row_number() over batches as position, sum(amount_minor) over batches as running,
           dense_rank() over (order by ${batch}) as batch
      from bank_orders
     where organization_id = ${organizationId} and connection_id = ${numbering.connectionId} and window_at = ${numbering.windowAt} and state in ('waiting', 'open') and state = 'open'
    window batches as (order by ${batch}, transaction_id rows unbounded preceding)
  ), filed as (
    update bank_orders b
       set state = ${bankOrderStates.moves.file.to}, file_id = ${numbering.fileId}, position = n.position,
           identification = coalesce(b.identification, ${numbering.identification ?? null}::text),
           reference = ${numbering.odfiIdentification}::text || lpad((${numbering.firstSequence}::integer + n.position - 1)::text, 7, '0')
      from numbered n
     where b.organization_id = ${organizationId} and b.ctid = n.row_id and ${isOneOf(sql`b.state`, bankOrderStates.statesBefore("file"))}
       and n.position <= ${numbering.entriesMax} and n.batch <= ${numbering.batchesMax} and (n.position = 1 or n.running <= ${numbering.totalMaxMinor.toString()}::bigint)
    returning b.amount_minor
  )
  select count(*)::integer as entries, coalesce(sum(amount_minor), 0)::bigint as total_minor from filed`);
};

/** A payment in a file, found by what the bank's answer says. */
export interface AnsweredOrder {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly recipient_id: RecipientId;
  readonly routing_id: RoutingId;
  readonly reference: string;
  readonly amount_minor: bigint;
  readonly receiving_bank: string;
  /** As it was sent; null: the end of the transaction's ID. */
  readonly identification: string | null;
  readonly file_id: BankFileId;
  readonly file_state: "written" | "accepted" | "rejected";
  readonly settled_on: string;
  /** False: the payment was sent in another file, or under another trace number; someone edited the order since. */
  readonly is_as_filed: boolean;
}

const answeredColumns = sql`b.transaction_id, b.account_id, b.recipient_id, b.routing_id, b.reference, b.amount_minor, b.receiving_bank, b.identification, b.file_id, f.state as file_state,
         case when f.is_same_day and not b.settles_later and b.amount_minor <= f.same_day_max_minor then f.effective_on else f.later_on end as settled_on,
         coalesce((select p.file_id = b.file_id and p.reference = b.reference from filed_payments p
                    where p.organization_id = b.organization_id and p.transaction_id = b.transaction_id and p.purpose = 'pay' limit 1), true) as is_as_filed
    from bank_orders b
    join ach_files f on f.organization_id = b.organization_id and f.file_id = b.file_id`;

/**
 * The payments of a connection with these trace numbers, whose file reached the bank. Trace numbers repeat after ten
 * million entries, so only those written since an instant count, the newest for each. The order is compared with what was
 * recorded with the file, which never changes.
 */
export const ordersByReference = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, references, since }: { connectionId: ConnectionId; references: readonly string[]; since: Date },
) =>
  db.many<AnsweredOrder>(sql`
  select distinct on (b.reference) ${answeredColumns}
   where b.organization_id = ${organizationId} and b.connection_id = ${connectionId} and b.reference = any (${[...references]}::text[])
     and f.written_at >= ${since} and f.state in ('written', 'accepted', 'rejected') and b.state = 'filed'
   order by b.reference, f.written_at desc`);

/** The same for payments that people have named. */
export const ordersOfPayments = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionId, transactionIds }: { connectionId: ConnectionId; transactionIds: readonly TransactionId[] },
) =>
  db.many<AnsweredOrder>(sql`
  select ${answeredColumns}
   where b.organization_id = ${organizationId} and b.connection_id = ${connectionId} and b.transaction_id = any (${eachOf(transactionIds)})
     and f.state in ('written', 'accepted', 'rejected') and b.state = 'filed'
   order by b.transaction_id`);
