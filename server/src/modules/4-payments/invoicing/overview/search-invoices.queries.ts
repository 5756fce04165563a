import type { Queryable } from "#kernel/sql/database.ts";
import { newestOf } from "#kernel/sql/newest-of.queries.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { hasWord, type SearchTerms, textHasWord } from "#records/search";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { type InvoiceListRow, invoiceListKey, listForDashboard, narrow } from "./overview.queries.ts";

interface Search {
  readonly terms: SearchTerms;
  readonly limit: number;
}

/** Of each status, so many of the newest invoices are compared. */
const NEWEST = 1_000;

const columns = sql`
  i.invoice_id, i.invoice_number, i.customer_id, c.name as customer_name, i.status, i.amount_minor, i.paid_minor,
  i.invoice_date, i.due_date`;
/** Each by its key: the planner would rather read all customers of the organization. */
const withCustomer = (organizationId: OrganizationId): Sql => sql`
  cross join lateral (
    select * from invoice_customers c where c.organization_id = ${organizationId} and c.customer_id = i.customer_id offset 0) c`;

function conditionOf(organizationId: OrganizationId, { words, amount }: SearchTerms): Sql {
  const conditions: Sql[] = [];
  if (amount)
    conditions.push(
      sql`i.amount_minor >= ${amount.leastMinor.toString()}::bigint and i.amount_minor <= ${amount.mostMinor.toString()}::bigint`,
    );
  const texts = sql`concat_ws(' ', i.po_number, i.payer_memo, i.internal_note)`;
  const hasIt = (word: string): Sql => sql`
  (${textHasWord(texts, word)} or ${hasWord(organizationId, word, [
    { kind: "invoice", id: sql`i.invoice_id` },
    { kind: "customer", id: sql`i.customer_id` },
  ])})`;
  if (words.length > 0) conditions.push(allOf(words.map(hasIt)));
  return conditions.reduce((joined, condition) => sql`${joined} or (${condition})`, sql`false`);
}

/** Those with a rare word in the number or the customer's name, of any age. */
async function named(
  db: Queryable,
  organizationId: OrganizationId,
  { terms: { words }, limit }: Search,
): Promise<readonly InvoiceListRow[]> {
  if (words.length === 0 || (await narrow(db, organizationId, words)) === undefined) return [];
  return listForDashboard(db, organizationId, {
    filter: { status: undefined, overdueOn: undefined, age: undefined, customerId: undefined },
    keyset: { condition: sql`true`, order: sql`${invoiceListKey} desc`, descending: true, limit },
    search: words.join(" "),
  });
}

/** Invoices by number, customer, id, amount, PO number, memo, or note: the newest first. */
export async function searchInvoices(
  db: Queryable,
  organizationId: OrganizationId,
  search: Search,
): Promise<readonly InvoiceListRow[]> {
  const { terms, limit } = search;
  const byId = terms.ids
    ? await db.many<InvoiceListRow>(sql`
  select ${columns} from invoices i ${withCustomer(organizationId)}
   where i.organization_id = ${organizationId} and i.invoice_id >= ${terms.ids.first}::uuid and i.invoice_id <= ${terms.ids.last}::uuid
   order by i.invoice_id desc limit ${limit}`)
    : [];
  const others = await db.many<InvoiceListRow>(sql`
  select ${columns}
    from (select i.* from unnest(${[...invoiceStates.states]}::text[]) as s (status)
           cross join lateral (
             select * from invoices i
              where i.organization_id = ${organizationId} and ${newestOf({ group: sql`i.status`, id: sql`i.invoice_id` }, sql`s.status`)}
              limit ${NEWEST}) i
           where ${conditionOf(organizationId, terms)}
           order by i.invoice_id desc limit ${limit}) i ${withCustomer(organizationId)}
   order by i.invoice_id desc`);
  const rows = [...byId, ...(await named(db, organizationId, search)), ...others];
  return [...new Map(rows.map((row) => [row.invoice_id, row])).values()].slice(0, limit);
}
