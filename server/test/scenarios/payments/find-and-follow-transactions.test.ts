/**
 * The data of the dashboard's transaction list and page: filters, the export of exactly the filtered rows, and the
 * timeline from the request to the webhook.
 */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly detail: string | null;
  readonly by: { readonly type: string; readonly name: string | null } | null;
  readonly status: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly delivery: { readonly state: string; readonly attempts: number; readonly statusCode: number } | null;
}

describe("finding and following transactions", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let receiver: Server;
  before(async () => {
    receiver = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });
  after(async () => {
    await world.close();
    receiver.close();
  });

  const get = async (url: string, token = organization.token) => {
    const answer = await inject(world.app, token, { url });
    assert.equal(answer.status, 200, `${url}: ${answer.text}`);
    return answer;
  };
  const send = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = await inject(world.app, organization.token, payment(organization, more));
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  };
  const idsOf = async (query: string): Promise<string[]> =>
    (await get(`/transactions?${query}`)).body.transactions.map(({ id }: { id: string }) => id);
  /** Moving the clock sends every webhook that is due. */
  const deliver = () => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body: { hours: 0.01 } });
  const timelineOf = async (id: string, token?: string) =>
    (await get(`/transaction/${id}/timeline`, token)).body as {
      entries: Entry[];
      allowedActions: string[];
      paymentMethod: string | null;
      otherSideId: string | null;
    };

  test("filters by amount, method, kind, and counterparty, alone and combined", async () => {
    const small = await send({ amount: 3.5 });
    const wire = await send({ amount: 7_000, paymentMethod: "domesticWire" });
    const other = await organization.newRecipient("Initech");
    const toOther = await send({ amount: 42.42, recipientId: other });
    assert.deepEqual(await idsOf("amountMin=3.5&amountMax=3.5"), [small]);
    assert.deepEqual(await idsOf("amountMin=42.42&amountMax=7000"), [wire, toOther]);
    assert.deepEqual(await idsOf("paymentMethod=domesticWire,check"), [wire]);
    assert.deepEqual(await idsOf(`counterpartyId=${other}`), [toOther]);
    assert.deepEqual(await idsOf(`counterpartyId=${other}&search=globex`), []);
    assert.deepEqual(await idsOf(`counterpartyId=${organization.recipientId}&amountMin=5000`), [wire]);
    // The deposit is larger than any payment, and is not a payment.
    assert.equal((await idsOf("amountMin=900000")).length, 1);
    assert.deepEqual(await idsOf("amountMin=900000&kind=outgoingPayment"), []);
    assert.equal((await idsOf("kind=externalTransfer")).length, 1);
    const account = await get(`/account/${organization.accountId}/transactions?amountMin=42&amountMax=43`);
    assert.deepEqual([account.body.total, account.body.transactions[0].id], [1, toOther]);
  });

  test("a list accepts any valid date as a bound, even long before the first or after the last transaction", async () => {
    const all = (await idsOf("")).length;
    for (const early of [
      "0000-01-01",
      "0001-01-01",
      "1969-01-01",
      "1969-12-31T23:59:59.999Z",
      "0000-01-01T00:00:00%2B14:00",
    ])
      for (const [name, count] of [
        ["start", all],
        ["end", 0],
        ["postedEnd", 0],
      ] as const)
        assert.equal((await idsOf(`${name}=${early}`)).length, count, `${name}=${early}`);
    for (const late of ["9999-12-31", "9999-12-31T23:59:59-23:59"])
      for (const [name, count] of [
        ["start", 0],
        ["postedStart", 0],
        ["end", all],
      ] as const)
        assert.equal((await idsOf(`${name}=${late}`)).length, count, `${name}=${late}`);
    const posted = await idsOf("postedStart=0001-01-01");
    assert.ok(posted.length > 0);
    assert.deepEqual(await idsOf("postedEnd=9999-12-31"), posted);
  });

  test("rejects invalid amounts and an unknown method", async () => {
    for (const query of ["amountMin=1.005", "amountMin=5&amountMax=4", "amountMin=-1", "paymentMethod=pigeon"]) {
      const answer = await inject(world.app, organization.token, { url: `/transactions?${query}` });
      assert.deepEqual([answer.status, answer.body.errors.errorCode], [400, "invalidRequest"], query);
    }
  });

  test("rejects an unknown kind, merchant type, or status, and lists the known values", async () => {
    for (const list of ["/transactions", "/transactions/export", `/account/${organization.accountId}/transactions`]) {
      const refusal = async (query: string) => {
        const answer = await inject(world.app, organization.token, { url: `${list}?${query}` });
        assert.equal(answer.status, 400, answer.text);
        return answer.body.errors;
      };
      const kind = (await refusal("kind=wireFee,outgoingpayment")).fields[0];
      assert.equal(kind.path, "kind.1");
      assert.match(kind.message, /^must be one of externalTransfer, .*, outgoingPayment, .*, other$/);
      const merchant = (await refusal("mercuryCategory=software")).fields[0];
      assert.equal(merchant.path, "mercuryCategory");
      assert.match(merchant.message, /^must be one of Other, .*, VehicleExpenses$/);
      const status = await refusal("status=sent&status=paid");
      assert.equal(status.errorCode, "malformedTransactionStatusParam");
      assert.equal(status.message, "status must be one of pending, sent, cancelled, failed, reversed, blocked.");
      const two = await refusal("status=paid&limit=0&order=up");
      assert.equal(two.errorCode, "invalidRequest");
      assert.ok(two.fields.some(({ path }: { path: string }) => path === "status.0"));
    }
    assert.deepEqual(await idsOf("mercuryCategory=Software"), []);
  });

  test("both lists find what a request produced, and what is in a category", async () => {
    const { requestId } = (await inject(world.app, organization.token, paymentRequest(organization, { amount: 61 })))
      .body;
    await decide(world.service, organization, { requestId, userId: await newUser(world.service, organization) });
    const approved = (await get(`/request-send-money/${requestId}`)).body.transactionId;
    const visible = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const category = (
      await inject(world.app, organization.token, { url: "/categories", body: { name: "Packaging", ...visible } })
    ).body.id;
    const labeled = await send({ amount: 62 });
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${labeled}`,
      body: { categoryId: category },
    });
    for (const list of ["/transactions", `/account/${organization.accountId}/transactions`])
      for (const [query, id] of [
        [`requestId=${requestId}`, approved],
        [`categoryId=${category}`, labeled],
      ]) {
        const { transactions } = (await get(`${list}?${query}`)).body;
        assert.deepEqual(
          transactions.map((row: { id: string }) => row.id),
          [id],
          `${list}?${query}`,
        );
      }
  });

  test("an export contains the filtered rows, with formulas escaped and amounts as numbers", async () => {
    const evil = await organization.newRecipient('=HYPERLINK("https://evil.example")');
    const id = await send({ amount: 1_234.5, recipientId: evil, note: '+1, "quoted"' });
    const answer = await get(`/transactions/export?counterpartyId=${evil}`);
    assert.match(String(answer.headers["content-type"]), /^text\/csv/);
    assert.match(
      String(answer.headers["content-disposition"]),
      /^attachment; filename="transactions-2026-11-20\.csv"$/,
    );
    const [headers = [], row = [], ...others] = rowsOf(answer.text);
    assert.deepEqual(others, []);
    assert.deepEqual(headers.slice(0, 2), ["Transaction ID", "Created at (UTC)"]);
    const expected = [id, "2026-11-20T15:00:00.000Z", "", "", "pending", "outgoingPayment", "ach", "Operating"];
    assert.deepEqual(row.slice(0, 8), expected);
    assert.ok(row.includes('\'=HYPERLINK("https://evil.example")'), answer.text);
    assert.ok(answer.text.includes(",-1234.50,"), "a number");
    assert.ok(row.includes('\'+1, "quoted"'), answer.text);
    assert.ok(!answer.text.includes("123456789"), "no bank details");
    const refused = await inject(world.app, organization.token, { url: "/transactions/export?status=unknown" });
    assert.equal(refused.body.errors.errorCode, "malformedTransactionStatusParam");
  });

  test("an export of many rows contains every row once, in order", async () => {
    const target = await organization.newRecipient("Many");
    const sent = await pay(world.service, { ...organization, recipientId: target }, { count: 1_001 });
    const { text } = await get(`/transactions/export?counterpartyId=${target}`);
    const exported = rowsOf(text)
      .slice(1)
      .map(([id]) => id);
    assert.deepEqual(exported, sent);
    const { text: backwards } = await get(`/transactions/export?order=desc&counterpartyId=${target}`);
    assert.equal(rowsOf(backwards)[1]?.[0], sent.at(-1));
  });

  /** A payment that was requested, approved, annotated twice, sent, and returned, with a webhook for each. */
  async function longLife(): Promise<string> {
    // The endpoint gets only events after its creation; otherwise it would first get all earlier ones.
    await deliver();
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await inject(world.app, organization.token, { url: "/webhooks", body: { url: hook } });
    const approver = await signedIn(
      world.app,
      await newPerson(world, organization.organizationId, { role: "approver" }),
    );
    const asked = (await inject(world.app, organization.token, paymentRequest(organization, { amount: 12 }))).body;
    const approved = await browse(world.app, {
      url: `/request-send-money/${asked.requestId}/approve`,
      cookie: approver,
      body: { version: asked.version },
    });
    const id: string = approved.body.transactionId;
    assert.deepEqual((await timelineOf(id)).allowedActions, ["editNote", "cancel", "settle", "fail", "block"]);
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${id}`,
      body: { note: "June" },
    });
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${id}`,
      body: { note: "July" },
    });
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${id}/settle` });
    await inject(world.app, organization.token, { url: `/sandbox/transactions/${id}/return`, body: { code: "R02" } });
    await deliver();
    return id;
  }

  test("a timeline shows callers with permission everything from the request to the webhook", async () => {
    const id = await longLife();
    const { entries, allowedActions, paymentMethod } = await timelineOf(id);
    const history = entries.filter((entry) => entry.kind !== "webhook");
    assert.deepEqual(
      history.map(({ kind, by }) => [kind, by?.type ?? null]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      [
        ["approved", "user"],
        ["bankAnswered", "bank"],
        ["bankAnswered", "bank"],
        ["bankFile", null],
        ["bankFile", null],
        ["created", "user"],
        ["handedOver", null],
        ["noteChanged", "token"],
        ["noteChanged", "token"],
        ["requested", "token"],
      ],
    );
    assert.equal(history[0]?.kind, "requested");
    assert.equal(history[0]?.by?.name, "token test");
    assert.equal(history.find(({ kind }) => kind === "approved")?.by?.name, "Ada Lovelace");
    assert.deepEqual(
      history.filter(({ kind }) => kind === "noteChanged").map(({ before, after }) => [before, after]),
      [
        [null, "June"],
        ["June", "July"],
      ],
    );
    const answers = history.filter(({ kind }) => kind === "bankAnswered");
    assert.deepEqual(
      answers.map(({ status }) => status),
      ["sent", "reversed"],
    );
    assert.match(answers[0]?.detail ?? "", /^Tracking number \d{15}$/);
    assert.match(answers[1]?.detail ?? "", /^R02: Account closed/);
    assert.deepEqual(allowedActions, ["editNote"]);
    assert.equal(paymentMethod, "ach");
    const delivered = entries.filter((entry) => entry.delivery?.state === "delivered");
    assert.deepEqual(
      delivered.map(({ delivery }) => delivery?.statusCode),
      [200, 200, 200, 200, 200],
    );
    const narrow = await timelineOf(id, await organization.newToken({ kind: "custom", scopes: ["fetchTransactions"] }));
    assert.ok(narrow.entries.every((entry) => entry.kind !== "webhook" && (entry.by?.name ?? null) === null));
    assert.deepEqual(narrow.allowedActions, []);
  });

  test("a transfer's timeline names the counterparty; a failed payment's timeline names the reason", async () => {
    const destinationAccountId = await organization.newAccount("Reserve", "savings");
    const transfer = await inject(world.app, organization.token, {
      url: "/transfer",
      body: { sourceAccountId: organization.accountId, destinationAccountId, amount: 5 },
    });
    const { debitTransaction, creditTransaction } = transfer.body;
    assert.equal((await timelineOf(debitTransaction.id)).otherSideId, creditTransaction.id);
    assert.equal((await timelineOf(creditTransaction.id)).otherSideId, debitTransaction.id);
    const id = await send({ amount: 77 });
    await inject(world.app, organization.token, { url: `/sandbox/transactions/${id}/fail`, body: { code: "R03" } });
    const last = (await timelineOf(id)).entries.findLast((entry) => entry.status !== null);
    assert.equal(last?.status, "failed");
    assert.match(last?.detail ?? "", /^R03: /);
    const cancelled = await send({ amount: 78 });
    await inject(world.app, organization.token, { method: "POST", url: `/transaction/${cancelled}/cancel` });
    const end = (await timelineOf(cancelled)).entries.findLast((entry) => entry.status !== null);
    assert.deepEqual([end?.status, end?.by?.type], ["cancelled", "token"]);
  });
});
