/**
 * A bookkeeper's table of transactions: sorted by any column, with what the rows add up to, and downloaded exactly as
 * shown.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { FORMULA_TEXTS, formulasIn, rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { fillSizes } from "../../kit/databases/plans.queries.ts";
import { sheetsOf } from "../../kit/files/workbook.ts";
import { inject, openWorldOfFile, payment, TEST_NOW, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface Row {
  readonly id: string;
  readonly amount: number;
  readonly counterpartyName: string;
  readonly status: string;
}

const world = await openWorldOfFile();

describe("the table of transactions", () => {
  let organization: TestOrganization;
  let cookie: string;

  before(async () => {
    ({ organization, cookie } = await newBooks());
    // The sandbox's bank connects.
    await call("/sandbox/clock/advance", { hours: 0.01 });
  });

  async function newBooks() {
    const made = await world.newOrganization();
    return { organization: made, cookie: await signedIn(world.app, await newPerson(world, made.organizationId)) };
  }

  const open = async (url: string, by = cookie) => {
    const response = await world.app.api.inject({ url, headers: { cookie: by, "sec-fetch-site": "same-origin" } });
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
    return response;
  };
  const get = async (url: string, by = cookie) => (await open(url, by)).json();
  const call = async (url: string, body?: unknown) => {
    const answer = await inject(world.app, organization.token, { method: "POST", url, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const send = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    const { url, body } = payment(organization, more);
    return (await call(url, body)).id;
  };
  const shown = async (query: string): Promise<readonly Row[]> =>
    (await get(`/activity?${query}`)).transactions as readonly Row[];

  test("sorts by each column, in both directions", async () => {
    const savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 5_000_00n);
    await organization.deposit(savings, 70_00n);
    const [tern, elan] = [await organization.newRecipient("tern Packaging"), await organization.newRecipient("Élan")];
    await send({ recipientId: tern, amount: 900, paymentMethod: "check" });
    const small = await send({ recipientId: elan, amount: 3 });
    await call(`/sandbox/transactions/${small}/fail`, { code: "R03" });

    const amounts = async (query: string) => (await shown(query)).map(({ amount }) => amount);
    assert.deepEqual(await amounts("sort=amount"), [-3, 70, -900, 5_000], "by size, in or out");
    assert.deepEqual(await amounts("sort=amount&order=desc&limit=2"), [5_000, -900]);
    assert.deepEqual(await amounts("sort=amount&amountMin=70&amountMax=900"), [70, -900]);
    assert.deepEqual(await amounts("sort=amount&kind=outgoingPayment&order=desc"), [-900, -3]);
    const names = (await shown("sort=counterparty&kind=outgoingPayment")).map((row) => row.counterpartyName);
    assert.deepEqual(names, ["Élan", "tern Packaging"], "as people sort names");
    assert.deepEqual(await amounts("sort=account"), [5_000, -900, -3, 70]);
    assert.deepEqual(await amounts("sort=method&kind=outgoingPayment"), [-3, -900]);
    assert.deepEqual(
      (await shown("sort=status")).map(({ status }) => status),
      ["failed", "pending", "sent", "sent"],
    );
    assert.deepEqual(await amounts("sort=posted"), [5_000, 70, -900, -3], "what is not posted is after all that is");
    assert.deepEqual(await amounts("sort=created&order=desc"), await amounts("order=desc"));
    const { requesters, balances, ...list } = await get("/activity?order=desc");
    assert.deepEqual(list, await get("/transactions?order=desc"));
    assert.equal(requesters.length, 2, "of the two payments, not of deposits");
    assert.deepEqual(balances, [], "in this order, balances would not follow each other");
    assert.deepEqual(await amounts("sort=status&cardId=card-1"), []);
  });

  test("shows the balance after each transaction of one account, newest first, and of nothing else", async () => {
    const query = `sort=settled&accountId=${organization.accountId}`;
    const { transactions, balances } = await get(`/activity?${query}&order=desc`);
    const balanceOf = (id: string) =>
      balances.find((row: Record<string, unknown>) => row["transactionId"] === id)?.balance;
    assert.deepEqual(
      transactions.map(({ id, status, amount }: Row) => [status, amount, balanceOf(id)]),
      [
        ["pending", -900, undefined],
        ["failed", -3, undefined],
        ["sent", 5_000, 5_000],
      ],
    );
    const file = await open(`/activity/export?${query}&order=desc&columns=amount`);
    assert.deepEqual(rowsOf(file.body), [["Amount (USD)"], ["-900.00"], ["-3.00"], ["5000.00"]]);
    for (const other of ["sort=settled", `${query}&status=sent`, `${query}&search=globex`]) {
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      const refused = await world.app.api.inject({ url: `/activity?${other}`, headers });
      assert.equal(refused.statusCode, 400, other);
    }
  });

  test("adds up what is shown; what failed is counted but did not leave", async () => {
    assert.deepEqual(await get("/activity/totals"), { count: 4, out: 900, in: 5_070, notLeft: 3, isExact: true });
    await call("/transfer", {
      sourceAccountId: organization.accountId,
      destinationAccountId: (await shown("sort=amount&amountMin=70&amountMax=70")).map(
        (row) => Object(row).accountId,
      )[0],
      amount: 50,
    });
    const all = { count: 6, out: 950, in: 5_120, notLeft: 3, isExact: true };
    assert.deepEqual(await get("/activity/totals"), all, "both sides of a transfer are shown");
    assert.deepEqual(await get(`/activity/totals?accountId=${organization.accountId}`), {
      ...all,
      count: 4,
      in: 5_000,
    });
    for (const [query, totals] of [
      ["status=failed", { count: 1, out: 0, in: 0, notLeft: 3 }],
      ["paymentMethod=check", { count: 1, out: 900, in: 0, notLeft: 0 }],
      ["kind=outgoingPayment", { count: 2, out: 900, in: 0, notLeft: 3 }],
      ["kind=internalTransfer", { count: 2, out: 50, in: 50, notLeft: 0 }],
      ["search=tern", { count: 1, out: 900, in: 0, notLeft: 0 }],
      ["amountMax=70", { count: 4, out: 50, in: 120, notLeft: 3 }],
      ["start=2026-11-20", all],
      ["end=2026-11-19", { count: 0, out: 0, in: 0, notLeft: 0 }],
      ["end=2026-11-20T14:00:00Z", { count: 0, out: 0, in: 0, notLeft: 0 }],
      ["cardId=card-1", { count: 0, out: 0, in: 0, notLeft: 0 }],
    ] as const)
      assert.deepEqual(await get(`/activity/totals?${query}`), { ...totals, isExact: true }, query);
  });

  test("what did not leave is the same where an older version recorded it, without amounts", async () => {
    const queries = ["", "kind=outgoingPayment", "paymentMethod=ach", "paymentMethod=check", "start=2026-11-20"];
    const totals = () =>
      Promise.all(
        [...queries, `accountId=${organization.accountId}`].map(async (query) => [
          query,
          Object(await get(`/activity/totals?${query}`)).notLeft,
        ]),
      );
    const recorded = await totals();
    assert.deepEqual(Object.fromEntries(recorded)["paymentMethod=ach"], 3);
    assert.deepEqual(Object.fromEntries(recorded)["paymentMethod=check"], 0);
    const { organizationId } = organization;
    const forgotten = await world.owner().run(sql`
    update transaction_exceptions set account_id = null, method = null, amount_minor = null
     where organization_id = ${organizationId} and amount_minor = -300`);
    assert.equal(forgotten, 1, "the failed payment had its amount");
    assert.deepEqual(await totals(), recorded);
  });

  test("a file has the requested columns in their order, and each cell is what the table shows", async () => {
    const columns = "id,amount,counterparty,method,status,kind,account,created,posted,note";
    const query = `sort=amount&order=desc&kind=outgoingPayment&columns=${columns}`;
    const file = await open(`/activity/export?format=xlsx&${query}`);
    assert.equal(file.headers["content-type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    assert.equal(file.headers["content-disposition"], 'attachment; filename="transactions-2026-11-20.xlsx"');
    const [sheet, ...others] = sheetsOf(file.rawPayload);
    assert.deepEqual(others, []);
    assert.equal(sheet?.name, "Transactions");
    assert.equal(sheet.frozenRows, 1);
    const row = (number: number) =>
      "ABCDEFGHIJ".split("").map((column) => {
        const cell = sheet.cells.get(`${column}${number}`);
        // To the second.
        return cell?.text ?? (cell?.number && Math.round(cell.number * 86_400) / 86_400);
      });
    const [wire, failed] = (await shown("sort=amount&order=desc&kind=outgoingPayment")).map(({ id }) => id);
    // Excel's number for TEST_NOW, which is 10 AM in New York, and how much later these were paid.
    const at = 46_346 + 10 / 24 + 0.01 / 24;
    assert.deepEqual(
      [row(1), row(2), row(3), row(4)],
      [
        [
          "Transaction ID",
          "Amount (USD)",
          "Counterparty",
          "Payment method",
          "Status",
          "Type",
          "Account",
          "Created (ET)",
          "Posted (ET)",
          "Note",
        ],
        [wire, -900, "tern Packaging", "Check", "Pending", "Payment", "Operating", at, undefined, undefined],
        [failed, -3, "Élan", "ACH", "Failed", "Payment", "Operating", at, undefined, undefined],
        Array.from({ length: 10 }),
      ],
    );
    const csv = rowsOf((await open(`/activity/export?${query}`)).body);
    assert.deepEqual(
      csv.map((line) => line.slice(0, 5)),
      [
        ["Transaction ID", "Amount (USD)", "Counterparty", "Payment method", "Status"],
        [wire, "-900.00", "tern Packaging", "Check", "Pending"],
        [failed, "-3.00", "Élan", "ACH", "Failed"],
      ],
    );
    const everything = rowsOf((await open("/activity/export")).body);
    assert.deepEqual([everything.length, everything[0]?.length], [7, 16], "all rows, and all columns");
    assert.deepEqual(
      everything.slice(1).map((line) => line.at(-1)),
      (await shown("")).map(({ id }) => id),
    );
    const { requesters } = (await get("/activity?kind=outgoingPayment")) as {
      requesters: readonly { transactionId: string; name: string }[];
    };
    assert.equal(requesters.length, 2, "both payments have a requester");
    const requested = "kind=outgoingPayment,externalTransfer&columns=id,requester";
    for (const [id, name] of rowsOf((await open(`/activity/export?${requested}`)).body).slice(1))
      assert.equal(name, requesters.find(({ transactionId }) => transactionId === id)?.name ?? "");
    const deposits = rowsOf((await open("/activity/export?kind=externalTransfer&columns=status,posted,kind")).body);
    assert.deepEqual(deposits[1], ["Received", "2026-11-20 10:00:36", "Deposit"]);
    for (const wrong of ["columns=salary", "columns=id,id", "format=pdf", "sort=note"])
      assert.equal((await browse(world.app, { url: `/activity/export?${wrong}`, cookie })).code, "invalidRequest");
    const limited = await open("/activity/export?limit=5");
    assert.equal(limited.headers["bursar-ignored-parameters"], "limit");
    assert.deepEqual(rowsOf(limited.body), everything, "a file has no pages");
  });

  test("no text becomes a formula, whatever people and payees wrote", async () => {
    const { organization: other, cookie: by } = await newBooks();
    await other.deposit(other.accountId, 1_000_00n);
    for (const [index, note] of FORMULA_TEXTS.entries()) {
      const sent = await inject(world.app, other.token, payment(other, { amount: index + 1, note }));
      assert.equal(sent.status, 200, sent.text);
    }
    const query = "sort=amount&kind=outgoingPayment&columns=note,amount";
    const { body: csv } = await open(`/activity/export?${query}`, by);
    assert.deepEqual(formulasIn(csv), []);
    const [sheet] = sheetsOf((await open(`/activity/export?format=xlsx&${query}`, by)).rawPayload);
    assert.deepEqual(
      FORMULA_TEXTS.map((_, index) => [
        sheet?.cells.get(`A${index + 2}`)?.text,
        sheet?.cells.get(`B${index + 2}`)?.number,
      ]),
      FORMULA_TEXTS.map((text, index) => [text, -index - 1]),
    );
    assert.ok(!sheet?.elements.has("f"));
  });

  test("of more transactions than can be sorted, only the order of creation and of size is given", async () => {
    const { organization: large, cookie: by } = await newBooks();
    const { organizationId, accountId, recipientId } = large;
    await large.deposit(await large.newAccount("Savings", "savings"), 1n);
    const sizes = { accountId, recipientId, end: TEST_NOW, count: 10_001 };
    await fillSizes(world.owner(), organizationId, sizes);
    for (const url of [
      "/activity?sort=counterparty",
      "/activity/export?sort=account",
      "/activity/export?sort=amount&kind=outgoingPayment",
    ]) {
      const refused = await browse(world.app, { url, cookie: by });
      assert.deepEqual([refused.status, refused.code], [400, "tooManyToSort"], url);
      assert.match(refused.body.errors.message, /^More than 10,000 rows match\. Filter the list/);
    }
    for (const query of [
      "sort=created&limit=3",
      "sort=amount&order=desc&limit=3",
      `sort=amount&accountId=${accountId}&amountMin=1&limit=3`,
      "sort=amount&kind=outgoingPayment&limit=3",
      "sort=status&amountMax=1&limit=1",
    ])
      assert.equal((await get(`/activity?${query}`, by)).transactions.length, query.endsWith("3") ? 3 : 1, query);
    // The smallest is the deposit.
    const idsOf = async (query: string) =>
      (await get(`/activity?sort=amount&order=desc&limit=50&${query}`, by)).transactions.map(({ id }: Row) => id);
    const all = await idsOf("");
    assert.deepEqual(await idsOf("kind=outgoingPayment"), all, "a filter that matches often, in the same order");
    const next = `start_after=${all.at(-1)}`;
    assert.deepEqual(await idsOf(`kind=outgoingPayment&${next}`), await idsOf(next));
    assert.deepEqual(await idsOf(`search=globex&end_before=${all.at(-1)}`), all.slice(0, -1));
  });
});
