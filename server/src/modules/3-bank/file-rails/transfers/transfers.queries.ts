import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { bankOrderStates } from "../orders/order-states.ts";
import { transferFiles, transfers } from "../tables.ts";
import { type TransferState, type TransferTrigger, transferStates } from "./transfer-states.ts";

/** An open payment of a window. */
export interface OpenTransfer {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly amount_minor: bigint;
}

/** Open payments of a window, locked, the payments of an account together. */
export const lockOpenTransfers = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, windowAt, limit }: { connectionId: ConnectionId; windowAt: Date; limit: number },
) =>
  tx.many<OpenTransfer>(sql`
  select transaction_id, account_id, amount_minor from bank_orders
   where organization_id = ${organizationId} and connection_id = ${connectionId} and window_at = ${windowAt}
     and state in ('waiting', 'open') and state = 'open'
   order by account_id, transaction_id limit ${limit} for update`);

/** A payment at its place in a message. */
export interface PlannedTransfer {
  readonly transactionId: TransactionId;
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  /** From 1. */
  readonly position: number;
  readonly endToEndId: string;
  readonly uetr: string;
  readonly amountMinor: bigint;
}

/**
 * Puts payments into messages. One whose earlier message was never sent is planned again, if that is proven. Returns those
 * that were waiting.
 */
export async function insertTransfers(tx: Tx, organizationId: OrganizationId, planned: readonly PlannedTransfer[]) {
  const filed = await fileOrders(tx, organizationId, planned);
  const ids = new Set(filed.map((row) => row.transaction_id));
  const rows = planned.filter(({ transactionId }) => ids.has(transactionId));
  return tx.many<{ transaction_id: TransactionId }>(sql`
  insert into transfers (organization_id, transaction_id, state, file_id, connection_id, end_to_end_id, uetr, amount_minor)
  select ${organizationId}::uuid, id, ${transferStates.initial[0]}, file_id, connection_id, end_to_end_id, uetr, amount
    from unnest(${uuidArray(rows.map((transfer) => transfer.transactionId))}::uuid[], ${uuidArray(rows.map((transfer) => transfer.fileId))}::uuid[],
                ${uuidArray(rows.map((transfer) => transfer.connectionId))}::uuid[], ${rows.map((transfer) => transfer.endToEndId)}::text[],
                ${uuidArray(rows.map((transfer) => transfer.uetr))}::uuid[], ${rows.map((transfer) => transfer.amountMinor.toString())}::bigint[])
           as g(id, file_id, connection_id, end_to_end_id, uetr, amount)
   order by id
  on conflict (organization_id, transaction_id) do update
     set state = excluded.state, file_id = excluded.file_id, connection_id = excluded.connection_id,
         end_to_end_id = excluded.end_to_end_id, uetr = excluded.uetr, amount_minor = excluded.amount_minor
   where ${isOneOf(sql`transfers.state`, transferStates.statesBefore("plan"))}
  returning transaction_id, ${transfers.replaced()}`);
}

/** With what vouches for a payment's earlier plan, which is about to be replaced. */
const fileOrders = (tx: Tx, organizationId: OrganizationId, planned: readonly PlannedTransfer[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  with filed as (
    update bank_orders b set state = ${bankOrderStates.moves.file.to}, file_id = g.file_id, position = g.position, reference = g.end_to_end_id
      from unnest(${uuidArray(planned.map((transfer) => transfer.transactionId))}::uuid[], ${uuidArray(planned.map((transfer) => transfer.fileId))}::uuid[],
                  ${planned.map((transfer) => transfer.position)}::integer[], ${planned.map((transfer) => transfer.endToEndId)}::text[])
             as g(id, file_id, position, end_to_end_id)
     where b.organization_id = ${organizationId} and b.transaction_id = g.id and ${isOneOf(sql`b.state`, bankOrderStates.statesBefore("file"))}
    returning b.transaction_id
  )
  select f.transaction_id,
         ${transfers.proofsOfOrSkip("e", sql`from transfers e where e.organization_id = ${organizationId} and e.transaction_id = f.transaction_id`)}
    from filed f`);

/**
 * Messages were stored: their payments go to the bank, except those that were taken out, and all in a rehearsal. Orders and
 * rows are looked up by their keys, also in tables without statistics.
 */
export const recordTransfers = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, isRehearsal }: { fileIds: readonly BankFileId[]; isRehearsal: boolean },
) =>
  tx.run(sql`
  with locked as (
    select t.organization_id, t.transaction_id, ${transfers.proofOrSkip("t")},
           (select b.state from bank_orders b
             where b.organization_id = t.organization_id and b.transaction_id = t.transaction_id) as order_state
      from transfers t
     where t.organization_id = ${organizationId} and t.file_id = any (${eachOf(fileIds)}) and ${isOneOf(sql`t.state`, transferStates.statesBefore("write"))}
       for update of t
  )
  update transfers t
     set state = case when ${isRehearsal} or l.order_state is distinct from 'filed' then ${transferStates.moves.withdraw.to} else ${transferStates.moves.write.to} end
    from locked l
   where t.organization_id = l.organization_id and t.transaction_id = l.transaction_id
  returning l."proof or skip transfers", ${transfers.changed("t")}`);

/** The message will not be sent. */
export const withdrawTransfers = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(
    transfers.update({
      set: sql`state = ${transferStates.moves.withdraw.to}, ask_at = null`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}
     and ${isOneOf(sql`state`, transferStates.statesBefore("withdraw"))}`,
      orSkip: true,
    }),
  );

/** These payments are in no message that is stored. */
export const withdrawTransfersOf = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.run(sql`
  update transfers set state = ${transferStates.moves.withdraw.to}, ask_at = null
   where organization_id = ${organizationId} and transaction_id = any (${uuidArray(ids)}::uuid[]) and state = 'planned'`);

/** What is known of a payment at the bank. */
export interface TransferRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly state: TransferState;
  readonly file_id: BankFileId;
  readonly end_to_end_id: string;
  readonly uetr: string;
  readonly amount_minor: bigint;
}

/** The payment with this UETR. */
export const findPaymentByUetr = (db: Queryable, organizationId: OrganizationId, uetr: string) =>
  db.maybe<Pick<TransferRow, "transaction_id">>(sql`
  select transaction_id from transfers where organization_id = ${organizationId} and uetr = ${uetr}::uuid`);

/**
 * The payments of a connection that have one of these identifications, or are in this message, and are proven; locked. Each
 * is looked up by its key, as is its order: joined, all payments would be compared with all in tables without statistics.
 */
export const lockTransfers = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    connectionId,
    endToEndIds = [],
    uetrs = [],
    fileIds = [],
  }: {
    connectionId: ConnectionId;
    endToEndIds?: readonly string[];
    uetrs?: readonly string[];
    fileIds?: readonly BankFileId[];
  },
) =>
  tx.many<TransferRow>(sql`
  select t.transaction_id, t.state, t.file_id, t.end_to_end_id, t.uetr, t.amount_minor, ${transfers.proofOrSkip("t")},
         (select b.account_id from bank_orders b
           where b.organization_id = t.organization_id and b.transaction_id = t.transaction_id) as account_id
    from transfers t
   where t.organization_id = ${organizationId} and t.connection_id = ${connectionId} and t.transaction_id = any (array(
     select x.transaction_id from transfers x
      where x.organization_id = ${organizationId} and x.end_to_end_id = any (array(select unnest(${[...endToEndIds]}::text[])))
     union
     select x.transaction_id from transfers x where x.organization_id = ${organizationId} and x.uetr = any (${eachOf(uetrs)})
     union
     select x.transaction_id from transfers x where x.organization_id = ${organizationId} and x.file_id = any (${eachOf(fileIds)})))
   order by t.transaction_id for update of t`);

/** What the bank has decided about a payment. */
export interface DecidedTransfer {
  readonly transactionId: TransactionId;
  readonly trackingNumber: string | undefined;
}

/** Moves payments, which are locked, by what the bank says: each is looked up by its key. Returns how many moved. */
export const decideTransfers = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    trigger,
    decided,
    at,
  }: {
    trigger: Extract<TransferTrigger, "settle" | "reject" | "block" | "return">;
    decided: readonly DecidedTransfer[];
    at: Date;
  },
) =>
  tx.run(sql`
  update transfers t
     set state = ${transferStates.moves[trigger].to}, tracking_number = coalesce(g.tracking, t.tracking_number), decided_at = ${at}, ask_at = null
    from unnest(${uuidArray(decided.map((transfer) => transfer.transactionId))}::uuid[], ${decided.map((transfer) => transfer.trackingNumber ?? null)}::text[]) as g(id, tracking)
   where t.organization_id = ${organizationId} and t.transaction_id = any (${eachOf(decided.map((transfer) => transfer.transactionId))})
     and t.transaction_id = g.id and ${isOneOf(sql`t.state`, transferStates.statesBefore(trigger))}
  returning ${transfers.changed("t")}`);

/** The bank has these messages, or may have them: their payments are asked about if no answer comes. */
export const expectAnswers = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileIds, askAt }: { fileIds: readonly BankFileId[]; askAt: Date },
) =>
  tx.run(sql`
  update transfers set ask_at = ${askAt}
   where organization_id = ${organizationId} and file_id = any (${eachOf(fileIds)}) and state = 'sent' and ask_at is null`);

/** A payment whose answer is overdue. */
export interface UnansweredTransfer {
  readonly transaction_id: TransactionId;
  readonly connection_id: ConnectionId;
  readonly queries: number;
}

/** Payments to be asked about, locked, longest waiting first. */
export const lockUnanswered = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, now, limit }: { connectionId: ConnectionId; now: Date; limit: number },
) =>
  tx.many<UnansweredTransfer>(sql`
  select transaction_id, connection_id, queries, ${transfers.proofOrSkip("transfers")} from transfers
   where organization_id = ${organizationId} and connection_id = ${connectionId} and ask_at <= ${now}
   order by ask_at, transaction_id limit ${limit} for update skip locked`);

/** The bank is being asked about these payments; each is asked about again later. */
export const markAsked = (
  tx: Tx,
  organizationId: OrganizationId,
  asked: readonly { readonly transactionId: TransactionId; readonly askAgainAt: Date | null }[],
) =>
  tx.run(sql`
  update transfers t set state = ${transferStates.moves.ask.to}, queries = t.queries + 1, ask_at = g.again
    from unnest(${uuidArray(asked.map((transfer) => transfer.transactionId))}::uuid[], ${asked.map((transfer) => transfer.askAgainAt)}::timestamptz[]) as g(id, again)
   where t.organization_id = ${organizationId} and t.transaction_id = g.id and ${isOneOf(sql`t.state`, transferStates.statesBefore("ask"))}
  returning ${transfers.changed("t")}`);

/** A payment with the message that carried it, for a request about it. */
export const findAsked = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{
    state: TransferState;
    file_id: BankFileId;
    end_to_end_id: string;
    message_id: string;
    created_at: Date;
  }>(sql`
  select t.state, t.file_id, t.end_to_end_id, f.message_id, f.created_at, ${transfers.proofOrSkip("t")}, ${transferFiles.proofOrSkip("f")}
    from transfers t join transfer_files f on f.organization_id = t.organization_id and f.file_id = t.file_id
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

/** What the bank has said about a payment, and which message carried it. */
export const findTransferState = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ state: TransferState; connection_id: ConnectionId; file_id: BankFileId }>(sql`
  select t.state, t.connection_id, t.file_id, ${transfers.proofOrSkip("t")} from transfers t
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

/** How many payments of all organizations have an unknown outcome. */
export const countUnknown = (db: Queryable) =>
  db.one<{ transfers: bigint }>(sql`
  select count(*) as transfers from organization_ids o
    join transfers t on t.organization_id = o.organization_id and t.state = 'unknown' and t.ask_at is not null`);

/** Those of these connections that have payments to ask about. Each look ends at the first one. */
export const connectionsToAsk = (
  db: Queryable,
  organizationId: OrganizationId,
  { connectionIds, now }: { connectionIds: readonly ConnectionId[]; now: Date },
) =>
  db.many<{ connection_id: ConnectionId }>(sql`
  select c.connection_id from unnest(${uuidArray(connectionIds)}::uuid[]) as c(connection_id)
   where exists (select from transfers t
                  where t.organization_id = ${organizationId} and t.connection_id = c.connection_id and t.ask_at <= ${now}
                 offset 0)`);
