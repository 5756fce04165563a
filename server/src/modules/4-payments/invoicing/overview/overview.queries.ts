import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { hasWord, ITEMS_MAX, lookUp, searchedWords } from "#records/search";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import type { InvoiceStatus } from "../invoices/invoice-states.ts";
import { type AgingBucket, daysOverdue } from "./invoice-days.queries.ts";

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
  /** Unpaid and of this age. */
  readonly age: { readonly bucket: AgingBucket; readonly today: string } | undefined;
  readonly customerId: string | undefined;
}

/** The key for paging the list. */
export const invoiceListKey = sql`i.invoice_id`;

/** Overdue invoices are listed by due date: in the order of creation, all that are not due would have to be read. */
export const dueDateKey = (db: Queryable, organizationId: OrganizationId) => ({
  column: sql`i.due_date`,
  valueOf: async (id: string): Promise<Sql> => {
    const { due_date: day } = await db.one<{ due_date: string }>(sql`
  select due_date from invoices where organization_id = ${organizationId} and invoice_id = ${id}::uuid`);
    return sql`${day}::date`;
  },
});

function isOfAge({ bucket, today }: { bucket: AgingBucket; today: string }): Sql {
  const { least, most } = daysOverdue[bucket];
  return sql`i.status = 'Unpaid'
  and ${least === undefined ? sql`true` : sql`i.due_date <= ${today}::date - ${least}::integer`}
  and ${most === undefined ? sql`true` : sql`i.due_date >= ${today}::date - ${most}::integer`}`;
}

const matches = ({ status, overdueOn, age, customerId }: InvoiceListFilter): Sql => sql`
  ${status === undefined ? sql`true` : isOneOf(sql`i.status`, [status])}
  and ${overdueOn === undefined ? sql`true` : sql`i.status = 'Unpaid' and i.due_date < ${overdueOn}::date`}
  and ${age === undefined ? sql`true` : isOfAge(age)}
  and ${customerId === undefined ? sql`true` : sql`i.customer_id = ${customerId}::uuid`}`;

const listColumns = sql`
  i.invoice_id, i.invoice_number, i.customer_id, c.name as customer_name, i.status, i.amount_minor, i.paid_minor,
  i.invoice_date, i.due_date`;
const withCustomer = (organizationId: OrganizationId) => sql`
  join invoice_customers c on c.organization_id = ${organizationId} and c.customer_id = i.customer_id`;

/** Each word of the search is the beginning of a word of the number or of the customer's name or email address. */
const mentions = (organizationId: OrganizationId, words: readonly string[]): Sql =>
  allOf(
    words.map((word) =>
      hasWord(organizationId, word, [
        { kind: "invoice", id: sql`i.invoice_id` },
        { kind: "customer", id: sql`i.customer_id` },
      ]),
    ),
  );

/** Invoices and customers that have a rare word of the search, and the search's other words. */
interface Narrowed {
  readonly invoiceIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly others: readonly string[];
}

/** Undefined if all words are common: the list itself contains matches often enough. */
export async function narrow(
  db: Queryable,
  organizationId: OrganizationId,
  words: readonly string[],
): Promise<Narrowed | undefined> {
  const invoices = await lookUp(db, organizationId, { kind: "invoice", words, most: ITEMS_MAX });
  const customers = await lookUp(db, organizationId, { kind: "customer", words, most: MERGED_CUSTOMERS_MAX });
  const rare = words.flatMap((word) => {
    const [invoice, customer] = [invoices, customers].map((looked) => looked.find((match) => match.word === word));
    return invoice === undefined || customer === undefined || invoice.isCommon || customer.isCommon
      ? []
      : [{ word, invoiceIds: invoice.ids, customerIds: customer.ids }];
  });
  const sizeOf = (group: (typeof rare)[number]) => group.invoiceIds.length + group.customerIds.length;
  const [rarest] = rare.sort((a, b) => sizeOf(a) - sizeOf(b));
  return rarest && { ...rarest, others: words.filter((word) => word !== rarest.word) };
}

/** The newest (or oldest) invoices of each customer by their index, merged. */
const MERGED_CUSTOMERS_MAX = 200;

export async function listForDashboard(
  db: Queryable,
  organizationId: OrganizationId,
  { filter, keyset, search }: { filter: InvoiceListFilter; keyset: KeysetRange; search: string | undefined },
): Promise<readonly InvoiceListRow[]> {
  const words = searchedWords(search) ?? [];
  if (search !== undefined && words.length === 0) return [];
  const narrowed = words.length === 0 ? undefined : await narrow(db, organizationId, words);
  if (narrowed === undefined)
    return db.many<InvoiceListRow>(sql`
  select ${listColumns} from invoices i ${withCustomer(organizationId)}
   where i.organization_id = ${organizationId} and ${matches(filter)} and ${mentions(organizationId, words)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);
  const { invoiceIds, customerIds, others } = narrowed;
  const page = (which: Sql): Sql => sql`
    select i.invoice_id from invoices i
     where i.organization_id = ${organizationId} and ${which} and ${matches(filter)}
       and ${mentions(organizationId, others)} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`;
  return db.many<InvoiceListRow>(sql`
  select ${listColumns}
    from ((${page(sql`i.invoice_id = any (${[...invoiceIds]}::uuid[])`)})
          union
          select o.invoice_id from unnest(${[...customerIds]}::uuid[]) as u(customer_id)
           cross join lateral (${page(sql`i.customer_id = u.customer_id`)}) o) found
   cross join lateral (
     select * from invoices i
     where i.organization_id = ${organizationId} and i.invoice_id = found.invoice_id offset 0) i
   ${withCustomer(organizationId)}
   order by ${keyset.order} limit ${keyset.limit}`);
}

/** Numbers and names of invoices, for lists of payments. */
export const labelsOf = (db: Queryable, organizationId: OrganizationId, ids: readonly InvoiceId[]) =>
  db.many<InvoiceListRow>(sql`
  select ${listColumns} from invoices i ${withCustomer(organizationId)}
   where i.organization_id = ${organizationId} and i.invoice_id = any (${[...new Set(ids)]}::uuid[])`);
