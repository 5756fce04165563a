import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { InvoiceId } from "../invoices/invoice.ts";

/** Reminders go out at nine in the morning, New York. */
const remindsAt = sql`((i.due_date + d.day)::timestamp + interval '9 hours') at time zone 'America/New_York'`;

/**
 * Scheduled reminders of unpaid invoices that were emailed and whose customer was not deleted: those that fall after
 * the invoice's creation and were not written yet.
 */
const upcoming = sql`
  from invoice_settings s
  cross join unnest(s.reminder_days) as d(day)
  join invoices i on i.organization_id = s.organization_id and i.status = 'Unpaid'
  join invoice_customers c on c.organization_id = i.organization_id and c.customer_id = i.customer_id and c.deleted_at is null
 where s.reminders_on and ${remindsAt} > i.created_at
   and exists (select 1 from invoice_letters l
                where l.organization_id = i.organization_id and l.invoice_id = i.invoice_id and l.kind = 'invoice'
                  and l.status <> 'dropped')
   and not exists (select 1 from invoice_letters l
                    where l.organization_id = i.organization_id and l.invoice_id = i.invoice_id and l.reminder_day >= d.day)`;

export const organizationsWithReminders = (db: Queryable, now: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select distinct s.organization_id ${upcoming} and i.due_date <= (${now} at time zone 'UTC')::date + 400 and ${remindsAt} <= ${now}`);

/** The latest due reminder of each invoice: after an outage, a customer gets one reminder and not all that were missed. */
export const dueReminders = (
  db: Queryable,
  organizationId: OrganizationId,
  { now, limit }: { now: Date; limit: number },
) =>
  db.many<{ invoice_id: InvoiceId; day: number }>(sql`
  select i.invoice_id, max(d.day)::integer as day ${upcoming} and s.organization_id = ${organizationId} and ${remindsAt} <= ${now}
   group by i.invoice_id order by i.invoice_id limit ${limit}`);

export const nextReminderAt = async (db: Queryable): Promise<Date | undefined> =>
  (await db.one<{ at: Date | null }>(sql`select min(${remindsAt}) as at ${upcoming}`)).at ?? undefined;
