import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { countInvoice, countingInvoice } from "../overview/invoice-days.queries.ts";
import { invoiceLines, invoices } from "../tables.ts";
import type { InvoiceContent, InvoiceId, InvoiceLineRow, InvoiceRow } from "./invoice.ts";
import { type InvoiceStatus, type InvoiceTrigger, invoiceStates } from "./invoice-states.ts";

/** The key for paging a list of invoices. */
export const invoiceKey = sql`invoice_id`;

const columns = sql`
  invoice_id, customer_id, destination_account_id, invoice_number, number_key, series_number_key, currency_code, invoice_date, due_date,
  service_period_start, service_period_end, po_number, payer_memo, internal_note, cc_emails, ach_debit_enabled,
  credit_card_enabled, use_real_account_number, amount_minor, tax_minor, paid_minor, status, created_at, updated_at,
  canceled_at, paid_at, pay_link, pay_link_renewed_at, created_by_user, created_by_token`;

export async function insertInvoice(tx: Tx, organizationId: OrganizationId, row: InvoiceRow): Promise<void> {
  await tx.run(sql`
  insert into invoices (organization_id, invoice_id, customer_id, destination_account_id, invoice_number, number_key, currency_code,
                        invoice_date, due_date, service_period_start, service_period_end, po_number, payer_memo, internal_note,
                        cc_emails, ach_debit_enabled, credit_card_enabled, use_real_account_number, amount_minor, tax_minor,
                        created_at, updated_at, created_by_user, created_by_token)
  values (${organizationId}, ${row.invoice_id}, ${row.customer_id}, ${row.destination_account_id}, ${row.invoice_number},
          ${row.number_key}, ${row.currency_code}, ${row.invoice_date}, ${row.due_date}, ${row.service_period_start},
          ${row.service_period_end}, ${row.po_number}, ${row.payer_memo}, ${row.internal_note}, ${row.cc_emails},
          ${row.ach_debit_enabled}, ${row.credit_card_enabled}, ${row.use_real_account_number}, ${row.amount_minor},
          ${row.tax_minor}, ${row.created_at}, ${row.updated_at}, ${row.created_by_user}, ${row.created_by_token})
  returning ${invoices.inserted()}`);
  await countInvoice(tx, organizationId, row.invoice_id, 1);
}

export const replaceContent = (
  tx: Tx,
  organizationId: OrganizationId,
  { invoiceId, content, at }: { invoiceId: InvoiceId; content: InvoiceContent; at: Date },
) =>
  countingInvoice(tx, { organizationId, invoiceId }, () =>
    tx.run(sql`
  update invoices
     set invoice_number = ${content.invoice_number}, number_key = ${content.number_key},
         series_number_key = ${content.series_number_key}, invoice_date = ${content.invoice_date}, due_date = ${content.due_date},
         service_period_start = ${content.service_period_start}, service_period_end = ${content.service_period_end},
         po_number = ${content.po_number}, payer_memo = ${content.payer_memo},
         internal_note = ${content.internal_note}, cc_emails = ${content.cc_emails},
         ach_debit_enabled = ${content.ach_debit_enabled}, use_real_account_number = ${content.use_real_account_number},
         amount_minor = ${content.amount_minor}, tax_minor = ${content.tax_minor}, updated_at = ${at}
   where organization_id = ${organizationId} and invoice_id = ${invoiceId} and paid_minor = 0
     and ${isOneOf(sql`status`, invoiceStates.statesBefore("change"))}
  returning ${invoices.changed()}`),
  );

/** The link from before no longer works. */
export const setNewPayLink = (tx: Tx, organizationId: OrganizationId, invoiceId: InvoiceId, at: Date) =>
  tx.one<{ pay_link: number; pay_link_renewed_at: Date }>(sql`
  update invoices set pay_link = pay_link + 1, pay_link_renewed_at = ${at}
   where organization_id = ${organizationId} and invoice_id = ${invoiceId}
  returning pay_link, pay_link_renewed_at, ${invoices.changed()}`);

/** Moves the invoice along the trigger and sets how much of it is paid. Returns 0 if its state no longer allows it. */
export const moveInvoice = (
  tx: Tx,
  organizationId: OrganizationId,
  { invoiceId, trigger, paidMinor, at }: { invoiceId: InvoiceId; trigger: InvoiceTrigger; paidMinor: bigint; at: Date },
) => {
  const { to } = invoiceStates.moves[trigger];
  return countingInvoice(tx, { organizationId, invoiceId }, () =>
    tx.run(sql`
  update invoices
     set status = ${to}, paid_minor = ${paidMinor}, updated_at = ${at}, paid_at = ${to === "Paid" ? at : null},
         canceled_at = ${to === "Cancelled" ? at : null}
   where organization_id = ${organizationId} and invoice_id = ${invoiceId}
     and ${isOneOf(sql`status`, invoiceStates.statesBefore(trigger))}
  returning ${invoices.changed()}`),
  );
};

export const findInvoice = (db: Queryable, organizationId: OrganizationId, invoiceId: string) =>
  db.maybe<InvoiceRow>(sql`
  select ${columns}, ${invoices.proof("i")} from invoices i
   where organization_id = ${organizationId} and invoice_id = ${invoiceId}::uuid`);

export const lockInvoice = (tx: Tx, organizationId: OrganizationId, invoiceId: string) =>
  tx.maybe<InvoiceRow>(sql`
  select ${columns}, ${invoices.proof("i")} from invoices i
   where organization_id = ${organizationId} and invoice_id = ${invoiceId}::uuid for update`);

/** In id order, so that transactions that lock several cannot deadlock. */
export const lockInvoices = (tx: Tx, organizationId: OrganizationId, ids: readonly InvoiceId[]) =>
  tx.many<InvoiceRow>(sql`
  select ${columns}, ${invoices.proof("i")} from invoices i
   where organization_id = ${organizationId} and invoice_id = any (${[...new Set(ids)]}::uuid[])
   order by invoice_id for update`);

export const numberIsTaken = (db: Queryable, organizationId: OrganizationId, numberKey: string) =>
  db.maybe<{ invoice_id: InvoiceId }>(sql`
  select invoice_id from invoices where organization_id = ${organizationId} and number_key = ${numberKey}
   union all
  select invoice_id from invoices where organization_id = ${organizationId} and series_number_key = ${numberKey}
   limit 1`);

export interface InvoiceFilter {
  readonly status: InvoiceStatus | undefined;
  readonly customerId: string | undefined;
}

export const isMatched = ({ status, customerId }: InvoiceFilter): Sql => sql`
  ${status === undefined ? sql`true` : isOneOf(sql`status`, [status])}
  and ${customerId === undefined ? sql`true` : sql`customer_id = ${customerId}::uuid`}`;

export const listInvoiceRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: InvoiceFilter; keyset: Keyset },
) =>
  db.many<InvoiceRow>(sql`
  select ${columns} from invoices
   where organization_id = ${organizationId} and ${isMatched(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** Unpaid ones of a customer, oldest first. */
export const unpaidOfCustomer = (db: Queryable, organizationId: OrganizationId, customerId: string, limit: number) =>
  db.many<InvoiceRow>(sql`
  select ${columns}, ${invoices.proofOrSkip("i")} from invoices i
   where organization_id = ${organizationId} and customer_id = ${customerId}::uuid and status = 'Unpaid'
   order by invoice_id limit ${limit}`);

export const findLines = (db: Queryable, organizationId: OrganizationId, invoiceId: InvoiceId) =>
  db.many<InvoiceLineRow>(sql`
  select invoice_id, position, name, quantity_e4, unit_price_minor, tax_rate_e4, amount_minor, tax_minor, ${invoiceLines.proof("l")}
    from invoice_lines l where organization_id = ${organizationId} and invoice_id = ${invoiceId}
   order by position`);

export const insertLines = (tx: Tx, organizationId: OrganizationId, lines: readonly InvoiceLineRow[]) =>
  tx.run(sql`
  insert into invoice_lines (organization_id, invoice_id, position, name, quantity_e4, unit_price_minor, tax_rate_e4,
                             amount_minor, tax_minor)
  select ${organizationId}::uuid, r.*
    from unnest(${lines.map((line) => line.invoice_id)}::uuid[], ${lines.map((line) => line.position)}::integer[],
                ${lines.map((line) => line.name)}::text[], ${lines.map((line) => String(line.quantity_e4))}::bigint[],
                ${lines.map((line) => String(line.unit_price_minor))}::bigint[], ${lines.map((line) => line.tax_rate_e4)}::integer[],
                ${lines.map((line) => String(line.amount_minor))}::bigint[], ${lines.map((line) => String(line.tax_minor))}::bigint[]) as r
  returning ${invoiceLines.inserted()}`);

export const deleteLines = (tx: Tx, organizationId: OrganizationId, invoiceId: InvoiceId) =>
  tx.run(sql`
  delete from invoice_lines where organization_id = ${organizationId} and invoice_id = ${invoiceId}
  returning ${invoiceLines.removed()}`);
