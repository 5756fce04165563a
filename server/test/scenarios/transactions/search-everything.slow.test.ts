/**
 * One field finds everything: by name, memo, note, amount, tracking or check number, id, or the last four digits of an
 * account; and nothing that the person may not open.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { relayEvents } from "#main/relay-events.ts";
import { memosWithBeginning } from "#payments/payments/finding/memo-words.queries.ts";
import { runWebhookFanOut } from "#reports/webhooks";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { addBackfill, clearMemoWords, removeMemoConsumer } from "../../kit/scale/memo-words.queries.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface Result {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("search for everything", () => {
  let cookie: string;
  const made: Record<string, string> = {};

  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
    cookie = await personOf(organization);
    await call("/sandbox/clock/advance", { hours: 0.01 });
    made["recipient"] = await organization.newRecipient("Tern Packaging & Söhne", "998877661234");
    const rent = { amount: 4210.5, externalMemo: "Invoice INV-2041", note: "Office März" };
    made["rent"] = await pay({ recipientId: made["recipient"], ...rent });
    made["other"] = await pay({ amount: 4210, externalMemo: "Invoice 77" });
    made["check"] = await pay({ amount: 31, note: "100% _off (a+)+$" });
    const reserve = await organization.newAccount("Reserve");
    const body = {
      sourceAccountId: organization.accountId,
      destinationAccountId: reserve,
      amount: 512.25,
      note: "Quarterly",
    };
    await call("/transfer", body);
    made["request"] = (await call(...asked({ amount: 909.09, externalMemo: "Deposit zephyr", note: null }))).requestId;
    const invoice = await makeInvoice(world, organization, { poNumber: "PO-5150" });
    made["invoice"] = invoice.id;
    made["invoiceNumber"] = invoice.invoiceNumber;
    await fanOut();
  });

  const personOf = async ({ organizationId }: TestOrganization, scopes?: readonly string[]) =>
    signedIn(
      world.app,
      await newPerson(world, organizationId, scopes && { role: "custom", customPermissions: scopes }),
    );
  const fanOut = async () => {
    while ((await runWebhookFanOut(world.service, relayEvents)) > 0);
  };
  const asked = (more: Readonly<Record<string, unknown>>) => {
    const { url, body } = paymentRequest(organization, more);
    return [url, body] as const;
  };
  const call = async (url: string, body: unknown) => {
    const answer = await inject(world.app, organization.token, { method: "POST", url, body });
    assert.ok(answer.status < 300, `${url}: ${answer.text}`);
    return answer.body;
  };
  const pay = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    const { url, body } = payment(organization, more);
    return (await call(url, body)).id;
  };
  const search = async (text: string, by = cookie): Promise<readonly Result[]> => {
    const answer = await browse(world.app, { url: "/search", body: { text }, cookie: by });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.results;
  };
  const idsOf = async (text: string, type: string, by = cookie) =>
    (await search(text, by)).filter((result) => result.type === type).map(({ id }) => id);

  test("recipients by name and the last four digits of their account", async () => {
    for (const text of ["tern", "SOHNE pack", "Söhne", "1234", "••1234"])
      assert.deepEqual(await idsOf(text, "recipient"), [made["recipient"]], text);
    for (const text of ["ern", "tern nobody", "998877661234", "9988"])
      assert.deepEqual(await idsOf(text, "recipient"), [], text);
  });

  test("payments by name, memo, note, and words of several of them", async () => {
    for (const text of ["tern", "inv-2041", "2041", "marz", "office INV", "tern 2041", "Packaging märz invoice"])
      assert.deepEqual(await idsOf(text, "transaction"), [made["rent"]], text);
    assert.deepEqual(await idsOf("invoice", "transaction"), [made["other"], made["rent"]], "the newest first");
    for (const text of ["tern 77", "041", "office 77"]) assert.deepEqual(await idsOf(text, "transaction"), [], text);
  });

  test("payments by amount, however it is written", async () => {
    for (const text of ["4,210.50", "4210.5", "$4,210.50", "-4210.50"])
      assert.deepEqual(await idsOf(text, "transaction"), [made["rent"]], text);
    assert.deepEqual(await idsOf("4210", "transaction"), [made["other"], made["rent"]], "the whole number first");
    assert.deepEqual(await idsOf("4210.51", "transaction"), []);
  });

  test("a transfer once, by account, note, and amount", async () => {
    for (const text of ["reserve", "quarterly", "512.25"])
      assert.equal((await idsOf(text, "transfer")).length, 1, text);
    const [found] = (await search("reserve")).filter(({ type }) => type === "transfer");
    assert.equal(found?.name, "Reserve");
    assert.equal((await idsOf("reserve", "account")).length, 1);
  });

  test("the same in the table of transactions, with its filters, orders, and totals", async () => {
    const read = async (path: string) => {
      const answer = await browse(world.app, { url: path, cookie });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const listed = async (text: string, more = ""): Promise<readonly string[]> =>
      (await read(`/activity?search=${encodeURIComponent(text)}${more}`)).transactions.map(({ id }: Result) => id);
    for (const text of ["tern", "inv-2041", "marz", "tern 2041", "$4,210.50", made["rent"] ?? ""])
      assert.deepEqual(await listed(text), [made["rent"]], text);
    for (const sort of ["created", "amount", "counterparty", "status"])
      assert.deepEqual(new Set(await listed("4210", `&sort=${sort}`)), new Set([made["rent"], made["other"]]), sort);
    assert.deepEqual(await listed("4210", "&sort=amount&order=desc"), [made["rent"], made["other"]]);
    for (const filter of ["&status=failed", "&direction=in", "&paymentMethod=check", "&end=2000-01-01"])
      assert.deepEqual(await listed("inv-2041", filter), [], filter);
    const totals = await read("/activity/totals?search=inv-2041");
    assert.deepEqual([totals.count, totals.out], [1, 4210.5]);
    assert.deepEqual(await listed("zzz nobody"), []);
    const { requesters } = await read("/activity?search=inv-2041");
    assert.equal(requesters.length, 1);
    assert.equal(requesters[0].transactionId, made["rent"]);
    assert.match(requesters[0].name, /^token /);
  });

  test("requests by memo, amount, and name", async () => {
    for (const text of ["zephyr", "deposit ZEPH", "909.09", "$909"])
      assert.deepEqual(await idsOf(text, "request"), [made["request"]], text);
    assert.deepEqual(await idsOf("zephyr nobody", "request"), []);
  });

  test("invoices by number, customer, PO number, and amount", async () => {
    for (const text of [made["invoiceNumber"] ?? "", "globex corp", "PO-5150", "100.00"])
      assert.deepEqual(await idsOf(text, "invoice"), [made["invoice"]], text);
  });

  test("everything by its id, whole or its beginning", async () => {
    for (const [type, id] of [
      ["recipient", made["recipient"]],
      ["transaction", made["rent"]],
      ["request", made["request"]],
      ["invoice", made["invoice"]],
      ["account", organization.accountId],
    ] as const) {
      assert.deepEqual(await idsOf(id ?? "", type), [id]);
      assert.ok((await idsOf((id ?? "").slice(0, 13), type)).includes(id ?? ""), type);
    }
  });

  test("sent payments by tracking and check number, and edited notes by their new words only", async () => {
    await call(`/sandbox/transactions/${made["rent"]}/settle`, {});
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${made["rent"]}`,
      body: { note: "Warehouse" },
    });
    await fanOut();
    const { body } = await inject(world.app, organization.token, { url: `/transaction/${made["rent"]}` });
    for (const text of [body.trackingNumber, "warehouse", "warehouse inv"])
      assert.deepEqual(await idsOf(text, "transaction"), [made["rent"]], text);
    assert.deepEqual(await idsOf("office", "transaction"), []);
  });

  test("payments by numbers with and without leading zeros", async () => {
    const id = await pay({ amount: 62, externalMemo: "Ref 000451 x0078y" });
    await fanOut();
    for (const text of ["000451", "0004", "451", "45", "x0078", "0078", "78"])
      assert.deepEqual(await idsOf(text, "transaction"), [id], text);
    for (const text of ["00451", "0451", "078"]) assert.deepEqual(await idsOf(text, "transaction"), [], text);
    const [first, next] = [
      await pay({ amount: 62.1, externalMemo: "No. 88204170" }),
      await pay({ amount: 62.2, externalMemo: "PO88204171" }),
    ];
    await fanOut();
    for (const text of ["88204170", "no 8820417"]) assert.deepEqual(await idsOf(text, "transaction"), [first], text);
    for (const text of ["88204171", "po88204171", "PO8820417"])
      assert.deepEqual(await idsOf(text, "transaction"), [next], text);
    for (const text of ["8820", "882041", "8820417"])
      assert.deepEqual(await idsOf(text, "transaction"), [next, first], text);
    assert.deepEqual(await idsOf("88204172", "transaction"), []);
  });

  test("payments whose notes get the same word in one batch, also if one of them had it before", async () => {
    const earlier = await pay({ amount: 61.1 });
    const later = await pay({ amount: 61.2, note: "Harbor" });
    await fanOut();
    for (const [id, note] of [
      [earlier, "Harbor"],
      [later, "Harbor fees"],
    ] as const)
      await inject(world.app, organization.token, { method: "PATCH", url: `/transaction/${id}`, body: { note } });
    await fanOut();
    assert.deepEqual(await idsOf("harbor", "transaction"), [later, earlier]);
  });

  test("the newest hundred of the payments that have a word are compared with the rest of a search", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 130; n += 1) ids.push(await pay({ amount: 70 + n / 100, externalMemo: "Commission" }));
    await fanOut();
    const { organizationId }: { organizationId: OrganizationId } = organization;
    const found = await memosWithBeginning(world.service.database, organizationId, { key: "commiss", limit: 1_000 });
    assert.deepEqual(
      found.map((row) => row.transaction_id),
      ids.toReversed().slice(0, 100),
    );
  });

  test("payments of a burst are found when it has ended, also in an organization of the previous version", async () => {
    const { organizationId }: { organizationId: OrganizationId } = organization;
    await removeMemoConsumer(world.owner(), organizationId);
    const job = world.app.jobs.find(({ name }) => name === "memo-words") ?? assert.fail();
    const burst = async (from: number): Promise<string> => {
      // At once, so that few commits have many of them.
      const amounts = Array.from({ length: 300 }, (_, n) => (8_000 + from + n) / 100);
      const ids = await Promise.all(amounts.map((amount) => pay({ amount, externalMemo: "Payday" })));
      await fanOut();
      return ids.toSorted().at(-1) ?? "";
    };
    await burst(0);
    assert.equal(await job.run(), 0, "more may come");
    const newest = await burst(1_000);
    assert.equal(await job.run(), 0, "more has come");
    assert.deepEqual(await idsOf("payday", "transaction"), []);
    assert.equal(await job.run(), 600);
    assert.equal((await idsOf("payday", "transaction"))[0], newest);
  });

  test("wildcards and expressions are text", async () => {
    for (const text of [
      "%",
      "_",
      "%%%",
      ".*",
      "(+)+$",
      "^$",
      "\\",
      "'; drop table transactions; --",
      "🙂",
      "\u0000".slice(1),
      " ",
    ])
      assert.deepEqual(await search(text), [], text);
    assert.deepEqual(await idsOf("100% _off", "transaction"), [made["check"]]);
  });

  test("a text that is too long is refused, and so is a missing one", async () => {
    for (const body of [{ text: "4".repeat(10_000) }, {}, { text: "a", limit: 1_000 }]) {
      const answer = await browse(world.app, { url: "/search", body, cookie });
      assert.deepEqual([answer.status, answer.code], [400, "invalidRequest"]);
    }
  });

  test("nothing that the person may not open, not even that it exists", async () => {
    const by = await personOf(organization, ["fetchRecipients"]);
    const texts = ["4,210.50", "909.09", "invoice", "tern", made["rent"] ?? "", made["request"] ?? "", "reserve"];
    for (const text of texts) {
      const types = new Set((await search(text, by)).map(({ type }) => type));
      assert.deepEqual([...types], text === "tern" ? ["recipient"] : [], text);
    }
    const without = await personOf(organization, ["fetchTransactions"]);
    assert.deepEqual(await search("1234", without), [], "no digits of bank details");
  });

  test("nothing of another organization", async () => {
    const otherOrganization = await world.newOrganization();
    const by = await personOf(otherOrganization);
    const texts = ["tern", "invoice", "4,210.50", "1234", "zephyr", made["rent"] ?? "", made["invoice"] ?? ""];
    for (const text of texts) assert.deepEqual(await search(text, by), [], text);
  });

  test("payments made before there were words are read in the background", async () => {
    const { organizationId }: { organizationId: OrganizationId } = organization;
    await clearMemoWords(world.owner(), organizationId);
    assert.deepEqual(await idsOf("inv 2041", "transaction"), []);
    await addBackfill(world.owner(), organizationId);
    const job = world.app.jobs.find(({ name }) => name === "memo-backfill") ?? assert.fail();
    assert.ok((await job.run()) > 0);
    while ((await job.run()) > 0);
    assert.deepEqual(await idsOf("inv 2041", "transaction"), [made["rent"]]);
  });
});
