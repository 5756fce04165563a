import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id } from "#kernel/values/ids.ts";

/** Whom invoices are sent to. */
export const customers = provenTable("invoice_customers", {
  key: ["customer_id"],
  columns: ["name", "name_key", "email", "address", "created_at", "deleted_at"],
});

/** What is due, and to which account it is paid. */
export const invoices = provenTable("invoices", {
  key: ["invoice_id"],
  columns: [
    "customer_id",
    "destination_account_id",
    "invoice_number",
    "number_key",
    "currency_code",
    "invoice_date",
    "due_date",
    "service_period_start",
    "service_period_end",
    "po_number",
    "payer_memo",
    "cc_emails",
    "ach_debit_enabled",
    "credit_card_enabled",
    "use_real_account_number",
    "amount_minor::bigint",
    "tax_minor",
    "paid_minor::bigint",
    "status",
    "created_at",
    "canceled_at",
    "paid_at",
    "created_by_user",
    "created_by_token",
    "series_number_key",
    "pay_link",
    "pay_link_renewed_at",
  ],
});

export const invoiceLines = provenTable("invoice_lines", {
  key: ["invoice_id", "position"],
  columns: ["name", "quantity_e4", "unit_price_minor", "tax_rate_e4", "amount_minor", "tax_minor"],
});

/** Whose account is debited, and once. When the bank is asked next decides nothing: it knows a debit by its ID. */
export const debits = provenTable("invoice_debits", {
  key: ["debit_id"],
  columns: [
    "invoice_id",
    "amount_minor::bigint",
    "payer_name",
    "routing_number",
    "account_number",
    "account_number_last4",
    "account_type",
    "authorization_text",
    "authorized_at",
    "address",
    "trace_number",
    "status",
    "collected_at",
    "transaction_id",
    "return_transaction_id",
    "returned_at",
    "return_reason",
  ],
});

/** Which invoice is emailed to which addresses, and once. */
export const letters = provenTable("invoice_letters", {
  key: ["letter_id"],
  columns: [
    "invoice_id",
    "kind",
    "reminder_day",
    "addresses",
    "created_at",
    "created_by_user",
    "created_by_token",
    "status",
  ],
});

export const debitedNumbers = sealedColumn("invoice_debits.account_number", {
  key: ["debit_id"],
  contextOf: (debitId: Id<"invoiceDebit">) => `invoice-debit/${debitId}`,
});

/**
 * Payments and their matches are not proven: they count what was received, and change only proven invoices. The next number
 * of the series is not, either: no two invoices can have the same number.
 */

export const ownedTables: OwnedTables = {
  tables: [
    "invoice_settings",
    "invoice_customers",
    "invoices",
    "invoice_lines",
    "incoming_payments",
    "invoice_matches",
    "invoice_debits",
    "invoice_letters",
    "invoice_days",
  ],
  views: ["invoice_day_sums"],
};
