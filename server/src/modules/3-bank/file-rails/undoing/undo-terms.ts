import { reversalDeadline } from "bursar-bank-formats/nacha";
import { lastWindowOn, windowAfter } from "bursar-banking/calendar/ach-windows";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { dateInWords, newYorkTimeText } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { AchConnection } from "../ach/ach-connection.ts";
import { findAchFile } from "../ach/ach-files.queries.ts";
import type { ConnectionMode, ConnectionSource } from "../channels.ts";
import type { TransferConnection, TransferRail } from "../transfer-messages/transfer-connection.ts";
import { findTransferState } from "../transfers/transfers.queries.ts";
import { reasonsFor, type UndoKind, type UndoReason } from "../undos/undo-reasons.ts";
import type { UndoRefusal } from "../undos/undo-refusals.ts";
import { findFiled, findOrderRail, type UndoRow } from "../undos/undos.queries.ts";

/** The connections over which payments are undone. */
export interface UndoChannels extends Readonly<Record<TransferRail, ConnectionSource<TransferConnection>>> {
  readonly ach: ConnectionSource<AchConnection>;
}

/** A payment to a recipient, as payments know it. */
export interface PaymentToUndo {
  readonly organizationId: OrganizationId;
  readonly transactionId: TransactionId;
  readonly status: string;
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
}

/** How a payment can be undone now. */
export interface UndoTerms {
  readonly kind: UndoKind;
  readonly rail: UndoRow["rail"];
  readonly reasons: readonly UndoReason[];
  /** The last moment at which it can leave; null if the network has no deadline. */
  readonly sendBy: Date | null;
  readonly connectionId: ConnectionId;
  readonly originalFileId: BankFileId;
  /** The trace number or end-to-end ID of the payment. */
  readonly originalReference: string;
}

/** Why it cannot be undone. */
export interface NoUndo {
  readonly refusal: UndoRefusal;
  readonly details: Readonly<Record<string, string>>;
}

const no = (refusal: UndoRefusal, details: NoUndo["details"] = {}): NoUndo => ({ refusal, details });

/**
 * How the bank can undo a payment now. Which file pays it is known by rows that only grow, and the rest by proven ones.
 * Whether it is being undone already is the caller's question.
 */
export async function undoTermsOf(
  channels: UndoChannels,
  db: Queryable,
  payment: PaymentToUndo,
  now: Date,
): Promise<UndoTerms | NoUndo> {
  const { organizationId, transactionId, status } = payment;
  if (status === "reversed") return no("undoAlreadyReturned");
  if (status !== "sent" && status !== "pending") return no("undoNotPaid", { status });
  const order = await findOrderRail(db, organizationId, transactionId);
  if (order?.rail === "check") return no("undoIsCheck");
  const filed = await findFiled(db, organizationId, transactionId);
  if (order === undefined || filed?.reference == null) return no("undoNotSent");
  const original = { originalFileId: filed.file_id, originalReference: filed.reference };
  return order.rail === "ach"
    ? reversalTerms(channels.ach, db, { payment, original, now })
    : recallTerms(channels[order.rail], db, { payment, original, rail: order.rail });
}

type Original = Pick<UndoTerms, "originalFileId" | "originalReference">;

interface Given {
  readonly payment: PaymentToUndo;
  readonly original: Original;
}

async function reversalTerms(
  source: ConnectionSource<AchConnection>,
  db: Queryable,
  { payment, original, now }: Given & { readonly now: Date },
): Promise<UndoTerms | NoUndo> {
  const file = await findAchFile(db, payment.organizationId, original.originalFileId);
  if (file === undefined || (file.state !== "written" && file.state !== "accepted")) return no("undoNotSent");
  const isSameDay = file.is_same_day && payment.amountMinor <= file.same_day_max_minor;
  const settledOn = isSameDay ? file.effective_on : file.later_on;
  if (payment.status === "pending") return no("undoNotSettled", { settlesOn: dateInWords(settledOn) });
  const { connection_id: connectionId } = file;
  const connection = await source.findConnection(db, payment.organizationId, connectionId);
  if (connection === undefined || !canCarry(connection, payment)) return no("undoWithoutConnection");
  const { windows } = connection.settings;
  const deadline = reversalDeadline(settledOn, (date) => isBankingDay(Temporal.PlainDate.from(date)));
  const sendBy = lastWindowOn(windows, Temporal.PlainDate.from(deadline));
  if (windowAfter(windows, now) > sendBy) return no("undoTooLate", { until: newYorkTimeText(sendBy) });
  return { kind: "reversal", rail: "ach", reasons: reasonsFor("reversal"), sendBy, connectionId, ...original };
}

async function recallTerms(
  source: ConnectionSource<TransferConnection>,
  db: Queryable,
  { payment, original, rail }: Given & { readonly rail: TransferRail },
): Promise<UndoTerms | NoUndo> {
  const transfer = await findTransferState(db, payment.organizationId, payment.transactionId);
  if (transfer === undefined || transfer.file_id !== original.originalFileId) return no("undoNotSent");
  const { state, connection_id: connectionId } = transfer;
  if (state === "planned" || state === "withdrawn") return no("undoNotSent");
  if (state === "returned") return no("undoAlreadyReturned");
  if (state === "rejected" || state === "blocked") return no("undoNotPaid", { status: "failed" });
  const connection = await source.findConnection(db, payment.organizationId, connectionId);
  if (connection === undefined || !canCarry(connection, payment)) return no("undoWithoutConnection");
  return { kind: "recall", rail, reasons: reasonsFor("recall"), sendBy: null, connectionId, ...original };
}

const canCarry = (
  connection: { readonly mode: ConnectionMode; serves(accountId: AccountId): boolean },
  { accountId }: PaymentToUndo,
): boolean => connection.mode === "live" && connection.serves(accountId);
