import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import {
  type InvoiceSettingsRow,
  insertSettingsIfMissing,
  lockSettings,
  updateSettings,
} from "../invoices/invoice-numbers.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";

export interface InvoiceSettingsChange {
  readonly caller: Caller;
  /** The version on which the change is based. */
  readonly version: number;
  /** What is omitted keeps its value. */
  readonly remindersOn?: boolean;
  readonly reminderDays?: readonly number[];
  readonly automaticMatching?: boolean;
}

/** Changes the settings for invoices. Refuses with `invoiceSettingsChanged`. */
export async function changeInvoiceSettings(
  service: Service,
  tx: Tx,
  { caller, version, remindersOn, reminderDays, automaticMatching }: InvoiceSettingsChange,
): Promise<InvoiceSettingsRow> {
  const { organizationId } = caller;
  await insertSettingsIfMissing(tx, organizationId);
  const before = await lockSettings(tx, organizationId);
  if (before.version !== version)
    throw refuseInvoicing("invoiceSettingsChanged", { details: { version: before.version } });
  const settings = {
    reminders_on: remindersOn ?? before.reminders_on,
    reminder_days: [...new Set(reminderDays ?? before.reminder_days)].toSorted((a, b) => a - b),
    automatic_matching: automaticMatching ?? before.automatic_matching,
  };
  await updateSettings(tx, organizationId, settings);
  const after = { ...before, ...settings, version: before.version + 1 };
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: "organization.changeInvoiceSettings",
        resourceType: "organization",
        resourceId: organizationId,
        before: shown(before),
        after: shown(after),
      },
    ],
  });
  return after;
}

const shown = (row: InvoiceSettingsRow) => ({
  remindersOn: row.reminders_on,
  reminderDays: row.reminder_days,
  automaticMatching: row.automatic_matching,
});
