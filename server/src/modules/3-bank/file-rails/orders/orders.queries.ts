import type { BankFileId, BankRail, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import type { OrderFit } from "../rail-part.ts";
import { type BankOrderState, bankOrderStates } from "./order-states.ts";

const before = (trigger: Parameters<typeof bankOrderStates.statesBefore>[0]) =>
  isOneOf(sql`state`, bankOrderStates.statesBefore(trigger));

/** A payment as it is stored when it is received. */
export interface NewOrder extends OrderFit {
  readonly transactionId: TransactionId;
  readonly state: Extract<BankOrderState, "waiting" | "open" | "refused">;
  readonly rail: BankRail;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  readonly routingId: RoutingId;
  readonly amountMinor: bigint;
  readonly connectionId: ConnectionId | undefined;
  readonly windowAt: Date | undefined;
  /** The window whose cut-off it missed, if any. */
  readonly missedAt?: Date | undefined;
  readonly content: Buffer;
}

/** Stores payments once; the contents of those that are new and not refused. Returns the new ones. */
export const insertOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  { orders, at }: { orders: readonly NewOrder[]; at: Date },
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  with given as (
    select id, state, rail, account_id, recipient_id, routing_id, amount, connection_id, window_at, entry_class, receiving_bank,
           batch_texts, settles_later, identification, content, missed_at
      from unnest(${uuidArray(orders.map((order) => order.transactionId))}::uuid[], ${orders.map((order) => order.state)}::text[],
                  ${orders.map((order) => order.rail)}::text[], ${uuidArray(orders.map((order) => order.accountId))}::uuid[],
                  ${uuidArray(orders.map((order) => order.recipientId))}::uuid[], ${uuidArray(orders.map((order) => order.routingId))}::uuid[],
                  ${orders.map((order) => order.amountMinor.toString())}::bigint[],
                  ${orders.map((order) => order.connectionId ?? null)}::uuid[], ${orders.map((order) => order.windowAt ?? null)}::timestamptz[],
                  ${orders.map((order) => order.entryClass ?? null)}::text[], ${orders.map((order) => order.receivingBank ?? null)}::text[],
                  ${orders.map((order) => order.batchTexts ?? null)}::text[], ${orders.map((order) => order.settlesLater ?? false)}::boolean[],
                  ${orders.map((order) => order.identification ?? null)}::text[], ${orders.map((order) => order.content.toString("base64"))}::text[],
                  ${orders.map((order) => order.missedAt ?? null)}::timestamptz[])
             as g(id, state, rail, account_id, recipient_id, routing_id, amount, connection_id, window_at, entry_class, receiving_bank,
                  batch_texts, settles_later, identification, content, missed_at)
  ), added as (
    insert into bank_orders (organization_id, transaction_id, state, rail, account_id, recipient_id, routing_id, amount_minor, ordered_at,
                             connection_id, window_at, entry_class, receiving_bank, batch_texts, settles_later, identification,
                             missed_at)
    select ${organizationId}::uuid, id, state, rail, account_id, recipient_id, routing_id, amount, ${at}::timestamptz,
           connection_id, window_at, entry_class, receiving_bank, batch_texts, settles_later, identification, missed_at
      from given order by id
    on conflict do nothing
    returning transaction_id, state
  ), contents as (
    insert into bank_order_contents (organization_id, transaction_id, content)
    select ${organizationId}::uuid, g.id, decode(g.content, 'base64')
      from added a join given g on g.id = a.transaction_id where a.state <> 'refused'
  )
  select transaction_id from added`);

/** Which of the payments are known. */
export const knownOrders = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id from bank_orders where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})`);

export const findOrderConnection = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ connection_id: ConnectionId | null }>(sql`
  select connection_id from bank_orders
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and state <> 'refused'`);

/** The identifications with which these payments were filed, if they are not their own IDs. */
export const filedIdentifications = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transaction_id: TransactionId; identification: string | null }>(sql`
  select transaction_id, identification from bank_orders
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})`);

/** Whom a payment goes to. */
export const findRecipientOf = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ recipient_id: RecipientId }>(sql`
  select recipient_id from bank_orders where organization_id = ${organizationId} and transaction_id = ${transactionId}`);

/** What was requested and is now too late, what goes to the bank, and what has brought the money back. */
const isUndoDue = (until: Date) => sql`((u.state = 'approved' and (u.window_at is null or u.window_at <= ${until}))
     or (u.state = 'sent' and u.counts_at <= ${until}) or (u.state = 'requested' and u.send_by < ${until}))`;

/** Organizations with payments that wait for a connection or whose window is due, with files to build or follow, or with payments to ask about. */
export const organizationsWithOrders = (db: Queryable, writeUntil: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o
   where coalesce(
           (select true from bank_orders b where b.organization_id = o.organization_id and b.state in ('waiting', 'open')
               and (b.window_at is null or b.window_at <= ${writeUntil}) limit 1),
           (select true from ach_files f where f.organization_id = o.organization_id and f.state = 'planned' limit 1),
           (select true from ach_files f where f.organization_id = o.organization_id and f.state = 'written' limit 1),
           (select true from check_runs r where r.organization_id = o.organization_id and r.state in ('numbered', 'issued', 'printed') limit 1),
           (select true from check_voids v where v.organization_id = o.organization_id and v.state in ('waiting', 'reported') limit 1),
           (select true from transfer_files f where f.organization_id = o.organization_id and f.state = 'planned' limit 1),
           (select true from transfer_files f where f.organization_id = o.organization_id and f.state = 'written' and f.followed_at is null limit 1),
           (select true from transfers t where t.organization_id = o.organization_id and t.ask_at <= ${writeUntil} limit 1),
           (select true from payment_undos u where u.organization_id = o.organization_id and u.state in ('requested', 'approved', 'sent')
               and ${isUndoDue(writeUntil)} limit 1),
           false)
   order by o.organization_id`);

/** The rails of an organization with payments that wait or are open, files to build or follow, or payments to ask about. */
export const railsWithWork = (db: Queryable, organizationId: OrganizationId, writeUntil: Date) =>
  db.many<{ rail: BankRail }>(sql`
  select rail from bank_orders where organization_id = ${organizationId} and state in ('waiting', 'open')
   union select 'ach' from ach_files where organization_id = ${organizationId} and state = 'planned'
   union select 'ach' from ach_files where organization_id = ${organizationId} and state = 'written'
   union select 'check' from check_runs where organization_id = ${organizationId} and state in ('numbered', 'issued', 'printed')
   union select 'check' from check_voids where organization_id = ${organizationId} and state in ('waiting', 'reported')
   union select rail from transfer_files where organization_id = ${organizationId} and state = 'planned'
   union select rail from transfer_files where organization_id = ${organizationId} and state = 'written' and followed_at is null
   union select b.rail from transfers t join bank_orders b using (organization_id, transaction_id)
          where t.organization_id = ${organizationId} and t.ask_at <= ${writeUntil}
   union select rail from payment_undos u
          where organization_id = ${organizationId} and state in ('requested', 'approved', 'sent') and ${isUndoDue(writeUntil)}`);

/** The next window of a payment that is open, the next time to ask about one, or when something is to be undone. */
export const nextDueWindow = (db: Queryable) =>
  db.one<{ window_at: Date | null }>(sql`
  select min(b.window_at) as window_at
    from (
     select least(
       (select min(x.window_at) from bank_orders x where x.organization_id = o.organization_id and x.state in ('waiting', 'open')),
       (select min(t.ask_at) from transfers t where t.organization_id = o.organization_id and t.ask_at is not null),
       (select min(case u.state when 'approved' then u.window_at when 'sent' then u.counts_at end) from payment_undos u
         where u.organization_id = o.organization_id and u.state in ('requested', 'approved', 'sent'))) as window_at
       from organization_ids o) b`);

export interface OpenWindow {
  readonly connection_id: ConnectionId;
  readonly rail: BankRail;
  readonly window_at: Date;
  readonly orders: bigint;
}

/** The windows with open payments, by connection, the earliest first. */
export const openWindows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<OpenWindow>(sql`
  select connection_id, rail, window_at, count(*) as orders from bank_orders
   where organization_id = ${organizationId} and state in ('waiting', 'open') and state = 'open'
   group by connection_id, rail, window_at order by window_at, connection_id`);

/** Payments that wait for a connection, by account and rail. */
export const waitingOrders = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ account_id: AccountId; rail: BankRail; orders: bigint }>(sql`
  select account_id, rail, count(*) as orders from bank_orders
   where organization_id = ${organizationId} and state in ('waiting', 'open') and state = 'waiting'
   group by account_id, rail`);

/** How many payments of all organizations wait for a connection. */
export const countWaitingOrders = (db: Queryable) =>
  db.one<{ orders: bigint }>(sql`
  select count(*) as orders from organization_ids o join bank_orders b on b.organization_id = o.organization_id and b.state = 'waiting'`);

/** Looked up by its key: joined, all orders would be compared with all contents in tables without statistics. */
const content = sql`
  (select c.content from bank_order_contents c
    where c.organization_id = b.organization_id and c.transaction_id = b.transaction_id) as content`;

/** Some payments that wait for a connection, with their contents, to be examined for the file. */
export const lockWaiting = (
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, rail, limit }: { accountId: AccountId; rail: BankRail; limit: number },
) =>
  tx.many<{ transaction_id: TransactionId; content: Buffer | null }>(sql`
  select b.transaction_id, ${content} from bank_orders b
   where b.organization_id = ${organizationId} and b.account_id = ${accountId} and b.rail = ${rail} and b.state = 'waiting'
   order by b.transaction_id limit ${limit} for update of b`);

export interface ConnectedOrder extends OrderFit {
  readonly transactionId: TransactionId;
}

export const connectOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  { orders, connectionId, windowAt }: { orders: readonly ConnectedOrder[]; connectionId: ConnectionId; windowAt: Date },
) =>
  tx.run(sql`
  update bank_orders b set state = ${bankOrderStates.moves.connect.to}, connection_id = ${connectionId}, window_at = ${windowAt},
         entry_class = g.entry_class, receiving_bank = g.receiving_bank, batch_texts = g.batch_texts, settles_later = g.settles_later,
         identification = g.identification
    from unnest(${uuidArray(orders.map((order) => order.transactionId))}::uuid[], ${orders.map((order) => order.entryClass ?? null)}::text[],
                ${orders.map((order) => order.receivingBank ?? null)}::text[], ${orders.map((order) => order.batchTexts ?? null)}::text[],
                ${orders.map((order) => order.settlesLater ?? false)}::boolean[], ${orders.map((order) => order.identification ?? null)}::text[])
             as g(id, entry_class, receiving_bank, batch_texts, settles_later, identification)
   where b.organization_id = ${organizationId} and b.transaction_id = g.id and ${isOneOf(sql`b.state`, bankOrderStates.statesBefore("connect"))}`);

/** The open payments whose account and connection no longer belong together wait again. */
export const disconnectOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, except }: { connectionId: ConnectionId; except: readonly AccountId[] },
) =>
  tx.run(sql`
  update bank_orders set state = ${bankOrderStates.moves.disconnect.to}, connection_id = null, window_at = null
   where organization_id = ${organizationId} and connection_id = ${connectionId} and state in ('waiting', 'open') and ${before("disconnect")}
     and account_id <> all (${uuidArray(except)}::uuid[])`);

/** The payments of a file whose content is not stored, or some of them, wait again. */
export const unfileOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  fileId: BankFileId,
  only?: readonly TransactionId[],
) =>
  tx.run(sql`
  update bank_orders set state = ${bankOrderStates.moves.disconnect.to}, connection_id = null, window_at = null, file_id = null, position = null, reference = null
   where organization_id = ${organizationId} and file_id = ${fileId} and state <> 'open' and ${before("disconnect")}
     and ${only === undefined ? sql`true` : sql`transaction_id = any (${eachOf(only)})`}`);

/** How much was received today for a connection in its first days. Cents. */
export const orderedSince = (tx: Tx, organizationId: OrganizationId, connectionId: ConnectionId, since: Date) =>
  tx.one<{ total_minor: bigint }>(sql`
  select coalesce(sum(amount_minor), 0)::bigint as total_minor from bank_orders
   where organization_id = ${organizationId} and connection_id = ${connectionId} and ordered_at >= ${since} and state <> 'refused'`);

/** How many payments a statement changed, and what they add up to. Cents. */
export interface Postponed {
  readonly payments: number;
  readonly total_minor: bigint;
}

/** The open payments of a window go into the file of a later one. */
export const postponeOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, from, to }: { connectionId: ConnectionId; from: Date; to: Date },
) =>
  tx.one<Postponed>(sql`
  with postponed as (
    update bank_orders set window_at = ${to}, missed_at = coalesce(missed_at, ${from})
     where organization_id = ${organizationId} and connection_id = ${connectionId} and window_at = ${from} and ${before("postpone")}
    returning amount_minor
  ) select count(*)::integer as payments, coalesce(sum(amount_minor), 0)::bigint as total_minor from postponed`);

/** Open payments whose file should have been written by this time, by window, marked as alerted. */
export const takeLateOrders = (tx: Tx, organizationId: OrganizationId, writtenBefore: Date) =>
  tx.many<Postponed & { rail: BankRail; connection_id: ConnectionId; window_at: Date }>(sql`
  with late as (
    update bank_orders set missed_at = window_at
     where organization_id = ${organizationId} and state in ('waiting', 'open') and state = 'open'
       and window_at <= ${writtenBefore} and missed_at is null
    returning rail, connection_id, window_at, amount_minor
  ) select rail, connection_id, window_at, count(*)::integer as payments, sum(amount_minor)::bigint as total_minor
      from late group by rail, connection_id, window_at order by window_at, connection_id`);

/** The payments of a file. */
export const sumOfFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.one<Postponed>(sql`
  select count(*)::integer as payments, coalesce(sum(amount_minor), 0)::bigint as total_minor from bank_orders
   where organization_id = ${organizationId} and file_id = ${fileId}`);

/** Open payments of these connections, or some of them, are due now. Sandbox only. Returns how many. */
export const makeOrdersDue = (
  db: Queryable,
  organizationId: OrganizationId,
  of: { connectionIds: readonly ConnectionId[]; only: readonly TransactionId[] | undefined; now: Date },
) =>
  db.run(sql`
  update bank_orders set window_at = ${of.now}
   where organization_id = ${organizationId} and connection_id = any (${[...of.connectionIds]}::uuid[]) and state in ('waiting', 'open')
     and ${before("postpone")} and window_at > ${of.now}
     and (${of.only === undefined} or transaction_id = any (${uuidArray(of.only ?? [])}::uuid[]))`);

/** The state of a payment, locked. */
export const lockOrder = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ transaction_id: TransactionId; state: BankOrderState; rail: BankRail }>(sql`
  select transaction_id, state, rail from bank_orders
   where organization_id = ${organizationId} and transaction_id = ${transactionId} for update`);

/** What no file can carry, from any state before an answer. Returns those that moved. */
export const refuseOrders = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  with refused as (
    update bank_orders set state = ${bankOrderStates.moves.refuse.to}
     where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)}) and ${before("refuse")}
    returning transaction_id
  ), forgotten as (
    delete from bank_order_contents c using refused r where c.organization_id = ${organizationId} and c.transaction_id = r.transaction_id
  )
  select transaction_id from refused`);

export interface FiledRow {
  readonly transaction_id: TransactionId;
  readonly rail: BankRail;
  readonly account_id: AccountId;
  readonly position: number;
  readonly reference: string;
  readonly amount_minor: bigint;
  /** Null only if it was deleted outside the service. */
  readonly content: Buffer | null;
}

/** The payments of files with their contents, in order. */
export const ordersInFiles = (db: Queryable, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  db.many<FiledRow & { readonly file_id: BankFileId }>(sql`
  select b.file_id, b.transaction_id, b.rail, b.account_id, b.position, b.reference, b.amount_minor, ${content}
    from bank_orders b
   where b.organization_id = ${organizationId} and b.file_id = any (${eachOf(fileIds)}) and b.state = 'filed'
   order by b.file_id, b.position`);

/** A page of the payments of a file with their contents, in order. */
export const filedOrders = (
  db: Queryable,
  organizationId: OrganizationId,
  { fileId, after, limit }: { fileId: BankFileId; after: number; limit: number },
) =>
  db.many<FiledRow>(sql`
  select b.transaction_id, b.rail, b.account_id, b.position, b.reference, b.amount_minor, ${content}
    from bank_orders b
   where b.organization_id = ${organizationId} and b.file_id = ${fileId} and b.position > ${after} and b.state = 'filed'
   order by b.position limit ${limit}`);

/** Deletes the instructions of files' payments: from now on, the files contain them. */
export const forgetContents = (tx: Tx, organizationId: OrganizationId, fileIds: readonly BankFileId[]) =>
  tx.run(sql`
  delete from bank_order_contents c using bank_orders b
   where c.organization_id = ${organizationId} and b.organization_id = ${organizationId} and b.file_id = any (${eachOf(fileIds)})
     and c.transaction_id = b.transaction_id`);

/** Payments that have not left although a cut-off was missed, or whose file should have been written by this time. */
export const countLateOrders = (
  db: Queryable,
  {
    organizationId,
    writtenBefore,
  }: { readonly organizationId?: OrganizationId | undefined; readonly writtenBefore: Date },
) =>
  db.one<{ count: number }>(sql`
  select count(*)::integer as count from bank_orders
   where ${organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`}
     and state in ('waiting', 'open') and state = 'open' and (window_at <= ${writtenBefore} or missed_at is not null)`);
