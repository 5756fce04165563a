import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type CsvCell, csvOf } from "#kernel/values/csv.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { listTransactions } from "../transactions/list-transactions.ts";
import type { ReturnLink } from "../transactions/returns.queries.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { returnedAtOf, returnLinksById } from "../transactions/transaction-details.ts";
import type { TransactionQuery } from "../transactions/transaction-filter.ts";

/** Rows read and held at a time, which bounds the memory of an export of any size. */
const PAGE_ROWS = 500;

/** A transaction with its account's name. */
interface ExportedRow {
  readonly row: TransactionRow;
  readonly account: string;
  /** If it was returned, or is a return. */
  readonly link: ReturnLink | undefined;
  /** Who requested it, if the file says so. */
  readonly requester: string | null;
}

export interface ExportedColumn {
  readonly header: string;
  readonly of: (exported: ExportedRow) => CsvCell;
}

/** The columns of the file, in order, for accounting software. No bank details. */
export const exportedColumns = {
  id: { header: "Transaction ID", of: ({ row }) => row.transaction_id },
  created: { header: "Created at (UTC)", of: ({ row }) => row.created_at },
  posted: { header: "Posted at (UTC)", of: ({ row }) => row.posted_at },
  failed: { header: "Failed at (UTC)", of: ({ row }) => row.failed_at },
  status: { header: "Status", of: ({ row }) => row.status },
  kind: { header: "Kind", of: ({ row }) => row.kind },
  method: { header: "Payment method", of: ({ row }) => row.method },
  account: { header: "Account", of: ({ account }) => account },
  accountId: { header: "Account ID", of: ({ row }) => row.account_id },
  counterparty: { header: "Counterparty", of: ({ row }) => row.counterparty_name },
  counterpartyId: { header: "Counterparty ID", of: ({ row }) => row.counterparty_id },
  description: { header: "Description", of: ({ row }) => row.bank_description },
  amount: { header: "Amount (USD)", of: ({ row }) => row.amount_minor },
  memo: { header: "Memo", of: ({ row }) => row.external_memo },
  note: { header: "Note", of: ({ row }) => (row.note_edited ? row.edited_note : row.note) },
  category: { header: "Category", of: ({ row }) => row.category_name },
  reasonForFailure: { header: "Reason for failure", of: ({ row }) => row.reason_for_failure },
  trackingNumber: { header: "Tracking number", of: ({ row }) => row.tracking_number },
  checkNumber: { header: "Check number", of: ({ row }) => row.check_number },
  requestId: { header: "Request ID", of: ({ row }) => row.request_id },
  returned: { header: "Returned at (UTC)", of: ({ row, link }) => returnedAtOf(row, link) ?? null },
  returns: {
    header: "Returns transaction",
    of: ({ row, link }) => (link?.return_id === row.transaction_id ? link.transaction_id : null),
  },
} as const satisfies Readonly<Record<string, ExportedColumn>>;

/** The filters of an export: those of `GET /transactions`, without its pages. */
export type ExportQuery = Omit<TransactionQuery, "limit" | "offset" | "start_after" | "start_at" | "end_before">;

/**
 * The matching transactions as CSV (RFC 4180), one page at a time, so memory use does not grow with the file. No text
 * becomes a spreadsheet formula. The first page is read before this resolves, so that invalid filters are refused as on
 * any route.
 */
export async function exportTransactions(
  service: Service,
  organizationId: OrganizationId,
  query: ExportQuery,
): Promise<AsyncGenerator<string>> {
  const pages = await exportedPages(service.database, organizationId, async (cursors) => {
    const { rows } = await listTransactions(service, organizationId, { ...query, ...cursors });
    return rows;
  });
  return csvOfPages(pages, Object.values(exportedColumns));
}

/** The lines of a CSV file, a page at a time. */
export async function* csvOfPages(
  pages: AsyncIterable<readonly ExportedRow[]>,
  columns: readonly ExportedColumn[],
): AsyncGenerator<string> {
  yield csvOf([columns.map(({ header }) => header)]);
  for await (const rows of pages) yield csvOf(rows.map((row) => columns.map(({ of }) => of(row))));
}

/** The pages of a list. The first is read before this resolves, and each of the others when the file has the one before. */
export async function exportedPages(
  db: Queryable,
  organizationId: OrganizationId,
  readPage: (cursors: {
    readonly limit: number;
    readonly start_after?: TransactionId;
  }) => Promise<readonly TransactionRow[]>,
  namesOfRequesters?: (rows: readonly TransactionRow[]) => Promise<ReadonlyMap<string, string>>,
): Promise<AsyncGenerator<readonly ExportedRow[]>> {
  const accounts = new Map<AccountId, string>();
  const read = async (after: TransactionId | undefined): Promise<readonly ExportedRow[]> => {
    const rows = await readPage({ limit: PAGE_ROWS, ...(after === undefined ? {} : { start_after: after }) });
    assert(rows.length <= PAGE_ROWS, "an export reads pages of the size that it holds");
    // Each account is looked up once per file.
    const unknown = [...new Set(rows.map((row) => row.account_id))].filter((id) => !accounts.has(id));
    for (const account of unknown.length === 0 ? [] : await findAccounts(db, organizationId, unknown))
      accounts.set(account.accountId, account.nickname ?? account.name);
    const returns = await returnLinksById(db, organizationId, rows);
    const requesters = await namesOfRequesters?.(rows);
    return rows.map((row) => ({
      row,
      link: returns.get(row.transaction_id),
      requester: requesters?.get(row.transaction_id) ?? null,
      account: present(accounts.get(row.account_id), "the account of a transaction is never deleted"),
    }));
  };
  const first = await read(undefined);
  return pages();

  async function* pages(): AsyncGenerator<readonly ExportedRow[]> {
    for (let rows = first; rows.length > 0; rows = await read(rows.at(-1)?.row.transaction_id)) {
      yield rows;
      if (rows.length < PAGE_ROWS) return;
    }
  }
}
