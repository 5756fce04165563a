import type { Keyset } from "../../../kernel/http/paging.queries.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import type { InvoiceStatus } from "../invoices/invoice-states.ts";

export const agingBuckets = ["current", "days1To30", "days31To60", "days61To90", "over90Days"] as const;
export type AgingBucket = (typeof agingBuckets)[number];

const isOpen = isOneOf(sql`status`, ["Unpaid", "Processing"]);

/** What is due, by how many days it is overdue. */
export const agingRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { today, customerId }: { today: string; customerId: string | undefined },
) =>
  db.many<{ bucket: AgingBucket; invoices: bigint; due_minor: bigint }>(sql`
  select case when due_date >= ${today}::date then 'current'
              when due_date >= ${today}::date - 30 then 'days1To30'
              when due_date >= ${today}::date - 60 then 'days31To60'
              when due_date >= ${today}::date - 90 then 'days61To90'
              else 'over90Days' end as bucket,
         count(*) as invoices, coalesce(sum(amount_minor - paid_minor), 0)::bigint as due_minor
    from invoices
   where organization_id = ${organizationId} and ${isOpen}
     and ${customerId === undefined ? sql`true` : sql`customer_id = ${customerId}::uuid`}
   group by 1`);

/** Paid since a time, and credit: parts of matched payments that no invoice has used. */
export const overviewSums = (
  db: Queryable,
  organizationId: OrganizationId,
  { since, customerId }: { since: Date; customerId: string | undefined },
) =>
  db.one<{ paid_minor: bigint; credit_minor: bigint; open_payments: bigint }>(sql`
  select (select coalesce(sum(amount_minor), 0)::bigint from invoices
           where organization_id = ${organizationId} and status = 'Paid' and paid_at >= ${since}
             and ${customerId === undefined ? sql`true` : sql`customer_id = ${customerId}::uuid`}) as paid_minor,
         (select coalesce(sum(amount_minor - matched_minor), 0)::bigint from incoming_payments
           where organization_id = ${organizationId} and status = 'matched' and matched_minor < amount_minor
             and ${customerId === undefined ? sql`true` : sql`customer_id = ${customerId}::uuid`}) as credit_minor,
         (select count(*) from (select 1 from incoming_payments
           where organization_id = ${organizationId} and status = 'open' limit 1000) as first_ones) as open_payments`);

export interface InvoiceListRow {
  readonly invoice_id: InvoiceId;
  readonly invoice_number: string;
  readonly customer_id: CustomerId;
  readonly customer_name: string;
  readonly status: InvoiceStatus;
  readonly amount_minor: bigint;
  readonly paid_minor: bigint;
  readonly invoice_date: string;
  readonly due_date: string;
}

export interface InvoiceListFilter {
  readonly status: InvoiceStatus | undefined;
  /** Unpaid and due before this day. */
  readonly overdueOn: string | undefined;
  readonly customerId: string | undefined;
  /** Part of the number or of the customer's name. */
  readonly search: string | undefined;
}

/** The key for paging the list. */
export const invoiceListKey = sql`i.invoice_id`;

const matches = ({ status, overdueOn, customerId, search }: InvoiceListFilter): Sql => sql`
  ${status === undefined ? sql`true` : isOneOf(sql`i.status`, [status])}
  and ${overdueOn === undefined ? sql`true` : sql`i.status = 'Unpaid' and i.due_date < ${overdueOn}::date`}
  and ${customerId === undefined ? sql`true` : sql`i.customer_id = ${customerId}::uuid`}
  and ${search === undefined ? sql`true` : sql`position(lower(${search}) in lower(i.invoice_number || ' ' || c.name)) > 0`}`;

export const listForDashboard = (
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset }: { filter: InvoiceListFilter; keyset: Keyset },
) =>
  db.many<InvoiceListRow>(sql`
  select i.invoice_id, i.invoice_number, i.customer_id, c.name as customer_name, i.status, i.amount_minor, i.paid_minor,
         i.invoice_date, i.due_date
    from invoices i
    join invoice_customers c on c.organization_id = i.organization_id and c.customer_id = i.customer_id
   where i.organization_id = ${organizationId} and ${matches(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** Numbers and names of invoices, for lists of payments. */
export const labelsOf = (db: Queryable, organizationId: OrganizationId, ids: readonly InvoiceId[]) =>
  db.many<InvoiceListRow>(sql`
  select i.invoice_id, i.invoice_number, i.customer_id, c.name as customer_name, i.status, i.amount_minor, i.paid_minor,
         i.invoice_date, i.due_date
    from invoices i
    join invoice_customers c on c.organization_id = i.organization_id and c.customer_id = i.customer_id
   where i.organization_id = ${organizationId} and i.invoice_id = any (${[...new Set(ids)]}::uuid[])`);
