import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { dueWork } from "#records/identity";
import type { InvoiceId } from "../invoices/invoice.ts";
import { debits } from "../tables.ts";
import { type InvoiceDebitStatus, invoiceDebitStates } from "./invoice-debit-states.ts";

export type DebitId = Id<"invoiceDebit">;

/** Table: invoice_debits. */
export interface DebitRow {
  readonly debit_id: DebitId;
  readonly invoice_id: InvoiceId;
  readonly amount_minor: bigint;
  readonly payer_name: string;
  readonly routing_number: string;
  readonly account_number: Buffer;
  readonly account_number_last4: string;
  readonly account_type: "checking" | "savings";
  readonly authorization_text: string;
  readonly authorized_at: Date;
  readonly address: string;
  readonly ask_at: Date | null;
  readonly trace_number: string | null;
  readonly status: InvoiceDebitStatus;
  readonly collected_at: Date | null;
  readonly transaction_id: TransactionId | null;
  readonly return_transaction_id: TransactionId | null;
  readonly returned_at: Date | null;
  readonly return_reason: string | null;
}

const columns = sql`
  debit_id, invoice_id, amount_minor, payer_name, routing_number, account_number, account_number_last4, account_type,
  authorization_text, authorized_at, address, ask_at, trace_number, status, collected_at, transaction_id,
  return_transaction_id, returned_at, return_reason`;

export type NewDebit = Pick<
  DebitRow,
  | "debit_id"
  | "invoice_id"
  | "amount_minor"
  | "payer_name"
  | "routing_number"
  | "account_number"
  | "account_number_last4"
  | "account_type"
  | "authorization_text"
  | "authorized_at"
  | "address"
>;

export const insertDebit = (tx: Tx, organizationId: OrganizationId, row: NewDebit) =>
  tx.run(sql`
  insert into invoice_debits (organization_id, debit_id, invoice_id, amount_minor, payer_name, routing_number, account_number,
                              account_number_last4, account_type, authorization_text, authorized_at, address, ask_at)
  values (${organizationId}, ${row.debit_id}, ${row.invoice_id}, ${row.amount_minor}, ${row.payer_name}, ${row.routing_number},
          ${row.account_number}, ${row.account_number_last4}, ${row.account_type}, ${row.authorization_text},
          ${row.authorized_at}, ${row.address}, ${row.authorized_at})
  returning ${debits.inserted()}`);

/** Oldest first. */
export const debitsOf = (db: Queryable, organizationId: OrganizationId, invoiceId: InvoiceId) =>
  db.many<DebitRow>(sql`
  select ${columns}, ${debits.proof("d")} from invoice_debits d
   where organization_id = ${organizationId} and invoice_id = ${invoiceId} order by debit_id`);

export const lockDebit = (tx: Tx, organizationId: OrganizationId, debitId: DebitId) =>
  tx.one<DebitRow>(sql`
  select ${columns}, ${debits.proof("d")} from invoice_debits d
   where organization_id = ${organizationId} and debit_id = ${debitId} for update`);

/** The debit that a deposit came from. */
export const lockDebitOf = (tx: Tx, organizationId: OrganizationId, depositId: TransactionId) =>
  tx.maybe<DebitRow>(sql`
  select ${columns}, ${debits.proof("d")} from invoice_debits d
   where organization_id = ${organizationId} and transaction_id = ${depositId} for update`);

/** The next question to the bank, if any; nothing else changes. */
export const setAskAt = (db: Queryable, organizationId: OrganizationId, debitId: DebitId, askAt: Date | null) =>
  db.run(sql`
  update invoice_debits set ask_at = ${askAt}
   where organization_id = ${organizationId} and debit_id = ${debitId}`);

export const markDebitCollected = (
  tx: Tx,
  organizationId: OrganizationId,
  move: { debitId: DebitId; at: Date; askAt: Date | null; traceNumber: string; transactionId: TransactionId },
) =>
  tx.run(sql`
  update invoice_debits
     set status = ${invoiceDebitStates.moves.collect.to}, collected_at = ${move.at}, ask_at = ${move.askAt},
         trace_number = ${move.traceNumber}, transaction_id = ${move.transactionId}
   where organization_id = ${organizationId} and debit_id = ${move.debitId}
     and ${isOneOf(sql`status`, invoiceDebitStates.statesBefore("collect"))}
  returning ${debits.changed()}`);

export const markReturned = (
  tx: Tx,
  organizationId: OrganizationId,
  move: { debitId: DebitId; at: Date; reason: string; returnTransactionId: TransactionId | null },
) => {
  const trigger = move.returnTransactionId === null ? "return" : "reverse";
  return tx.run(sql`
  update invoice_debits
     set status = ${invoiceDebitStates.moves[trigger].to}, returned_at = ${move.at}, return_reason = ${move.reason},
         return_transaction_id = ${move.returnTransactionId}, ask_at = null
   where organization_id = ${organizationId} and debit_id = ${move.debitId}
     and ${isOneOf(sql`status`, invoiceDebitStates.statesBefore(trigger))}
  returning ${debits.changed()}`);
};

/** Those about which the bank is asked. */
export const dueDebits = dueWork<DebitRow>({
  table: sql`invoice_debits w`,
  isWaiting: sql`w.ask_at is not null`,
  at: sql`w.ask_at`,
  id: sql`w.debit_id`,
  columns: sql`${columns}, ${debits.proofOrSkip("w")}`,
});
