import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { waitingDetailChanges } from "#money/recipients/changes/recipient-changes.queries.ts";
import { pageOfRecipients, recipientCursorColumn } from "#money/recipients/recipients.queries.ts";
import { scheduledBefore, scheduledUntil } from "#payments/approvals";
import { customerKey, listCustomerRows } from "#payments/invoicing/customers/customers.queries.ts";
import { incomingKey, listIncoming } from "#payments/invoicing/matching/matching.queries.ts";
import { agingRows } from "#payments/invoicing/overview/invoice-days.queries.ts";
import { invoiceListKey, listForDashboard } from "#payments/invoicing/overview/overview.queries.ts";
import { rangesOf } from "#payments/payments/transactions/days-of-list.ts";
import { failuresAmong } from "#payments/payments/transactions/failed-payments.ts";
import { type PageBySize, pageBySize } from "#payments/payments/transactions/pages-by-size.queries.ts";
import { paidToPayees } from "#payments/payments/transactions/payee-history.queries.ts";
import { searchByKeyset } from "#payments/payments/transactions/search-pages.queries.ts";
import { lookUpSearch } from "#payments/payments/transactions/search-transactions.ts";
import { entriesOfTransactions, transactionsOfEntries } from "#payments/payments/transactions/settled-order.queries.ts";
import { sortedPage, sortedPlace, sortKeys } from "#payments/payments/transactions/sorted-pages.queries.ts";
import {
  exceptionKey,
  listByKeyset,
  listInRanges,
  transactionKey,
} from "#payments/payments/transactions/transactions.queries.ts";
import { listAuditRows } from "#records/audit/trail/list-audit.queries.ts";
import { findFirstRows } from "#records/audit/trail/sentences/first-rows.queries.ts";
import { balancesAfter, findSettledEntries, settledEntries } from "#records/ledger";
import { searchedItems } from "#records/search";
import { explain } from "../../kit/databases/explain.ts";
import {
  COMMON_WORD,
  enterSent,
  failSome,
  fillAuditLog,
  fillHistory,
  fillLists,
  fillSizes,
  RARE_WORD,
  renameMany,
} from "../../kit/databases/plans.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * A page of a list costs what the page costs, with any number of rows: its plan, as the serving role gets it, reads an
 * index in the order of the list, and a search reads the index of words. `npm run bench -- --only lists` measures every
 * list with a million rows.
 */
describe("the plans of lists", { skip }, () => {
  before(async () => {
    const { organizationId, accountId, recipientId } = organization;
    const count = 10_000;
    await fillLists(world.owner(), organizationId, { accountId, end: TEST_NOW, count });
    await fillHistory(world.owner(), organizationId, {
      accountId,
      recipientId,
      userId: accountId,
      end: TEST_NOW,
      count,
    });
    await fillAuditLog(world.owner(), organizationId, {
      end: TEST_NOW,
      count,
      userId: accountId,
      resourceId: recipientId,
    });
  });

  const planOf = async (query: (db: Queryable) => Promise<unknown>): Promise<string> =>
    (await explain(world.service, { within: organization.organizationId, executes: true }, query)).join("\n");

  const page = (column: Sql): Keyset =>
    ({
      condition: sql`true`,
      order: sql`${column} desc`,
      limit: 51,
      // All that a list uses.
    }) as unknown as Keyset;

  const recipients = (search?: string) =>
    planOf(async (db) => {
      const { organizationId } = organization;
      const found = await searchedItems(db, organizationId, { kind: "recipient", id: recipientCursorColumn, search });
      return pageOfRecipients(db, organizationId, { status: "active", found, keyset: page(recipientCursorColumn) });
    });

  const invoices = (filter: object, search?: string) =>
    planOf((db) =>
      listForDashboard(db, organization.organizationId, {
        filter: { status: undefined, overdueOn: undefined, age: undefined, customerId: undefined, ...filter },
        keyset: page("overdueOn" in filter || "age" in filter ? sql`i.due_date desc, i.invoice_id` : invoiceListKey),
        search,
      }),
    );

  const inOrder = (plan: string, index: RegExp) => {
    assert.match(plan, index, plan);
    assert.doesNotMatch(plan, /Seq Scan|Sort|Hash/, plan);
  };

  it("a page is read in the order of an index", async () => {
    const { organizationId } = organization;
    inOrder(await recipients(), /Scan Backward using recipients_(status|pkey)/);
    inOrder(await invoices({}), /Scan Backward using invoices_pkey/);
    inOrder(await invoices({ status: "Unpaid" }), /Scan Backward using invoices_(pkey|by_status)/);
    inOrder(
      await planOf((db) => listCustomerRows(db, organizationId, { found: sql`true`, keyset: page(customerKey) })),
      /Scan Backward using invoice_customers_(list|pkey)/,
    );
    inOrder(
      await planOf((db) => listIncoming(db, organizationId, { status: "credit", keyset: page(incomingKey) })),
      /Scan Backward using incoming_payments_(credit|by_status|pkey)/,
    );
  });

  it("overdue invoices are read in the order of their due dates", async () => {
    inOrder(await invoices({ overdueOn: "2020-01-01" }), /Scan Backward using invoices_overdue/);
    const age = { bucket: "days1To30", today: "2020-01-01" };
    inOrder(await invoices({ age }), /Scan Backward using invoices_overdue/);
  });

  it("days without a match are skipped, and the others read by their keys until the page is full", async () => {
    const filter = { organizationId: organization.organizationId, methods: ["check"] } as const;
    const days = await planOf((db) => rangesOf(db, filter));
    assert.match(days, /account_days_pkey/, days);
    assert.doesNotMatch(days, /on transactions/, days);
    const ids = ["01900000-0000-7000-8000-000000000000", "01980000-0000-7000-8000-000000000000"];
    const ranges = ids.map((fromId, index) => ({
      fromId,
      belowId: ids[index + 1] ?? "01a00000-0000-7000-8000-000000000000",
    }));
    const range = { condition: sql`true`, order: sql`${transactionKey} desc`, descending: true, limit: 51, offset: 0 };
    const rows = await planOf((db) => listInRanges(db, filter, { ranges, page: range }));
    assert.match(rows, /Incremental Sort/, rows);
    assert.match(rows, /Scan Backward using transactions_pkey/, rows);
    assert.doesNotMatch(rows, /Seq Scan/, rows);
  });

  it("one counterparty's transactions come from their index, in order", async () => {
    const filter = { organizationId: organization.organizationId, counterpartyIds: [organization.recipientId] };
    inOrder(
      await planOf((db) => listByKeyset(db, filter, page(transactionKey))),
      /Scan Backward using transactions_counterparty/,
    );
  });

  it("a page of the audit log finds its payments by their ids", async () => {
    const plan = await planOf((db) =>
      listAuditRows(db, { organizationId: organization.organizationId }, page(sql`audit_id`)),
    );
    assert.match(plan, /Index Scan using transactions_pkey/, plan);
    assert.doesNotMatch(plan, /Seq Scan on (transactions|audit_log)/, plan);
  });

  it("each filter of the audit log reads its index in order, and names come from the first rows of their things", async () => {
    const { organizationId, recipientId, accountId } = organization;
    const log = (filter: object) =>
      planOf((db) => listAuditRows(db, { organizationId, ...filter }, page(sql`audit_id`)));
    for (const [index, filter] of [
      [/Scan Backward using audit_log_user/, { actorType: "user", actorId: accountId }],
      [/Scan Backward using audit_log_others/, { actorType: "operator" }],
      [/Scan Backward using audit_log_people/, { actors: "people" }],
      [/Scan Backward using audit_log_action/, { action: "webhook.update" }],
      [/Scan Backward using audit_log_type/, { resourceType: "recipient" }],
      [/using audit_log_resource/, { resourceId: recipientId }],
    ] as const) {
      const plan = await log(filter);
      assert.match(plan, index, plan);
      assert.doesNotMatch(plan, /Seq Scan on (transactions|audit_log)/, plan);
    }
    const names = await planOf((db) => findFirstRows(db, organizationId, [recipientId, accountId]));
    assert.match(names, /Limit[\s\S]*Scan using audit_log_resource/, names);
    assert.doesNotMatch(names, /Seq Scan|Sort/, names);
  });

  it("what was paid to the recipients of a page comes from the index of counterparties, what is scheduled from its own", async () => {
    const { organizationId, recipientId } = organization;
    const paid = await planOf((db) => paidToPayees(db, organizationId, [recipientId]));
    assert.match(paid, /Limit[\s\S]*Scan Backward using transactions_counterparty/, paid);
    assert.doesNotMatch(paid, /Seq Scan on transactions|Sort/, paid);
    const scheduled = await planOf((db) => scheduledBefore(db, organizationId, TEST_NOW));
    assert.match(scheduled, /using approval_requests_(account_)?due/, scheduled);
    assert.doesNotMatch(scheduled, /Seq Scan on approval_requests/, scheduled);
    const transfers = await planOf((db) =>
      listByKeyset(db, { organizationId, kinds: ["internalTransfer"], direction: "out" }, page(transactionKey)),
    );
    assert.match(transfers, /transactions_other_kinds/, transfers);
    assert.doesNotMatch(transfers, /Seq Scan/, transfers);
  });

  it("a rare word is found by its index, a common one in the list", async () => {
    const rare = await recipients(RARE_WORD);
    assert.match(rare, /search_words_pkey/, rare);
    assert.match(rare, /recipient_id = ANY/, rare);
    assert.doesNotMatch(rare, /Seq Scan/, rare);
    const common = await recipients(COMMON_WORD);
    assert.match(common, /Scan Backward using recipients_(status|pkey)/, common);
    assert.match(common, /SubPlan[\s\S]*search_words_item/, common);
    assert.doesNotMatch(common, /Seq Scan|Sort Key: r/, common);
    const both = await invoices({}, RARE_WORD);
    assert.match(both, /invoices_by_customer/, both);
    assert.doesNotMatch(both, /Seq Scan on (invoices|search_words|invoice_customers)/, both);
  });

  const transactions = (search: string) =>
    planOf(async (db) => {
      const { organizationId } = organization;
      const found = present(await lookUpSearch(db, { organizationId, search, counterpartyIds: undefined }), search);
      return searchByKeyset(db, { filter: { organizationId }, search: found, ranges: undefined }, page(transactionKey));
    });

  it("a search for transactions reads those of counterparties or kinds by their index, or the list in its order", async () => {
    const rare = await transactions(RARE_WORD);
    assert.match(rare, /Scan Backward using transactions_counterparty/, rare);
    const deposits = await transactions("deposit");
    assert.match(deposits, /Scan Backward using transactions_other_kinds/, deposits);
    const payments = await transactions("payment");
    assert.match(payments, /Scan Backward using transactions_pkey/, payments);
    const common = await transactions(COMMON_WORD);
    assert.match(common, /Recursive Union[\s\S]*using transactions_counterparty/, common);
    assert.match(common, /Scan Backward using transactions_pkey[\s\S]*SubPlan[\s\S]*search_words_item/, common);
    for (const plan of [rare, deposits, payments, common])
      assert.doesNotMatch(plan, /Seq Scan|Bitmap|Hash Join|Merge Join/, plan);
  });

  /** A page in the middle of the list of two accounts. */
  const bySize = (more: Partial<PageBySize>, accountId: string) =>
    planOf((db) =>
      pageBySize(db, organization.organizationId, {
        accountIds: [accountId, organization.accountId],
        leastMinor: undefined,
        mostMinor: undefined,
        after: { sizeMinor: 500_000n, transactionId: "01980000-0000-7000-8000-000000000000" },
        descending: false,
        limit: 51,
        ...more,
      }),
    );

  it("transactions are listed by size in the order of an index, at any place and in both directions", async () => {
    const { organizationId, recipientId } = organization;
    const accountId = await organization.newAccount("Sizes");
    const end = plusMs(TEST_NOW, -60 * DAY_MS);
    await fillSizes(world.owner(), organizationId, { accountId, recipientId, end, count: 10_000 });
    for (const more of [
      {},
      { descending: true },
      { after: undefined },
      { after: undefined, descending: true },
      { leastMinor: 10_000n, mostMinor: 900_000n },
    ]) {
      const plan = await bySize(more, accountId);
      assert.match(plan, /using transactions_amount_out/, plan);
      assert.match(plan, /using transactions_amount_in/, plan);
      assert.doesNotMatch(plan, /Seq Scan|Bitmap|using transactions_(pkey|account)/, plan);
      // The one sort is of the joined pages.
      assert.equal(plan.match(/Sort Key/g)?.length, 1, plan);
      // A place is found by the index, not by reading what precedes it.
      assert.doesNotMatch(plan, /Filter: .*(amount_minor|transaction_id)/, plan);
    }
  });

  it("an account's book is read by its entries in order, and a balance by the entries of its page and of its day", async () => {
    const { organizationId } = organization;
    const accountId = await organization.newAccount("Book");
    const end = plusMs(TEST_NOW, -90 * DAY_MS);
    await fillSizes(world.owner(), organizationId, {
      accountId,
      recipientId: organization.recipientId,
      end,
      count: 10_000,
    });
    await enterSent(world.owner(), organizationId);
    const book = { organizationId, accountId };
    const entries = await settledEntries(world.service.database, book, {
      after: undefined,
      descending: true,
      limit: 5_000,
    });
    const [newest, place, last] = [entries[0], entries.at(-51), entries.at(-1)];
    assert.ok(newest && place && last, "the account has a long book");
    for (const page of [
      { after: undefined, descending: true },
      { after: place, descending: true },
      { after: place, descending: false },
    ]) {
      const plan = await planOf((db) => settledEntries(db, book, { ...page, limit: 51 }));
      const how = page.descending ? "Backward " : "";
      for (const side of ["debits", "credits"])
        assert.match(plan, new RegExp(`Limit[\\s\\S]*Scan ${how}using ledger_entries_settled_${side}`), plan);
      // The one sort is of the joined pages of both directions.
      assert.equal(plan.match(/Sort Key/g)?.length, 1, plan);
      assert.doesNotMatch(plan, /Filter: .*entered_at/, plan);
    }
    const balances = await planOf((db) => balancesAfter(db, book, { from: last, to: place }));
    for (const side of ["debit", "credit"])
      assert.equal(
        balances.match(new RegExp(`Index Cond: .*${side}_account_id = .*entered_at`, "g"))?.length,
        2,
        balances,
      );
    assert.match(balances, /using ledger_days_(pkey|by_day)/, balances);
    assert.doesNotMatch(balances, /Seq Scan/, balances);
    const ids = entries.slice(-51).map((entry) => entry.transaction_id);
    const places = await planOf((db) => entriesOfTransactions(db, organizationId, ids));
    assert.doesNotMatch(places, /Seq Scan/, places);
    const found = await planOf((db) => findSettledEntries(db, organizationId, ids));
    assert.match(found, /using ledger_entries_pkey/, found);
    const own = await planOf((db) => transactionsOfEntries(db, organizationId, { accountId, entryIds: ids }));
    assert.match(own, /using transactions_(account|pkey)/, own);
    assert.doesNotMatch(own, /Seq Scan on transactions/, own);
  });

  it("a list that is sorted reads no more than it may sort, by the keys of the list", async () => {
    const { organizationId } = organization;
    const page = {
      condition: sql`true`,
      order: sql`${sortedPlace.key} asc, ${sortedPlace.id} asc`,
      descending: false,
      limit: 51,
    };
    const plan = await planOf((db) =>
      sortedPage(
        db,
        { filter: { organizationId }, search: undefined, ranges: undefined },
        { key: sortKeys.counterparty, most: 1_000, page },
      ),
    );
    assert.match(plan, /CTE found[\s\S]*Limit[\s\S]*Scan Backward using transactions_pkey/, plan);
    assert.doesNotMatch(plan, /Seq Scan on transactions/, plan);
  });

  it("the overview of invoices adds up days", async () => {
    const today = "2026-01-01";
    const plan = await planOf((db) => agingRows(db, organization.organizationId, { today, customerId: undefined }));
    assert.match(plan, /invoice_days/, plan);
    assert.doesNotMatch(plan, /on invoices/, plan);
  });

  it("failed payments that nobody has handled are read from the list of rare endings, and requests by their day", async () => {
    const { organizationId, accountId } = organization;
    await failSome(world.owner(), organizationId, { userId: accountId, at: TEST_NOW });
    for (const isHandled of [false, true]) {
      const filter = failuresAmong({ organizationId }, { isHandled, now: TEST_NOW });
      const plan = await planOf((db) => listByKeyset(db, filter, page(exceptionKey)));
      // First which are listed, then the transactions, each by its key.
      assert.match(
        plan,
        /Join[\s\S]*on transaction_exceptions[\s\S]*on failure_handlings[\s\S]*using transactions_pkey/,
        plan,
      );
      assert.doesNotMatch(plan, /Seq Scan on transactions/, plan);
    }
    const scheduled = await planOf((db) => scheduledUntil(db, organizationId, { until: TEST_NOW, limit: 1_000 }));
    assert.match(scheduled, /approval_requests_due/, scheduled);
    await renameMany(world.owner(), organizationId, { end: TEST_NOW, count: 10_000 });
    const waiting = await planOf((db) => waitingDetailChanges(db, organizationId, 500));
    assert.match(waiting, /recipient_changes_one_open/, waiting);
  });
});
