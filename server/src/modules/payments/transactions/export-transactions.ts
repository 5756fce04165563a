import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { type CsvCell, csvOf } from "../../../kernel/values/csv.ts";
import type { AccountId, OrganizationId } from "../../../kernel/values/ids.ts";
import { findAccounts } from "../../accounts/index.ts";
import { listTransactions } from "./list-transactions.ts";
import type { TransactionRow } from "./transaction.ts";
import type { TransactionQuery } from "./transaction-filter.ts";

/** Rows read and held at a time, which bounds the memory of an export of any size. */
const PAGE_ROWS = 500;

/** The columns of the file, in order, for accounting software. No bank details. */
const columns: readonly {
  readonly header: string;
  readonly of: (row: TransactionRow, account: string) => CsvCell;
}[] = [
  { header: "Transaction ID", of: (row) => row.transaction_id },
  { header: "Created at (UTC)", of: (row) => row.created_at },
  { header: "Posted at (UTC)", of: (row) => row.posted_at },
  { header: "Failed at (UTC)", of: (row) => row.failed_at },
  { header: "Status", of: (row) => row.status },
  { header: "Kind", of: (row) => row.kind },
  { header: "Payment method", of: (row) => row.method },
  { header: "Account", of: (_, account) => account },
  { header: "Account ID", of: (row) => row.account_id },
  { header: "Counterparty", of: (row) => row.counterparty_name },
  { header: "Counterparty ID", of: (row) => row.counterparty_id },
  { header: "Description", of: (row) => row.bank_description },
  { header: "Amount (USD)", of: (row) => row.amount_minor },
  { header: "Memo", of: (row) => row.external_memo },
  { header: "Note", of: (row) => (row.note_edited ? row.edited_note : row.note) },
  { header: "Category", of: (row) => row.category_name },
  { header: "Reason for failure", of: (row) => row.reason_for_failure },
  { header: "Tracking number", of: (row) => row.tracking_number },
  { header: "Check number", of: (row) => row.check_number },
  { header: "Request ID", of: (row) => row.request_id },
];

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
  const accounts = new Map<AccountId, string>();
  const read = async (after: string | undefined): Promise<readonly TransactionRow[]> => {
    const { rows } = await listTransactions(service, organizationId, {
      ...query,
      limit: PAGE_ROWS,
      ...(after === undefined ? {} : { start_after: after }),
    });
    // Each account is looked up once per file.
    const unknown = [...new Set(rows.map((row) => row.account_id))].filter((id) => !accounts.has(id));
    for (const account of unknown.length === 0 ? [] : await findAccounts(service.database, organizationId, unknown))
      accounts.set(account.accountId, account.nickname ?? account.name);
    return rows;
  };
  const nameOf = (row: TransactionRow) =>
    present(accounts.get(row.account_id), "the account of a transaction is never deleted");
  const first = await read(undefined);
  return pieces();

  async function* pieces(): AsyncGenerator<string> {
    yield csvOf([columns.map(({ header }) => header)]);
    for (let rows = first; rows.length > 0; rows = await read(rows.at(-1)?.transaction_id)) {
      yield csvOf(rows.map((row) => columns.map(({ of }) => of(row, nameOf(row)))));
      if (rows.length < PAGE_ROWS) return;
    }
  }
}
