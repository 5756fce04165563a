/**
 * Categories by hand and by rules, from the first rule to the report of spending: what each changes, what it leaves
 * alone, and what it tells.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { formulasIn, rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("categories and rules", () => {
  let cookie: string;
  const categories: Record<string, string> = {};
  before(async () => {
    await organization.deposit(organization.accountId, 100_000_00n);
    cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    for (const name of ["Rent", "Travel", "=Office"])
      categories[name] = (await ok("/categories", { name, ...flags }, 201)).id;
  });

  const call = (url: string, body?: object, method: "DELETE" | "GET" | "PATCH" | "POST" = "POST") =>
    inject(world.app, organization.token, body === undefined || method === "GET" ? { url } : { method, url, body });
  async function ok(url: string, body?: object, status = 200) {
    const answer = await call(url, body);
    assert.equal(answer.status, status, answer.text);
    return answer.body;
  }
  const refused = async (
    url: string,
    body: object,
    status: number,
    code: string,
    method: "GET" | "PATCH" | "POST" = "POST",
  ) => {
    const answer = await call(url, body, method);
    assert.deepEqual([answer.status, answer.body.errors?.errorCode], [status, code], answer.text);
    return answer.body.errors;
  };
  const work = () => runUntilIdle(world.app.jobs);
  let amount = 10;
  const pay = async (note: string): Promise<string> => {
    amount += 1;
    return (await ok(payment(organization).url, payment(organization, { amount, note }).body)).id;
  };
  const categoryOf = async (id: string): Promise<string | null> =>
    (await ok(`/transaction/${id}`)).categoryData?.name ?? null;
  const newRule = (name: string, conditions: object, more: object = {}) =>
    ok("/category-rules", { name, categoryId: categories[name], conditions, ...more }, 201);
  const preview = async (body: object) => {
    const answer = await browse(world.app, { url: "/category-rules/preview", body, cookie });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const apply = async () => {
    const run = await ok("/category-rules/apply", {});
    assert.deepEqual([run.status, run.examined, run.finishedAt], ["running", 0, null]);
    await refused("/category-rules/apply", {}, 409, "categoryRulesRunning");
    await work();
    return ok(`/category-rules/runs/${run.id}`);
  };

  let old: string;
  let byHand: string;

  test("sets several categories at once, all or none, and emits one event per change", async () => {
    [old, byHand] = [await pay("Rent May"), await pay("Rent June")];
    const body = { transactionIds: [byHand, byHand.toUpperCase()], categoryId: categories["Travel"] };
    assert.deepEqual(await ok("/transactions/categorize", body), { changed: 1, unchanged: 0 });
    assert.deepEqual(await ok("/transactions/categorize", body), { changed: 0, unchanged: 1 });
    const unknown = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
    await refused(
      "/transactions/categorize",
      { transactionIds: [old, unknown], categoryId: categories["Travel"] },
      404,
      "resourceNotFound",
    );
    await refused("/transactions/categorize", { transactionIds: [old], categoryId: unknown }, 400, "categoryNotFound");
    assert.deepEqual([await categoryOf(old), await categoryOf(byHand)], [null, "Travel"]);
    const { events } = await ok(`/events?resourceId=${byHand}`);
    assert.deepEqual(
      events.map((event: { changedPaths: string[] }) => event.changedPaths[0] === "categoryData"),
      [false, true],
    );
    const listed = async (query: string) =>
      (await ok(`/transactions?${query}`)).transactions.map(({ id }: { id: string }) => id);
    assert.deepEqual(await listed("categorized=true"), [byHand]);
    assert.deepEqual(await listed("categorized=false&spending=out"), [old]);
    assert.equal((await listed("spending=in")).length, 1);
    // Before there are rules: these payments are left to those who apply rules to existing ones.
    await work();
  });

  test("a rule gives new payments its category after the commit, and is named in the audit log", async () => {
    const rent = await newRule("Rent", { text: "RENT", wholeWord: true, direction: "out" });
    await newRule("Travel", { direction: "out", amountTo: 999 });
    assert.deepEqual(
      (await ok("/category-rules")).rules.map(({ name, position }: { name: string; position: number }) => [
        position,
        name,
      ]),
      [
        [1, "Rent"],
        [2, "Travel"],
      ],
    );
    const [rentId, leaveId] = [await pay("Rent July"), await pay("Parental leave")];
    assert.equal(await categoryOf(rentId), null, "the payment did not wait");
    await work();
    assert.deepEqual([await categoryOf(rentId), await categoryOf(leaveId)], ["Rent", "Travel"]);
    assert.equal(await categoryOf(old), null, "older transactions stay as they are");
    const { entries } = (
      await browse(world.app, { url: `/audit?resourceType=transaction&resourceId=${rentId}`, cookie })
    ).body;
    const [entry] = entries.filter(({ action }: { action: string }) => action === "transaction.update");
    assert.deepEqual([entry.actor.type, entry.after.categoryRule], ["service", { id: rent.id, name: "Rent" }]);
    const [update] = (await ok(`/events?resourceId=${rentId}`)).events.slice(-1);
    assert.deepEqual(update.mergePatch, {
      categoryData: { customCategory: { id: categories["Rent"], name: "Rent" } },
    });
    assert.equal(update.previousValues.categoryData, null);
  });

  test("previews a rule, applies all of them to existing transactions, and leaves choices by hand alone", async () => {
    const draft = { categoryId: categories["Rent"], position: 1, conditions: { text: "rent" } };
    const seen = await preview({ draft });
    assert.deepEqual([seen.examined, seen.complete, seen.matched], [5, true, 4]);
    assert.deepEqual([seen.wouldChange, seen.wouldClear, seen.setByHand], [2, 0, 1]);
    assert.equal(seen.samples.length, 4);
    assert.equal((await preview({})).wouldChange, 1, "without the draft, only the old payment");
    const run = await apply();
    assert.deepEqual([run.status, run.examined, run.changed], ["done", 5, 1]);
    assert.deepEqual([await categoryOf(old), await categoryOf(byHand)], ["Rent", "Travel"]);

    // Clearing is a choice, too.
    await call(`/transaction/${old}`, { categoryId: null }, "PATCH");
    assert.equal((await apply()).changed, 0);
    assert.equal(await categoryOf(old), null);
  });

  test("rules change by version, make room for each other, and are undone by applying the rest", async () => {
    const [rent, travel] = (await ok("/category-rules")).rules;
    await ok(`/category-rules/${travel.id}`, { version: 1, position: 1, name: "Small amounts" });
    await refused(`/category-rules/${travel.id}`, { version: 1, position: 2 }, 409, "categoryRuleChanged");
    assert.deepEqual(
      (await ok("/category-rules")).rules.map(({ id, position, version }: Record<string, unknown>) => [
        id,
        position,
        version,
      ]),
      [
        [travel.id, 1, 2],
        [rent.id, 2, 1],
      ],
    );
    assert.equal((await apply()).changed, 1, "the rent of July is a small amount, too");
    assert.equal((await call(`/category-rules/${travel.id}`, {}, "DELETE")).status, 204);
    const seen = await preview({});
    assert.deepEqual([seen.wouldChange, seen.wouldClear], [2, 1]);
    assert.equal((await apply()).changed, 2);
    assert.equal((await ok("/category-rules")).rules[0].position, 1);
  });

  test("rejects rules that could never apply", async () => {
    const unknown = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
    const create = (conditions: object, categoryId = categories["Rent"]) => ({
      name: "Rule",
      categoryId,
      conditions,
    });
    for (const [path, conditions] of [
      ["conditions", {}],
      ["conditions.text", { text: "  " }],
      ["conditions.wholeWord", { wholeWord: true, direction: "out" }],
      ["conditions.amountFrom", { amountFrom: 2, amountTo: 1 }],
      ["conditions.amountTo", { amountTo: 0.011 }],
      ["conditions.accountIds", { accountIds: [unknown] }],
      ["conditions.recipientIds", { recipientIds: [unknown] }],
    ] as const)
      assert.equal((await refused("/category-rules", create(conditions), 400, "invalidRequest")).fields[0].path, path);
    await refused("/category-rules", create({ text: "x" }, unknown), 400, "categoryNotFound");
    await refused("/category-rules", { ...create({ text: "x" }), name: " " }, 400, "invalidRequest");
    for (let count = 1; count < 200; count += 1) await ok("/category-rules", create({ text: "nothing like it" }), 201);
    await refused("/category-rules", create({ text: "x" }), 400, "tooManyCategoryRules");
  });

  test("reports spending by month and category, also of deleted ones, without formulas in the file", async () => {
    const [transaction] = (await ok("/transactions?categorized=true&order=desc")).transactions;
    await ok("/transactions/categorize", { transactionIds: [transaction.id], categoryId: categories["=Office"] });
    assert.equal((await call(`/categories/${categories["=Office"]}`, {}, "DELETE")).status, 204);
    assert.equal(await categoryOf(transaction.id), "=Office", "it stays readable");
    await refused(`/transaction/${old}`, { categoryId: categories["=Office"] }, 400, "categoryNotFound", "PATCH");
    await work();
    const report = await ok("/spending?start=2026-10&end=2026-11");
    assert.deepEqual([report.total, report.transactions], [11 + 12 + 13 + 14, 4]);
    const named = report.categories.map(({ name, deleted, total, months }: Record<string, unknown>) => [
      name,
      deleted,
      total,
      months,
    ]);
    const total = -transaction.amount;
    assert.ok(
      JSON.stringify(named).includes(JSON.stringify(["=Office", true, total, [0, total]])),
      JSON.stringify(named),
    );
    assert.equal(report.categories.at(-1).categoryId, null);
    const listed = await ok(`/transactions?spending=out&categoryId=${categories["=Office"]}`);
    assert.equal(listed.transactions.length, 1, "the link of a bar lists what it counts");
    const { text, headers } = await call("/spending/export?start=2026-10&end=2026-11");
    assert.match(String(headers["content-disposition"]), /spending-out-2026-10-2026-11\.csv/);
    assert.deepEqual(formulasIn(text), []);
    assert.deepEqual(rowsOf(text).at(-1), ["Total", "0.00", "50.00", "50.00"]);
    assert.equal((await ok("/spending?direction=in")).total, 100_000);
    assert.equal((await ok("/spending?end=1000-03")).start, "1000-01");
    await refused("/spending?start=2026-12&end=2026-11", {}, 400, "invalidRequest", "GET");
    await refused("/spending?start=2020-01&end=2026-11", {}, 400, "invalidRequest", "GET");
    await refused("/spending?start=2026-13", {}, 400, "invalidRequest", "GET");
  });
});
