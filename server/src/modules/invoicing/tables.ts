import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

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
