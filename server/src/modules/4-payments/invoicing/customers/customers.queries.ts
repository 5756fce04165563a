import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { customers } from "../tables.ts";
import type { CustomerId, CustomerRow } from "./customer.ts";

/** The key for paging a list of customers. */
export const customerKey = sql`customer_id`;

const columns = sql`customer_id, name, email, address, created_at, deleted_at`;

export interface StoredCustomer extends CustomerRow {
  readonly name_key: string;
}

export const insertCustomer = (tx: Tx, organizationId: OrganizationId, row: StoredCustomer) =>
  tx.run(sql`
  insert into invoice_customers (organization_id, customer_id, name, name_key, email, address, created_at, updated_at)
  values (${organizationId}, ${row.customer_id}, ${row.name}, ${row.name_key}, ${row.email},
          ${row.address === null ? null : JSON.stringify(row.address)}::jsonb, ${row.created_at}, ${row.created_at})
  returning ${customers.inserted()}`);

export const updateCustomerRow = (tx: Tx, organizationId: OrganizationId, row: StoredCustomer, at: Date) =>
  tx.run(sql`
  update invoice_customers
     set name = ${row.name}, name_key = ${row.name_key}, email = ${row.email},
         address = ${row.address === null ? null : JSON.stringify(row.address)}::jsonb, updated_at = ${at}
   where organization_id = ${organizationId} and customer_id = ${row.customer_id} and deleted_at is null
  returning ${customers.changed()}`);

export const markCustomerDeleted = (tx: Tx, organizationId: OrganizationId, customerId: CustomerId, at: Date) =>
  tx.run(sql`
  update invoice_customers set deleted_at = ${at}, updated_at = ${at}
   where organization_id = ${organizationId} and customer_id = ${customerId} and deleted_at is null
  returning ${customers.changed()}`);

/** Deleted customers are found, too. */
export const findCustomer = (db: Queryable, organizationId: OrganizationId, customerId: string) =>
  db.maybe<CustomerRow>(sql`
  select ${columns}, ${customers.proof("c")} from invoice_customers c
   where organization_id = ${organizationId} and customer_id = ${customerId}::uuid`);

/** The same, but undefined if it is not proven. */
export const findProvenCustomer = (db: Queryable, organizationId: OrganizationId, customerId: CustomerId) =>
  db.maybe<CustomerRow>(sql`
  select ${columns}, ${customers.proofOrSkip("c")} from invoice_customers c
   where organization_id = ${organizationId} and customer_id = ${customerId}`);

export const lockCustomer = (tx: Tx, organizationId: OrganizationId, customerId: string) =>
  tx.maybe<CustomerRow>(sql`
  select ${columns}, ${customers.proof("c")} from invoice_customers c
   where organization_id = ${organizationId} and customer_id = ${customerId}::uuid for update`);

/** Names of customers that are not deleted. */
export const customerNames = (db: Queryable, organizationId: OrganizationId, ids: readonly CustomerId[]) =>
  db.many<Pick<CustomerRow, "customer_id" | "name">>(sql`
  select customer_id, name from invoice_customers
   where organization_id = ${organizationId} and customer_id = any (${[...ids]}::uuid[]) and deleted_at is null`);

export const listCustomerRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { found, keyset }: { found: Sql; keyset: Keyset },
) =>
  db.many<CustomerRow>(sql`
  select ${columns} from invoice_customers
   where organization_id = ${organizationId} and deleted_at is null and ${keyset.condition}
     and ${found}
   order by ${keyset.order} limit ${keyset.limit}`);
