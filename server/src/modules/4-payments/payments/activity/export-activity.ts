import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { type CsvCell, decimalOf } from "#kernel/values/csv.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { writeXlsx, type XlsxCell } from "#kernel/xlsx/index.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { activityColumns } from "./activity-columns.ts";
import type { ActivityColumn } from "./activity-parameters.ts";
import { csvOfPages, exportedPages } from "./export-transactions.ts";
import { type ActivityQuery, listActivity } from "./list-activity.ts";
import { type FindRequesters, requestersOf } from "./requesters.ts";

interface ActivityFile {
  readonly query: Omit<ActivityQuery, "limit" | "offset" | "start_after" | "start_at" | "end_before" | "readsAll">;
  readonly format: "csv" | "xlsx";
  readonly columns: readonly ActivityColumn[];
  readonly findRequesters: FindRequesters;
}

/**
 * Every row of the list, in its order and with these columns, one page at a time. The first page is read before this
 * resolves, so that lists that cannot be sorted are refused as on the list.
 */
export async function exportActivity(
  service: Service,
  organizationId: OrganizationId,
  { query, format, columns: names, findRequesters }: ActivityFile,
): Promise<AsyncGenerator<string | Uint8Array>> {
  assert(names.length > 0, "a file has columns");
  const columns = names.map((name) => activityColumns[name]);
  const { database } = service;
  const namesOfRequesters = async (rows: readonly TransactionRow[]) => {
    const found = await requestersOf(database, organizationId, { rows, findRequesters });
    return new Map(found.map(({ transactionId, name }) => [transactionId, name]));
  };
  const readPage = async (cursors: { readonly limit: number; readonly start_after?: TransactionId }) => {
    const { rows } = await listActivity(service, organizationId, { ...query, ...cursors, readsAll: true });
    return rows;
  };
  const pages = names.includes("requester")
    ? await exportedPages(database, organizationId, readPage, namesOfRequesters)
    : await exportedPages(database, organizationId, readPage);
  if (format === "csv") return csvOfPages(pages, columns);
  return writeXlsx({ sheet: "Transactions", columns, rows: cellsOf(), at: service.clock.now() });

  async function* cellsOf(): AsyncGenerator<readonly (readonly XlsxCell[])[]> {
    for await (const rows of pages) yield rows.map((row) => columns.map(({ of }) => xlsxCell(of(row))));
  }
}

const xlsxCell = (cell: CsvCell): XlsxCell => (typeof cell === "bigint" ? { dollars: decimalOf(cell) } : cell);
