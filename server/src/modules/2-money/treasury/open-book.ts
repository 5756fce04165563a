import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type AuditEntry, recordAudit } from "#records/audit";
import { assertBook, type Book, type Order, openMinor } from "./book.ts";
import {
  insertHoldings,
  insertTreasuryEntries,
  lockHoldings,
  readOpenOrders,
  storeOrders,
  updateHoldings,
} from "./holdings.queries.ts";
import { nextRunAfter } from "./schedule.ts";

/** The account's book, locked until the transaction ends. The caller holds the lock of the account's balance. */
export async function openBook(
  tx: Tx,
  organizationId: OrganizationId,
  { accountId, at }: { readonly accountId: AccountId; readonly at: Date },
): Promise<Book> {
  let row = await lockHoldings(tx, organizationId, accountId);
  if (row === undefined) {
    await insertHoldings(tx, organizationId, accountId, nextRunAfter(at));
    row = await lockHoldings(tx, organizationId, accountId);
    assert(row !== undefined, "the holdings just inserted are there");
  }
  const book: Book = {
    organizationId,
    accountId,
    lastNumber: row.last_number,
    cashMinor: row.cash_minor,
    investedMinor: row.invested_minor,
    sharesE4: row.shares_e4,
    priceE4: row.price_e4,
    security:
      row.security_id === null ? undefined : { id: row.security_id, name: row.security_name ?? row.security_id },
    nextRunAt: row.next_run_at,
    orders: await readOpenOrders(tx, organizationId, accountId),
    entries: [],
    changed: new Set(),
  };
  // An open order that was changed outside the service is not among the proven ones: what it takes is not free.
  if (openMinor(book, "buy") !== row.buying_minor || openMinor(book, "sell") !== row.selling_minor)
    throw new UnprovenRow({ organizationId, table: "treasury_holdings", key: accountId });
  return book;
}

export type BookService = Pick<Service, "clock" | "newId" | "vault">;

/** Writes everything that changed since the book was opened, with an audit row for each order. */
export async function saveBook(
  service: BookService,
  tx: Tx,
  book: Book,
  { ofThePast = false }: { readonly ofThePast?: boolean } = {},
): Promise<void> {
  assertBook(book);
  const changed = book.orders.filter(({ orderId }) => book.changed.has(orderId));
  if (changed.length > 0) assert((await storeOrders(tx, book, changed)) === changed.length, "every order is written");
  if (book.entries.length > 0)
    assert((await insertTreasuryEntries(tx, book)) === book.entries.length, "every entry is written");
  const totals = { buyingMinor: openMinor(book, "buy"), sellingMinor: openMinor(book, "sell") };
  assert((await updateHoldings(tx, { ...book, ...totals })) === 1, "the holdings are written");
  await recordAudit(service, tx, {
    organizationId: book.organizationId,
    actor: { type: "service" },
    entries: changed.map((order) => ({
      ...(ofThePast ? { at: order.endedAt ?? order.executedAt ?? order.placedAt } : {}),
      ...auditOf(book, order),
    })),
  });
}

const auditOf = ({ accountId }: Book, order: Order): AuditEntry => ({
  action: `treasuryOrder.${order.status}`,
  resourceType: "treasuryOrder",
  resourceId: order.orderId,
  after: {
    accountId,
    action: order.action,
    reason: order.reason,
    security: order.security.name,
    amount: dollarsFromMinor(order.amountMinor),
    tradesOn: order.tradesOn,
    settlesOn: order.settlesOn,
  },
});
