import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, Id, OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { countingIncoming } from "../overview/invoice-days.queries.ts";
import { type IncomingPaymentStatus, incomingPaymentStates, invoiceMatchStates } from "./incoming-payment-states.ts";

export type MatchId = Id<"invoiceMatch">;

/** Table: incoming_payments. */
export interface IncomingPaymentRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly amount_minor: bigint;
  readonly matched_minor: bigint;
  readonly payer_name: string;
  readonly memo: string | null;
  readonly received_at: Date;
  readonly customer_id: CustomerId | null;
  readonly status: IncomingPaymentStatus;
  readonly returned_at: Date | null;
}

const columns = sql`
  transaction_id, account_id, amount_minor, matched_minor, payer_name, memo, received_at, customer_id, status, returned_at`;

/** Returns 0 if the payment is known: the outbox row was processed before. */
export const insertIncoming = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Pick<
    IncomingPaymentRow,
    "transaction_id" | "account_id" | "amount_minor" | "payer_name" | "memo" | "received_at"
  >,
) =>
  tx.run(sql`
  insert into incoming_payments (organization_id, transaction_id, account_id, amount_minor, payer_name, memo, received_at)
  values (${organizationId}, ${row.transaction_id}, ${row.account_id}, ${row.amount_minor}, ${row.payer_name},
          ${row.memo}, ${row.received_at})
  on conflict do nothing`);

export const lockIncoming = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<IncomingPaymentRow>(sql`
  select ${columns} from incoming_payments
   where organization_id = ${organizationId} and transaction_id = ${transactionId}::uuid for update`);

export const findIncoming = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.maybe<IncomingPaymentRow>(sql`
  select ${columns} from incoming_payments
   where organization_id = ${organizationId} and transaction_id = ${transactionId}::uuid`);

/** The newest. */
export const openPayments = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<IncomingPaymentRow>(sql`
  select ${columns} from incoming_payments
   where organization_id = ${organizationId} and status = 'open' order by transaction_id desc limit ${limit}`);

export const incomingKey = sql`transaction_id`;

export const listIncoming = (
  db: Queryable,
  organizationId: OrganizationId,
  { status, keyset }: { status: IncomingPaymentStatus | "credit" | undefined; keyset: Keyset },
) =>
  db.many<IncomingPaymentRow>(sql`
  select ${columns} from incoming_payments
   where organization_id = ${organizationId} and ${hasStatus(status)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

const hasStatus = (status: IncomingPaymentStatus | "credit" | undefined): Sql => {
  if (status === undefined) return sql`true`;
  return status === "credit"
    ? sql`status = 'matched' and matched_minor < amount_minor`
    : isOneOf(sql`status`, [status]);
};

type Trigger = keyof typeof incomingPaymentStates.moves;

/** Returns 0 if its state no longer allows the move. */
export const moveIncoming = (
  tx: Tx,
  organizationId: OrganizationId,
  move: {
    transactionId: TransactionId;
    trigger: Trigger;
    matchedMinor: bigint;
    customerId: CustomerId | null;
    at: Date;
  },
) => {
  const { to } = incomingPaymentStates.moves[move.trigger];
  return countingIncoming(tx, { organizationId, transactionId: move.transactionId }, () =>
    tx.run(sql`
  update incoming_payments
     set status = ${to}, matched_minor = ${move.matchedMinor}, customer_id = ${move.customerId},
         returned_at = ${to === "returned" ? move.at : null}
   where organization_id = ${organizationId} and transaction_id = ${move.transactionId}
     and ${isOneOf(sql`status`, incomingPaymentStates.statesBefore(move.trigger))}`),
  );
};

/** Table: invoice_matches. */
export interface MatchRow {
  readonly match_id: MatchId;
  readonly transaction_id: TransactionId;
  readonly invoice_id: InvoiceId;
  readonly amount_minor: bigint;
  readonly source: "automatic" | "person" | "achDebit";
  readonly matched_at: Date;
  readonly matched_by: UserId | null;
  readonly status: "active" | "undone";
  readonly undone_at: Date | null;
  /** Null if the payment was returned. */
  readonly undone_by: UserId | null;
}

const matchColumns = sql`
  match_id, transaction_id, invoice_id, amount_minor, source, matched_at, matched_by, status, undone_at, undone_by`;

export const insertMatch = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Omit<MatchRow, "status" | "undone_at" | "undone_by">,
) =>
  tx.run(sql`
  insert into invoice_matches (organization_id, match_id, transaction_id, invoice_id, amount_minor, source, matched_at, matched_by)
  values (${organizationId}, ${row.match_id}, ${row.transaction_id}, ${row.invoice_id}, ${row.amount_minor}, ${row.source},
          ${row.matched_at}, ${row.matched_by})`);

export const findMatch = (db: Queryable, organizationId: OrganizationId, matchId: string) =>
  db.maybe<MatchRow>(sql`
  select ${matchColumns} from invoice_matches
   where organization_id = ${organizationId} and match_id = ${matchId}::uuid`);

export const activeMatchesOf = (
  db: Queryable,
  organizationId: OrganizationId,
  transactionIds: readonly TransactionId[],
) =>
  db.many<MatchRow>(sql`
  select ${matchColumns} from invoice_matches
   where organization_id = ${organizationId} and transaction_id = any (${[...transactionIds]}::uuid[]) and status = 'active'
   order by match_id`);

export const matchesOfInvoice = (db: Queryable, organizationId: OrganizationId, invoiceId: InvoiceId) =>
  db.many<MatchRow>(sql`
  select ${matchColumns} from invoice_matches
   where organization_id = ${organizationId} and invoice_id = ${invoiceId} order by match_id`);

/** The newest payments matched with these invoices. */
export const paymentsOfInvoices = (
  db: Queryable,
  organizationId: OrganizationId,
  { invoiceIds, limit }: { readonly invoiceIds: readonly string[]; readonly limit: number },
) =>
  db.many<{ readonly transaction_id: TransactionId }>(sql`
  select distinct transaction_id from invoice_matches
   where organization_id = ${organizationId} and invoice_id = any (${[...invoiceIds]}::uuid[]) and status = 'active'
   order by transaction_id desc limit ${limit}`);

export const markUndone = (
  tx: Tx,
  organizationId: OrganizationId,
  { matchId, at, by }: { matchId: MatchId; at: Date; by: UserId | null },
) =>
  tx.run(sql`
  update invoice_matches set status = ${invoiceMatchStates.moves.undo.to}, undone_at = ${at}, undone_by = ${by}
   where organization_id = ${organizationId} and match_id = ${matchId}
     and ${isOneOf(sql`status`, invoiceMatchStates.statesBefore("undo"))}`);

export interface CandidateRow {
  readonly invoice_id: InvoiceId;
  readonly customer_id: CustomerId;
  readonly number_key: string;
  readonly name_key: string;
  readonly due_minor: bigint;
  readonly destination_account_id: AccountId;
}

/** At most this many by number, by amount, by payer, and by near names. */
export const CANDIDATES_MAX = 50;

/** Unpaid invoices that a payment may be for: by number, by amount, or by the payer's name. The oldest come first. */
export const findCandidates = (
  db: Queryable,
  organizationId: OrganizationId,
  {
    references,
    amountMinor,
    payerKey,
    near = [],
  }: {
    references: readonly string[];
    amountMinor: bigint;
    payerKey: string;
    /** Customers whose names are near the payer's, for suggestions. */
    near?: readonly CustomerId[];
  },
) =>
  db.many<CandidateRow & { readonly by_payer: boolean }>(sql`
  with found as (
    (select invoice_id, false as by_payer from invoices
      where organization_id = ${organizationId} and status = 'Unpaid' and number_key = any (${[...references]}::text[])
      order by invoice_id limit ${CANDIDATES_MAX})
    union all
    (select invoice_id, false from invoices
      where organization_id = ${organizationId} and status = 'Unpaid' and amount_minor - paid_minor = ${amountMinor}
      order by invoice_id limit ${CANDIDATES_MAX})
    union all
    (select i.invoice_id, true from invoice_customers c
       join invoices i on i.organization_id = c.organization_id and i.customer_id = c.customer_id and i.status = 'Unpaid'
      where c.organization_id = ${organizationId} and c.name_key = ${payerKey} and ${payerKey} <> ''
      order by i.invoice_id limit ${CANDIDATES_MAX})
    union all
    (select i.invoice_id, false from unnest(${[...near]}::uuid[]) as n(customer_id)
      cross join lateral (
        select invoice_id from invoices
         where organization_id = ${organizationId} and customer_id = n.customer_id and status = 'Unpaid'
         order by invoice_id limit ${CANDIDATES_MAX}) i
      order by i.invoice_id limit ${CANDIDATES_MAX})
  )
  select i.invoice_id, i.customer_id, i.number_key, c.name_key, i.amount_minor - i.paid_minor as due_minor,
         i.destination_account_id, bool_or(f.by_payer) as by_payer
    from found f
    join invoices i on i.organization_id = ${organizationId} and i.invoice_id = f.invoice_id
    join invoice_customers c on c.organization_id = i.organization_id and c.customer_id = i.customer_id
   group by i.organization_id, i.invoice_id, i.customer_id, i.number_key, c.name_key, i.amount_minor, i.paid_minor, i.destination_account_id
   order by i.invoice_id`);
