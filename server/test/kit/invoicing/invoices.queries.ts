import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Invoices whose stored sum or status disagrees with their lines or active matches. */
export const wrongInvoices = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ invoice_number: string }>(sql`
  select i.invoice_number
    from invoices i
   where i.organization_id = ${organizationId}
     and (i.paid_minor <> (select coalesce(sum(m.amount_minor), 0) from invoice_matches m
                            where m.organization_id = i.organization_id and m.invoice_id = i.invoice_id and m.status = 'active')
          or i.amount_minor <> (select sum(l.amount_minor + l.tax_minor) from invoice_lines l
                                 where l.organization_id = i.organization_id and l.invoice_id = i.invoice_id)
          or (i.status = 'Paid') <> (i.paid_minor = i.amount_minor))`);

/** Payments that pay more than they are, or whose stored sum disagrees with their active matches. */
export const wrongPayments = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ transaction_id: string }>(sql`
  select p.transaction_id
    from incoming_payments p
   where p.organization_id = ${organizationId}
     and (p.matched_minor > p.amount_minor
          or p.matched_minor <> (select coalesce(sum(m.amount_minor), 0) from invoice_matches m
                                  where m.organization_id = p.organization_id and m.transaction_id = p.transaction_id and m.status = 'active')
          or (p.status = 'returned') <> exists (select from transaction_returns r
                                                 where r.organization_id = p.organization_id and r.transaction_id = p.transaction_id)
          or (p.status = 'returned' and p.matched_minor > 0)
          or p.amount_minor <> (select t.amount_minor from transactions t
                                 where t.organization_id = p.organization_id and t.transaction_id = p.transaction_id))`);

export const invoiceNumbers = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ invoice_number: string }>(sql`
  select invoice_number from invoices where organization_id = ${organizationId} order by number_key`);

/** Days whose stored sums are not those of the invoices and payments. */
export const wrongDays = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ day: string }>(sql`
  select day::text
    from (select subject_id, day, open_invoices, due_minor, paid_minor, credit_minor from invoice_days
           where organization_id = ${organizationId}
          union all
          select subject_id, day, -open_invoices, -due_minor, -paid_minor, -credit_minor from invoice_day_sums
           where organization_id = ${organizationId}) d
   group by subject_id, day
  having sum(open_invoices) <> 0 or sum(due_minor) <> 0 or sum(paid_minor) <> 0 or sum(credit_minor) <> 0`);
