import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { achPrenotes } from "../../tables.ts";
import { achPrenoteStates } from "./prenote-states.ts";

interface Window {
  readonly connectionId: ConnectionId;
  readonly windowAt: Date;
}

/** Bank details that open payments of a window go to. */
export interface DetailsOfWindow {
  readonly routing_id: RoutingId;
  readonly recipient_id: RecipientId;
  readonly account_id: AccountId;
  /** One of the payments. */
  readonly transaction_id: TransactionId;
  readonly receiving_bank: string;
  readonly has_prenote: boolean;
}

/** Of payments other than these. */
export const detailsOfWindow = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, windowAt, except }: Window & { readonly except: readonly TransactionId[] },
) =>
  tx.many<DetailsOfWindow>(sql`
  select distinct on (b.routing_id) b.routing_id, b.recipient_id, b.account_id, b.transaction_id, b.receiving_bank,
         p.routing_id is not null as has_prenote
    from bank_orders b
    left join ach_prenotes p
      on p.organization_id = b.organization_id and p.connection_id = b.connection_id and p.routing_id = b.routing_id
   where b.organization_id = ${organizationId} and b.connection_id = ${connectionId} and b.window_at = ${windowAt}
     and b.state in ('waiting', 'open') and b.state = 'open' and b.transaction_id <> all (${uuidArray(except)}::uuid[])
   order by b.routing_id, b.transaction_id`);

/** The prenote of bank details. */
export interface PrenoteState {
  readonly routing_id: RoutingId;
  readonly state: "filed" | "returned" | "corrected";
  readonly code: string | null;
  readonly live_on: string;
  /** Accepted, and old enough on this day: payments may go out. */
  readonly is_live: boolean;
}

/** The prenotes of these bank details; none that was changed outside the service. */
export const prenoteStates = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { readonly connectionId: ConnectionId; readonly routingIds: readonly RoutingId[]; readonly day: string },
) =>
  tx.many<PrenoteState>(sql`
  select p.routing_id, p.state, p.code, p.live_on::text as live_on,
         p.state = 'filed' and p.live_on <= ${of.day}::date and f.state is not distinct from 'accepted' as is_live,
         ${achPrenotes.proofOrSkip("p")}
    from ach_prenotes p
    left join ach_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where p.organization_id = ${organizationId} and p.connection_id = ${of.connectionId}
     and p.routing_id = any (${eachOf(of.routingIds)})`);

/** Open payments of a window to these bank details, except these, go into the file of a later one. */
export const holdOrders = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    connectionId,
    windowAt,
    routingIds,
    except,
    to,
  }: Window & {
    readonly routingIds: readonly RoutingId[];
    readonly except: readonly TransactionId[];
    readonly to: Date;
  },
) =>
  tx.run(sql`
  update bank_orders set window_at = ${to}
   where organization_id = ${organizationId} and connection_id = ${connectionId} and window_at = ${windowAt}
     and state in ('waiting', 'open') and state = 'open' and routing_id = any (${uuidArray(routingIds)}::uuid[])
     and transaction_id <> all (${uuidArray(except)}::uuid[])`);

/** The payments to bank details that wait for a file. */
export const openOrdersTo = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, routingId }: { readonly connectionId: ConnectionId; readonly routingId: RoutingId },
) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  select transaction_id from bank_orders
   where organization_id = ${organizationId} and connection_id = ${connectionId} and routing_id = ${routingId}
     and state in ('waiting', 'open') and state = 'open'
   order by transaction_id for update`);

export interface NewPrenote {
  readonly routingId: RoutingId;
  readonly recipientId: RecipientId;
  readonly accountId: AccountId;
  readonly transactionId: TransactionId;
  readonly receivingBank: string;
  readonly position: number;
  /** The trace number. */
  readonly reference: string;
}

export const insertPrenotes = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    connectionId,
    fileId,
    liveOn,
    prenotes,
  }: {
    readonly connectionId: ConnectionId;
    readonly fileId: BankFileId;
    readonly liveOn: string;
    readonly prenotes: readonly NewPrenote[];
  },
) =>
  tx.run(sql`
  insert into ach_prenotes (organization_id, connection_id, routing_id, recipient_id, account_id, transaction_id, state, file_id, position,
                            reference, receiving_bank, live_on)
  select ${organizationId}::uuid, ${connectionId}::uuid, g.routing_id, g.recipient_id, g.account_id, g.transaction_id,
         ${achPrenoteStates.initial[0]}, ${fileId}::uuid, g.position, g.reference, g.receiving_bank, ${liveOn}::date
    from unnest(${uuidArray(prenotes.map((prenote) => prenote.routingId))}::uuid[], ${uuidArray(prenotes.map((prenote) => prenote.recipientId))}::uuid[],
                ${uuidArray(prenotes.map((prenote) => prenote.accountId))}::uuid[], ${uuidArray(prenotes.map((prenote) => prenote.transactionId))}::uuid[],
                ${prenotes.map((prenote) => prenote.position)}::integer[], ${prenotes.map((prenote) => prenote.reference)}::text[],
                ${prenotes.map((prenote) => prenote.receivingBank)}::text[])
           as g(routing_id, recipient_id, account_id, transaction_id, position, reference, receiving_bank)
  returning ${achPrenotes.inserted()}`);

export interface PrenoteToBuild {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly reference: string;
  /** The payment's stored instruction; null if the payment no longer waits. */
  readonly content: Buffer | null;
  readonly amount_minor: bigint;
}

/** The prenotes of a file, in order. */
export const prenotesOfFile = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.many<PrenoteToBuild>(sql`
  select p.transaction_id, p.account_id, p.reference, c.content, b.amount_minor
    from ach_prenotes p
    join bank_orders b on b.organization_id = p.organization_id and b.transaction_id = p.transaction_id
    left join bank_order_contents c on c.organization_id = p.organization_id and c.transaction_id = p.transaction_id
   where p.organization_id = ${organizationId} and p.file_id = ${fileId}
   order by p.account_id, b.entry_class, p.position`);

/** Deletes the prenotes of a file except those of these payments. */
export const deletePrenotes = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, except }: { readonly fileId: BankFileId; readonly except: readonly TransactionId[] },
) =>
  tx.many<{ routing_id: RoutingId }>(sql`
  delete from ach_prenotes
   where organization_id = ${organizationId} and file_id = ${fileId} and transaction_id <> all (${uuidArray(except)}::uuid[])
  returning routing_id, ${achPrenotes.removed()}`);

/** The file is written in another window. */
export const movePrenotes = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, liveOn }: { readonly fileId: BankFileId; readonly liveOn: string },
) =>
  tx.run(
    achPrenotes.update({
      set: sql`live_on = ${liveOn}::date`,
      where: sql`organization_id = ${organizationId} and file_id = ${fileId}`,
    }),
  );

export interface AnsweredPrenote {
  readonly routing_id: RoutingId;
  readonly recipient_id: RecipientId;
  readonly transaction_id: TransactionId;
  readonly reference: string;
  readonly receiving_bank: string;
  readonly file_id: BankFileId;
  readonly state: "filed" | "returned" | "corrected";
  readonly code: string | null;
}

/** The prenotes of a connection with these trace numbers, the newest for each. */
export const prenotesByReference = (
  tx: Queryable,
  organizationId: OrganizationId,
  { connectionId, references, since }: { connectionId: ConnectionId; references: readonly string[]; since: Date },
) =>
  tx.many<AnsweredPrenote>(sql`
  select distinct on (p.reference) p.routing_id, p.recipient_id, p.transaction_id, p.reference, p.receiving_bank, p.file_id, p.state, p.code
    from ach_prenotes p join ach_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where p.organization_id = ${organizationId} and p.connection_id = ${connectionId} and p.reference = any (${[...references]}::text[])
     and f.written_at >= ${since} and f.state in ('written', 'accepted')
   order by p.reference, f.written_at desc`);

export const answerPrenote = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    connectionId,
    routingId,
    trigger,
    code,
  }: { connectionId: ConnectionId; routingId: RoutingId; trigger: "return" | "correct"; code: string },
) =>
  tx.run(
    achPrenotes.update({
      set: sql`state = ${achPrenoteStates.moves[trigger].to}, code = ${code}`,
      where: sql`organization_id = ${organizationId} and connection_id = ${connectionId} and routing_id = ${routingId}
     and ${isOneOf(sql`state`, achPrenoteStates.statesBefore(trigger))}`,
    }),
  );

/** The prenote for which an open payment waits. */
export const findAwaitedPrenote = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ written_at: Date; live_on: string; window_at: Date }>(sql`
  select f.written_at, p.live_on::text as live_on, b.window_at
    from bank_orders b
    join ach_prenotes p
      on p.organization_id = b.organization_id and p.connection_id = b.connection_id and p.routing_id = b.routing_id
    join ach_files f on f.organization_id = p.organization_id and f.file_id = p.file_id
   where b.organization_id = ${organizationId} and b.transaction_id = ${transactionId} and b.state in ('waiting', 'open')
     and b.state = 'open' and p.state = 'filed' and f.written_at is not null`);
