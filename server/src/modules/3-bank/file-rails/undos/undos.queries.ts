import type { BankFileId, BankRail, ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { AccountId, Id, OrganizationId, TokenId, TransactionId, UserId } from "#kernel/values/ids.ts";
import type { BankOrderState } from "../orders/order-states.ts";
import { paymentUndos } from "../tables.ts";
import type { UndoKind, UndoReason } from "./undo-reasons.ts";
import { openUndoStates, type UndoState, type UndoTrigger, undoStates } from "./undo-states.ts";

export type UndoId = Id<"paymentUndo">;

export interface UndoRow {
  readonly undo_id: UndoId;
  readonly transaction_id: TransactionId;
  readonly kind: UndoKind;
  readonly rail: Exclude<BankRail, "check">;
  readonly state: UndoState;
  readonly reason: UndoReason;
  readonly note: string | null;
  readonly amount_minor: bigint;
  readonly account_id: AccountId;
  readonly connection_id: ConnectionId;
  readonly original_file_id: BankFileId;
  readonly original_reference: string;
  readonly send_by: Date | null;
  readonly requester_user_id: UserId | null;
  readonly requester_token_id: TokenId | null;
  readonly requested_at: Date;
  readonly approved_at: Date | null;
  readonly window_at: Date | null;
  readonly file_id: BankFileId | null;
  readonly reference: string | null;
  readonly sent_at: Date | null;
  readonly counts_at: Date | null;
  readonly code: string | null;
  readonly ended_at: Date | null;
}

const names = sql`undo_id, transaction_id, kind, rail, state, reason, note, amount_minor, account_id, connection_id, original_file_id,
  original_reference, send_by, requester_user_id, requester_token_id, requested_at, approved_at, window_at, file_id, reference, sent_at, counts_at,
  code, ended_at`;

const before = (trigger: UndoTrigger): Sql => isOneOf(sql`state`, undoStates.statesBefore(trigger));

export type NewUndo = Omit<
  UndoRow,
  "state" | "approved_at" | "window_at" | "file_id" | "reference" | "sent_at" | "counts_at" | "code" | "ended_at"
>;

/** Returns 0 if the payment is being undone already. */
export const insertUndo = (tx: Tx, organizationId: OrganizationId, undo: NewUndo) =>
  tx.run(sql`
  insert into payment_undos (organization_id, undo_id, transaction_id, kind, rail, state, reason, note, amount_minor, account_id, connection_id,
                             original_file_id, original_reference, send_by, requester_user_id, requester_token_id, requested_at)
  values (${organizationId}, ${undo.undo_id}, ${undo.transaction_id}, ${undo.kind}, ${undo.rail}, ${undoStates.initial[0]}, ${undo.reason}, ${undo.note},
          ${undo.amount_minor.toString()}, ${undo.account_id}, ${undo.connection_id}, ${undo.original_file_id}, ${undo.original_reference}, ${undo.send_by},
          ${undo.requester_user_id}, ${undo.requester_token_id}, ${undo.requested_at})
  on conflict do nothing
  returning ${paymentUndos.inserted()}`);

export const lockUndo = (tx: Tx, organizationId: OrganizationId, undoId: string) =>
  tx.maybe<UndoRow>(sql`
  select ${names}, ${paymentUndos.proof("u")} from payment_undos u
   where organization_id = ${organizationId} and undo_id = ${undoId}::uuid for update of u`);

/** All of a payment, the latest first. */
export const undosOfPayment = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and transaction_id = ${transactionId} order by undo_id desc limit 20`);

/** Those that wait for approval, the oldest first. */
export const requestedUndos = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and state in ('requested', 'approved', 'sent') and state = 'requested'
   order by undo_id limit ${limit}`);

/** A payment that the bank was asked to undo. */
export interface SentUndo {
  readonly transactionId: TransactionId;
  readonly kind: UndoKind;
  readonly state: UndoState;
  readonly amountMinor: bigint;
  readonly fileId: BankFileId;
  readonly sentAt: Date;
}

/** Those of an account that went to the bank between two instants. */
export const undosSentBetween = (
  db: Queryable,
  { organizationId, accountId }: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
) =>
  db.many<SentUndo>(sql`
  select transaction_id as "transactionId", kind, state, amount_minor as "amountMinor", file_id as "fileId", sent_at as "sentAt",
         ${paymentUndos.proofOrSkip("u")}
    from payment_undos u
   where organization_id = ${organizationId} and account_id = ${accountId} and sent_at >= ${from} and sent_at < ${to}
     and file_id is not null
   order by undo_id desc limit ${limit}`);

/** What is known about an undo when it moves. */
export interface UndoMove {
  readonly undoIds: readonly UndoId[];
  readonly trigger: UndoTrigger;
  readonly at: Date;
  /** The bank's reason, for `refuse`, `takeBack`, and `wait`. */
  readonly code?: string | undefined;
}

/** Moves what is in a state before. Returns how many moved. */
export const moveUndos = (tx: Tx, organizationId: OrganizationId, { undoIds, trigger, at, code }: UndoMove) => {
  const { to } = undoStates.moves[trigger];
  const ends = undoStates.isFinal(to) || to === "succeeded" || to === "refused";
  return tx.run(
    paymentUndos.update({
      set: sql`state = ${to}, code = ${code ?? null}::text, ended_at = ${ends ? at : null}::timestamptz,
         approved_at = case when ${trigger === "approve"} then ${at}::timestamptz else approved_at end,
         window_at = case when ${trigger === "unfile"} then null else window_at end,
         file_id = case when ${trigger === "unfile"} then null else file_id end,
         reference = case when ${trigger === "unfile"} then null else reference end,
         sent_at = case when ${trigger === "write"} then ${at}::timestamptz else sent_at end`,
      where: sql`organization_id = ${organizationId} and undo_id = any (${eachOf(undoIds)}) and ${before(trigger)}`,
    }),
  );
};

/** Those that go to the bank next, over connections for a rail. */
export const approvedUndos = (db: Queryable, organizationId: OrganizationId, rail: BankRail) =>
  db.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and rail = ${rail} and state in ('requested', 'approved', 'sent') and state = 'approved'
   order by undo_id limit 1000`);

export const lockApproved = (tx: Tx, organizationId: OrganizationId, undoIds: readonly UndoId[]) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and undo_id = any (${eachOf(undoIds)}) and ${before("file")}
   order by undo_id for update of u`);

/** When the file with them is written. */
export const scheduleUndos = (
  tx: Tx,
  organizationId: OrganizationId,
  { undoIds, windowAt }: { undoIds: readonly UndoId[]; windowAt: Date },
) =>
  tx.run(sql`
  update payment_undos set window_at = ${windowAt}
   where organization_id = ${organizationId} and undo_id = any (${eachOf(undoIds)}) and ${before("file")}`);

/** Puts undos, which are locked, into a file. */
export const fileUndos = (
  tx: Tx,
  organizationId: OrganizationId,
  filed: readonly { readonly undoId: UndoId; readonly fileId: BankFileId; readonly reference: string }[],
) =>
  tx.run(sql`
  update payment_undos u set state = ${undoStates.moves.file.to}, file_id = g.file_id, reference = g.reference
    from unnest(${uuidArray(filed.map((undo) => undo.undoId))}::uuid[], ${uuidArray(filed.map((undo) => undo.fileId))}::uuid[],
                ${filed.map((undo) => undo.reference)}::text[]) as g(id, file_id, reference)
   where u.organization_id = ${organizationId} and u.undo_id = g.id and ${isOneOf(sql`u.state`, undoStates.statesBefore("file"))}
  returning ${paymentUndos.changed("u")}`);

/** The undos of a file, in the order of their references. */
export const undosInFile = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and file_id = ${fileId} order by reference`);

export const lockUndosInFile = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and file_id = ${fileId} order by undo_id for update of u`);

/** The undos of a connection with these references, locked. */
export const lockUndosByReference = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, references, kind }: { connectionId: ConnectionId; references: readonly string[]; kind: UndoKind },
) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and reference = any (${[...references]}::text[]) and connection_id = ${connectionId}
     and kind = ${kind} and state <> 'filed'
   order by undo_id for update of u`);

/** From when on reversals have brought the money back, if nothing is returned until then. */
export const setCountsAt = (
  tx: Tx,
  organizationId: OrganizationId,
  { undoIds, countsAt }: { undoIds: readonly UndoId[]; countsAt: Date },
) =>
  tx.run(
    paymentUndos.update({
      set: sql`counts_at = ${countsAt}`,
      where: sql`organization_id = ${organizationId} and undo_id = any (${eachOf(undoIds)})`,
    }),
  );

/** Reversals that nobody returned in time. */
export const lockSettledUndos = (tx: Tx, organizationId: OrganizationId, now: Date) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and state in ('requested', 'approved', 'sent') and state = 'sent' and counts_at <= ${now}
   order by undo_id limit 500 for update of u`);

/** The undos of payments that may still end, locked. */
export const lockUndosOf = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and (${isOneOf(sql`state`, openUndoStates)} or (kind = 'recall' and state = 'refused'))
   order by undo_id for update of u`);

/** Requests that can no longer be sent in time. */
export const lockLateRequests = (tx: Tx, organizationId: OrganizationId, now: Date) =>
  tx.many<UndoRow>(sql`
  select ${names}, ${paymentUndos.proofOrSkip("u")} from payment_undos u
   where organization_id = ${organizationId} and state in ('requested', 'approved', 'sent') and state = 'requested' and send_by < ${now}
   order by undo_id limit 500 for update of u`);

/** The file that pays a payment, and the reference in it: rows that only grow. */
export const findFiled = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ file_id: BankFileId; reference: string | null }>(sql`
  select file_id, reference from filed_payments
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and purpose = 'pay' limit 1`);

/** What is known of a payment that waits for a file or is in one. */
export const findOrderRail = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<{ rail: BankRail; state: BankOrderState }>(sql`
  select rail, state from bank_orders where organization_id = ${organizationId} and transaction_id = ${transactionId}`);
