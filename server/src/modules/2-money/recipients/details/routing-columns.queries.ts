import { methodsByPreference, methodTable, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { columnNames, isOneOf, parameterList, type Sql, sql } from "#kernel/sql/sql.ts";
import type { Routings } from "../recipient.ts";

/** The columns of a recipient `r` with the current version of bank details for each method, as the method table names them. */

const columns = paymentMethods.map((method) => methodTable[method].details.column);

/** In a select list. */
export const currentRoutings: Sql = columnNames(columns, "r");

/** In a list of columns to write, in the order of {@link routingValues}. */
export const routingColumns: Sql = columnNames(columns);
export const routingValues = (routings: Routings): Sql =>
  parameterList(paymentMethods.map((method) => routings[method]));

/** The versions with account numbers, of the cheapest method first. */
export const accountRoutings: Sql = columnNames(
  methodsByPreference
    .map((method) => methodTable[method].details)
    .filter(({ holds }) => holds !== "mailingAddress")
    .map(({ column }) => column),
  "r",
);

/** The version that a payment by `w.method` uses: the same choice as in create_payments. */
export const routingPaid: Sql = paymentMethods.reduceRight((otherwise, method) => {
  const { column, fallsBackTo } = methodTable[method].details;
  const used = fallsBackTo === null ? [column] : [column, methodTable[fallsBackTo].details.column];
  return sql`case when ${isOneOf(sql`w.method`, [method])} then coalesce(${columnNames(used, "r")}) else ${otherwise} end`;
}, sql`null::uuid`);
