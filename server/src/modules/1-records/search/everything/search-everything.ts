import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts, searchAccounts } from "#money/accounts";
import { findRecipientNames, searchRecipients } from "#money/recipients";
import { publicRequestStatusOf, searchRequests } from "#payments/approvals";
import { mayInvoice, searchInvoices } from "#payments/invoicing";
import { findTransactions, isTransferKind, noteOf, type TransactionRow } from "#payments/payments";
import { type SearchTerms, searchTerms } from "#records/search";
import type { SearchResult } from "./search-results.ts";

/** Who searches, for what. */
interface Search {
  readonly organizationId: OrganizationId;
  /** What the caller may read. */
  readonly scopes: ReadonlySet<string>;
  readonly text: string;
  /** Results of each type. */
  readonly limit: number;
}

interface Part extends Pick<Search, "organizationId" | "limit"> {
  readonly terms: SearchTerms;
}
type Finder = (db: Queryable, part: Part) => Promise<readonly SearchResult[]>;

const nothing = {
  memo: null,
  reference: null,
  lastFour: null,
  amount: null,
  status: null,
  createdAt: null,
} as const;

const recipients: Finder = async (db, { organizationId, ...part }) =>
  (await searchRecipients(db, organizationId, part)).map((row) => ({
    ...nothing,
    type: "recipient",
    id: row.recipient_id,
    name: row.nickname ?? row.name,
    lastFour: row.last_four,
  }));

const transactions: Finder = async (db, part) => (await findTransactions(db, part)).map(renderTransaction);

const renderTransaction = (row: TransactionRow): SearchResult => ({
  ...nothing,
  type: isTransferKind(row.kind) ? "transfer" : "transaction",
  id: row.transaction_id,
  name: row.counterparty_nickname ?? row.counterparty_name,
  memo: row.external_memo ?? noteOf(row),
  reference: row.tracking_number ?? row.check_number,
  amount: dollarsFromMinor(row.amount_minor),
  status: row.status,
  createdAt: row.created_at.toISOString(),
});

const requests: Finder = async (db, { organizationId, ...part }) => {
  const named = await searchAccounts(db, organizationId, part);
  const rows = await searchRequests(db, organizationId, {
    ...part,
    accountIds: named.map(({ account_id: id }) => id),
  });
  const payees = await findRecipientNames(
    db,
    organizationId,
    rows.flatMap((row) => row.recipient_id ?? []),
  );
  const accounts = await findAccounts(
    db,
    organizationId,
    rows.flatMap((row) => row.destination_account_id ?? []),
  );
  const names = new Map<string, string>([
    ...payees.map((row) => [row.recipient_id, row.name] as const),
    ...accounts.map((row) => [row.accountId, row.nickname ?? row.name] as const),
  ]);
  return rows.map((row) => ({
    ...nothing,
    type: "request",
    id: row.request_id,
    name: names.get(row.recipient_id ?? row.destination_account_id ?? "") ?? "",
    memo: row.external_memo ?? row.note,
    amount: dollarsFromMinor(-row.amount_minor),
    status: publicRequestStatusOf(row.status),
    createdAt: row.created_at.toISOString(),
  }));
};

const invoices: Finder = async (db, { organizationId, ...part }) => {
  if (!(await mayInvoice(db, organizationId))) return [];
  return (await searchInvoices(db, organizationId, part)).map((row) => ({
    ...nothing,
    type: "invoice",
    id: row.invoice_id,
    name: row.customer_name,
    memo: row.invoice_number,
    amount: dollarsFromMinor(row.amount_minor),
    status: row.status,
  }));
};

const accounts: Finder = async (db, { organizationId, ...part }) =>
  (await searchAccounts(db, organizationId, part)).map((row) => ({
    ...nothing,
    type: "account",
    id: row.account_id,
    name: row.nickname ?? row.name,
    lastFour: row.account_number_last4,
  }));

/** In the order of the results; each with the scope of the page that shows it. */
const finders: readonly { readonly scope: string; readonly find: Finder }[] = [
  { scope: "fetchRecipients", find: recipients },
  { scope: "fetchTransactions", find: transactions },
  { scope: "fetchSendMoneyRequests", find: requests },
  { scope: "fetchInvoices", find: invoices },
  { scope: "fetchDepositoryAccounts", find: accounts },
];

/** What the caller may read and the text describes. */
export async function searchEverything(db: Queryable, search: Search): Promise<readonly SearchResult[]> {
  const { organizationId, scopes, limit } = search;
  const terms = searchTerms(search.text);
  const results: SearchResult[] = [];
  for (const { scope, find } of finders)
    if (scopes.has(scope)) results.push(...(await find(db, { organizationId, terms, limit })));
  return results;
}
