import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

import { invoices } from "../tables.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Rows as one parameter; amounts in cents become texts, which the column types read. */
const jsonOf = (rows: Rows): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

export const insertPastInvoices = (tx: Tx, organizationId: OrganizationId, rows: Rows) =>
  tx.run(sql`
  insert into invoices (organization_id, invoice_id, customer_id, destination_account_id, invoice_number, number_key, currency_code,
                        invoice_date, due_date, cc_emails, ach_debit_enabled, credit_card_enabled, use_real_account_number,
                        amount_minor, tax_minor, paid_minor, status, created_at, updated_at, paid_at, canceled_at)
  select ${organizationId}::uuid, r.invoice_id, r.customer_id, r.destination_account_id, r.invoice_number, r.number_key, 'USD',
         r.invoice_date, r.due_date, '{}', true, false, true, r.amount_minor, r.tax_minor, r.paid_minor, r.status, r.created_at,
         r.updated_at, r.paid_at, r.canceled_at
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r(
      invoice_id uuid, customer_id uuid, destination_account_id uuid, invoice_number text, number_key text, invoice_date date,
      due_date date, amount_minor bigint, tax_minor bigint, paid_minor bigint, status text, created_at timestamptz,
      updated_at timestamptz, paid_at timestamptz, canceled_at timestamptz)
  returning ${invoices.inserted()}`);

/** With a customer, the payment is matched completely; without, it is ignored. */
export const insertPastPayments = (tx: Tx, organizationId: OrganizationId, rows: Rows) =>
  tx.run(sql`
  insert into incoming_payments (organization_id, transaction_id, account_id, amount_minor, matched_minor, payer_name, received_at,
                                 customer_id, status)
  select ${organizationId}::uuid, r.transaction_id, r.account_id, r.amount_minor,
         case when r.customer_id is null then 0 else r.amount_minor end, r.payer_name, r.received_at, r.customer_id,
         case when r.customer_id is null then 'ignored' else 'matched' end
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r(
      transaction_id uuid, account_id uuid, amount_minor bigint, payer_name text, received_at timestamptz, customer_id uuid)`);

export const insertPastMatches = (tx: Tx, organizationId: OrganizationId, rows: Rows) =>
  tx.run(sql`
  insert into invoice_matches (organization_id, match_id, transaction_id, invoice_id, amount_minor, source, matched_at)
  select ${organizationId}::uuid, r.match_id, r.transaction_id, r.invoice_id, r.amount_minor, 'automatic', r.matched_at
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r(
      match_id uuid, transaction_id uuid, invoice_id uuid, amount_minor bigint, matched_at timestamptz)`);
