import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/**
 * Table: invoice_days. Adds an invoice, as it is now, to the sums of its customer and of the organization, or subtracts
 * it (sign -1). In the order of the key.
 */
export const countInvoice = (tx: Tx, organizationId: OrganizationId, invoiceId: string, sign: 1 | -1) =>
  tx.run(sql`
  insert into invoice_days as d (organization_id, subject_id, day, open_invoices, due_minor, paid_minor)
  select i.organization_id, s.subject_id,
         case when i.status = 'Paid' then (i.paid_at at time zone 'America/New_York')::date else i.due_date end,
         case when i.status = 'Paid' then 0 else ${sign}::integer end,
         case when i.status = 'Paid' then 0 else ${sign}::integer * (i.amount_minor - i.paid_minor) end,
         case when i.status = 'Paid' then ${sign}::integer * i.amount_minor else 0 end
    from invoices i
   cross join lateral (values (i.customer_id), (i.organization_id)) s (subject_id)
   where i.organization_id = ${organizationId} and i.invoice_id = ${invoiceId}::uuid and i.status in ('Unpaid', 'Processing', 'Paid')
   order by s.subject_id
  on conflict (organization_id, subject_id, day) do update
    set open_invoices = d.open_invoices + excluded.open_invoices, due_minor = d.due_minor + excluded.due_minor,
        paid_minor = d.paid_minor + excluded.paid_minor`);

/** The same for an incoming payment: what invoices have not used of a matched one is the customer's credit. */
const addIncoming = (tx: Tx, organizationId: OrganizationId, transactionId: string, sign: 1 | -1) =>
  tx.run(sql`
  insert into invoice_days as d (organization_id, subject_id, day, credit_minor)
  select p.organization_id, s.subject_id, (p.received_at at time zone 'America/New_York')::date,
         ${sign}::integer * (p.amount_minor - p.matched_minor)
    from incoming_payments p
   cross join lateral (values (p.customer_id), (p.organization_id)) s (subject_id)
   where p.organization_id = ${organizationId} and p.transaction_id = ${transactionId}::uuid
     and p.status = 'matched' and p.matched_minor < p.amount_minor
   order by s.subject_id
  on conflict (organization_id, subject_id, day) do update set credit_minor = d.credit_minor + excluded.credit_minor`);

/** Writes an invoice, and subtracts it from the sums before and adds it afterward. The caller holds its lock. */
export async function countingInvoice(
  tx: Tx,
  { organizationId, invoiceId }: { organizationId: OrganizationId; invoiceId: string },
  write: () => Promise<number>,
): Promise<number> {
  await countInvoice(tx, organizationId, invoiceId, -1);
  const written = await write();
  await countInvoice(tx, organizationId, invoiceId, 1);
  return written;
}

/** The same for an incoming payment. */
export async function countingIncoming(
  tx: Tx,
  { organizationId, transactionId }: { organizationId: OrganizationId; transactionId: string },
  write: () => Promise<number>,
): Promise<number> {
  await addIncoming(tx, organizationId, transactionId, -1);
  const written = await write();
  await addIncoming(tx, organizationId, transactionId, 1);
  return written;
}

/** The sums of an organization whose invoices were recorded without them. */
export const storeDays = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`
  insert into invoice_days (organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor)
  select organization_id, subject_id, day, open_invoices, due_minor, paid_minor, credit_minor from invoice_day_sums
   where organization_id = ${organizationId}
  on conflict (organization_id, subject_id, day) do update
    set open_invoices = excluded.open_invoices, due_minor = excluded.due_minor, paid_minor = excluded.paid_minor,
        credit_minor = excluded.credit_minor`);

export const agingBuckets = ["current", "days1To30", "days31To60", "days61To90", "over90Days"] as const;
export type AgingBucket = (typeof agingBuckets)[number];

/** How many days after its due date an invoice is in each bucket; undefined: any number. */
export const daysOverdue: Readonly<Record<AgingBucket, { least: number | undefined; most: number | undefined }>> = {
  current: { least: undefined, most: 0 },
  days1To30: { least: 1, most: 30 },
  days31To60: { least: 31, most: 60 },
  days61To90: { least: 61, most: 90 },
  over90Days: { least: 91, most: undefined },
};

interface Subject {
  /** Undefined: all customers. */
  readonly customerId: string | undefined;
}

/** What is due, by how many days it is overdue. */
export const agingRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { today, customerId }: Subject & { today: string },
) =>
  db.many<{ bucket: AgingBucket; invoices: bigint; due_minor: bigint }>(sql`
  select case when day >= ${today}::date then 'current'
              when day >= ${today}::date - 30 then 'days1To30'
              when day >= ${today}::date - 60 then 'days31To60'
              when day >= ${today}::date - 90 then 'days61To90'
              else 'over90Days' end as bucket,
         sum(open_invoices)::bigint as invoices, sum(due_minor)::bigint as due_minor
    from invoice_days
   where organization_id = ${organizationId} and subject_id = ${customerId ?? organizationId}::uuid and open_invoices > 0
   group by 1`);

/** Paid since a day, and credit: parts of matched payments that no invoice has used. */
export const overviewSums = (
  db: Queryable,
  organizationId: OrganizationId,
  { since, customerId }: Subject & { since: string },
) =>
  db.one<{ paid_minor: bigint; credit_minor: bigint; open_payments: bigint }>(sql`
  select coalesce(sum(paid_minor) filter (where day >= ${since}::date), 0)::bigint as paid_minor,
         coalesce(sum(credit_minor), 0)::bigint as credit_minor,
         (select count(*) from (select 1 from incoming_payments
           where organization_id = ${organizationId} and status = 'open' limit 1000) as first_ones) as open_payments
    from invoice_days
   where organization_id = ${organizationId} and subject_id = ${customerId ?? organizationId}::uuid`);

/** What some customers owe, and their credit. */
export const customerSums = (
  db: Queryable,
  organizationId: OrganizationId,
  { customerIds, today }: { customerIds: readonly string[]; today: string },
) =>
  db.many<{
    customer_id: string;
    invoices: bigint;
    due_minor: bigint;
    overdue_minor: bigint;
    credit_minor: bigint;
  }>(sql`
  select subject_id as customer_id, sum(open_invoices)::bigint as invoices, sum(due_minor)::bigint as due_minor,
         coalesce(sum(due_minor) filter (where day < ${today}::date), 0)::bigint as overdue_minor,
         sum(credit_minor)::bigint as credit_minor
    from invoice_days
   where organization_id = ${organizationId} and subject_id = any (${[...customerIds]}::uuid[])
     and subject_id <> ${organizationId}::uuid
   group by subject_id`);
