import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

export interface InvoiceSettingsRow {
  readonly next_number: number;
  readonly version: number;
  readonly reminders_on: boolean;
  readonly reminder_days: number[];
  readonly automatic_matching: boolean;
}

const columns = sql`next_number, version, reminders_on, reminder_days, automatic_matching`;

export const insertSettingsIfMissing = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`insert into invoice_settings (organization_id) values (${organizationId}) on conflict do nothing`);

export const lockSettings = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<InvoiceSettingsRow>(sql`
  select ${columns} from invoice_settings where organization_id = ${organizationId} for update`);

export const findSettings = (db: Queryable, organizationId: OrganizationId) =>
  db.maybe<InvoiceSettingsRow>(sql`
  select ${columns} from invoice_settings where organization_id = ${organizationId}`);

export const setNextNumber = (tx: Tx, organizationId: OrganizationId, nextNumber: number) =>
  tx.run(sql`update invoice_settings set next_number = ${nextNumber} where organization_id = ${organizationId}`);

export const updateSettings = (
  tx: Tx,
  organizationId: OrganizationId,
  row: Pick<InvoiceSettingsRow, "reminders_on" | "reminder_days" | "automatic_matching">,
) =>
  tx.run(sql`
  update invoice_settings
     set version = version + 1, reminders_on = ${row.reminders_on}, reminder_days = ${row.reminder_days}::integer[],
         automatic_matching = ${row.automatic_matching}
   where organization_id = ${organizationId}`);
