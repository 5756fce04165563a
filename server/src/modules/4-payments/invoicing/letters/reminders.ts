import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { recordAudit } from "#records/audit";
import { findCustomer } from "../customers/customers.queries.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { lockInvoice } from "../invoices/invoices.queries.ts";
import type { LetterId } from "./letter-row.ts";
import { insertLetter } from "./letters.queries.ts";
import { recipientsOf } from "./queue-letter.ts";
import { dueReminders, organizationsWithReminders } from "./reminders.queries.ts";
import { renewIfExpired } from "./renew-pay-link.ts";

const REMINDERS_PER_PASS = 100;
const each = eachOrganization("invoice-reminders");

/** Writes the reminders that are due on the service's clock, each once. Returns their number. */
export async function runInvoiceReminders(service: Service): Promise<number> {
  const now = service.clock.now();
  const waiting = await organizationsWithReminders(service.database, now);
  return each.run(
    service,
    waiting.map((row) => row.organization_id),
    async (organizationId) => {
      const due = await dueReminders(service.database, organizationId, { now, limit: REMINDERS_PER_PASS });
      await tryEach(due, ({ invoice_id: invoiceId, day }) =>
        service.database.transaction((tx) => remind(service, tx, { organizationId, invoiceId, day })),
      );
      return due.length;
    },
  );
}

async function remind(
  service: Service,
  tx: Tx,
  { organizationId, invoiceId, day }: { organizationId: OrganizationId; invoiceId: InvoiceId; day: number },
): Promise<void> {
  const row = await lockInvoice(tx, organizationId, invoiceId);
  const customer = row && (await findCustomer(tx, organizationId, row.customer_id));
  if (row?.status !== "Unpaid" || customer === undefined) return;
  const recipients = recipientsOf(row, customer);
  const written = await insertLetter(tx, organizationId, {
    letter_id: service.newId<LetterId>(),
    invoice_id: invoiceId,
    kind: "reminder",
    reminder_day: day,
    addresses: recipients,
    created_at: service.clock.now(),
    created_by_user: null,
    created_by_token: null,
  });
  if (written === 0) return;
  await renewIfExpired(service, tx, { organizationId, actor: { type: "service" }, row });
  await recordAudit(service, tx, {
    organizationId,
    actor: { type: "service" },
    entries: [
      {
        action: "invoice.email",
        resourceType: "invoice",
        resourceId: invoiceId,
        after: { kind: "reminder", day, recipients },
      },
    ],
  });
}
