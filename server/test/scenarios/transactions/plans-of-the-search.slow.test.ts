import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { listViewRows, savedViewKey } from "#desk/saved-views/saved-views.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { searchRecipients } from "#money/recipients/search-recipients.queries.ts";
import { searchRequests } from "#payments/approvals/requests/search-requests.queries.ts";
import { searchInvoices } from "#payments/invoicing/overview/search-invoices.queries.ts";
import { findTransactions } from "#payments/payments/finding/find-transactions.ts";
import { searchTerms } from "#records/search/search-terms.ts";
import { explain } from "../../kit/databases/explain.ts";
import { COMMON_WORD, fillHistory, fillLists, RARE_WORD } from "../../kit/databases/plans.queries.ts";
import { fillMemoWords } from "../../kit/scale/memo-words.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** A search reads a bounded number of rows, by keys and in the order of indexes: no plan reads or sorts a table. */
describe("the plans of the search", { skip }, () => {
  before(async () => {
    const { organizationId, accountId, recipientId } = organization;
    const count = 10_000;
    await fillLists(world.owner(), organizationId, { accountId, end: TEST_NOW, count });
    const history = { accountId, recipientId, userId: accountId, end: TEST_NOW, count };
    await fillHistory(world.owner(), organizationId, history);
    await fillMemoWords(world.owner(), organizationId);
  });

  /** The plans of all statements of a search. */
  const plansOf = (query: (db: Queryable) => Promise<unknown>): Promise<readonly string[]> =>
    explain(world.service, { within: organization.organizationId, executes: true }, query);

  const texts = [
    RARE_WORD,
    COMMON_WORD,
    `${COMMON_WORD} ${RARE_WORD}`,
    "invoice 77",
    "i",
    "4210",
    "1.00",
    "6789",
    "nobody",
  ];
  const isBounded = (plans: readonly string[], what: string) => {
    assert.ok(plans.length > 0, what);
    for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan|Hash Join|Merge Join/, `${what}\n${plan}`);
  };
  const search = (text: string) => ({ terms: searchTerms(text), limit: 5 });

  it("transactions are read by their keys, names, amounts, and words", async () => {
    const { organizationId } = organization;
    for (const text of [...texts, organization.accountId])
      isBounded(await plansOf((db) => findTransactions(db, { organizationId, ...search(text) })), text);
    const [words = ""] = (await plansOf((db) => findTransactions(db, { organizationId, ...search("invoice") }))).filter(
      (plan) => plan.includes("memo_words"),
    );
    assert.match(words, /Recursive Union[\s\S]*memo_words_pkey/, words);
    assert.match(words, /Scan Backward using memo_words_pkey/, words);
    const [amounts = ""] = (await plansOf((db) => findTransactions(db, { organizationId, ...search("$1.00") }))).filter(
      (plan) => plan.includes("transactions_amount"),
    );
    assert.match(amounts, /using transactions_amount_out/, amounts);
  });

  it("recipients are read by words, ids, and digits", async () => {
    const { organizationId } = organization;
    for (const text of [...texts.filter((candidate) => candidate !== "1.00"), organization.recipientId])
      isBounded(await plansOf((db) => searchRecipients(db, organizationId, search(text))), text);
    const digits = await plansOf((db) => searchRecipients(db, organizationId, search("••6789")));
    assert.match(digits.join("\n"), /Scan Backward using recipient_routings_last4/, digits.join("\n"));
  });

  it("requests and invoices are read newest first, a bounded number of each status", async () => {
    const { organizationId } = organization;
    for (const text of texts) {
      isBounded(await plansOf((db) => searchRequests(db, organizationId, { ...search(text), accountIds: [] })), text);
      isBounded(await plansOf((db) => searchInvoices(db, organizationId, search(text))), text);
    }
    const requests = await plansOf((db) =>
      searchRequests(db, organizationId, { ...search("invoice"), accountIds: [] }),
    );
    assert.match(requests.join("\n"), /Limit[\s\S]*Scan Backward using approval_requests_queue/);
    const invoices = await plansOf((db) => searchInvoices(db, organizationId, search("invoice")));
    assert.match(invoices.join("\n"), /Limit[\s\S]*Scan Backward using invoices_by_status/);
  });

  it("saved views are two short ranges", async () => {
    const keyset = { condition: sql`true`, order: sql`${savedViewKey} asc`, descending: false, limit: 51 };
    const [plan = ""] = await plansOf((db) =>
      listViewRows(db, organization.organizationId, {
        userId: organization.creatorId,
        pages: ["transactions"],
        keyset,
      }),
    );
    assert.match(plan, /saved_views_of_person/, plan);
    assert.match(plan, /saved_views_shared/, plan);
  });
});
