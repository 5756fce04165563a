/** Filters and order of a list under a name: who sees a view, who changes it, and what it may contain. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface View {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly canChange: boolean;
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("saved views", () => {
  const cookies: Record<string, string> = {};

  before(async () => {
    const { organizationId } = organization;
    const person = async (rights: Parameters<typeof newPerson>[2]) =>
      signedIn(world.app, await newPerson(world, organizationId, rights));
    cookies["ada"] = await person({ role: "bookkeeper" });
    cookies["ben"] = await person({ role: "bookkeeper" });
    cookies["admin"] = await person({});
    cookies["approver"] = await person({ role: "custom", customPermissions: ["fetchSendMoneyRequests"] });
  });

  const body = { page: "transactions", name: "Failed", query: "status=failed&order=desc", isShared: false };
  const send = (who: string, method: "GET" | "POST" | "PATCH" | "DELETE", url: string, sent?: object) =>
    browse(world.app, { method, url, cookie: cookies[who], ...(sent === undefined ? {} : { body: sent }) });
  const save = async (who: string, more: object = {}): Promise<string> => {
    const answer = await send(who, "POST", "/saved-views", { ...body, ...more });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  const seenBy = async (who: string, page = "transactions"): Promise<readonly View[]> =>
    (await send(who, "GET", `/saved-views?page=${page}`)).body.views;
  const namesSeenBy = async (who: string, page?: string) => (await seenBy(who, page)).map(({ name }) => name);
  const refused = async (answer: Promise<{ status: number; code: string | undefined; text: string }>) => {
    const { status, code, text } = await answer;
    assert.ok(status >= 400, text);
    return [status, code];
  };

  test("a private view is seen by its creator only", async () => {
    const id = await save("ada", { name: "Mine" });
    assert.deepEqual(await namesSeenBy("ada"), ["Mine"]);
    for (const who of ["ben", "admin"]) {
      assert.deepEqual(await namesSeenBy(who), [], who);
      for (const answer of [
        send(who, "PATCH", `/saved-views/${id}`, { name: "Theirs" }),
        send(who, "DELETE", `/saved-views/${id}`),
      ])
        assert.deepEqual(await refused(answer), [404, "resourceNotFound"], who);
    }
    assert.equal((await send("ada", "DELETE", `/saved-views/${id}`)).status, 204);
    assert.deepEqual(await namesSeenBy("ada"), []);
  });

  test("a shared one is seen by everyone who may open the page, and changed by its creator or an administrator", async () => {
    const id = await save("ada", { name: "Shared", isShared: true });
    const [view] = await seenBy("ben");
    assert.deepEqual([view?.id, view?.canChange], [id, false]);
    assert.deepEqual(await namesSeenBy("approver"), [], "the page is closed");
    const rename = (who: string) => send(who, "PATCH", `/saved-views/${id}`, { name: `By ${who}` });
    assert.deepEqual(await refused(rename("ben")), [403, "savedViewOfAnother"]);
    assert.deepEqual(await refused(send("ben", "DELETE", `/saved-views/${id}`)), [403, "savedViewOfAnother"]);
    assert.deepEqual(await refused(rename("approver")), [404, "resourceNotFound"]);
    assert.equal((await rename("admin")).status, 200);
    assert.deepEqual(await namesSeenBy("ben"), ["By admin"]);
    assert.equal((await send("ada", "PATCH", `/saved-views/${id}`, { isShared: false })).status, 200);
    assert.deepEqual([await namesSeenBy("ben"), await namesSeenBy("ada")], [[], ["By admin"]]);
    await send("ada", "DELETE", `/saved-views/${id}`);
  });

  test("nobody saves a view of a page that they may not open", async () => {
    const answer = send("approver", "POST", "/saved-views", { ...body, isShared: true });
    assert.deepEqual(await refused(answer), [403, "savedViewPageClosed"]);
    const id = await save("approver", { page: "approvals", query: "mine=true" });
    assert.deepEqual(await namesSeenBy("approver", "approvals"), ["Failed"]);
    await send("approver", "DELETE", `/saved-views/${id}`);
  });

  test("a view is names and encoded values of a known page, and its name is plain text", async () => {
    for (const [field, wrong] of [
      ["query", { query: "https://evil.example" }],
      ["query", { query: "//evil.example/?a=b" }],
      ["query", { query: "javascript:alert(1)" }],
      ["query", { query: "a=b#c" }],
      ["query", { query: "a=<script>" }],
      ["query", { query: "a=b&" }],
      ["query", { query: `a=${"b".repeat(2_000)}` }],
      ["page", { page: "settings" }],
      ["name", { name: "" }],
      ["name", { name: "x".repeat(61) }],
      ["name", { name: "Hidden\u202e" }],
      ["isShared", { isShared: "yes" }],
    ] as const) {
      const answer = await send("ada", "POST", "/saved-views", { ...body, ...wrong });
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.deepEqual(
        answer.body.errors.fields.map(({ path }: { path: string }) => path),
        [field],
      );
    }
    for (const query of ["", "min=10", "search=a%26b+c&status=failed%2Cblocked"])
      await send("ada", "DELETE", `/saved-views/${await save("ada", { query })}`);
  });

  test("a repeated key answers with the first view, and a person has at most 100", async () => {
    const keyed = { ...body, idempotencyKey: "one view" };
    const [first, second] = [
      await send("ben", "POST", "/saved-views", keyed),
      await send("ben", "POST", "/saved-views", keyed),
    ];
    assert.equal(second.text, first.text);
    assert.equal((await seenBy("ben")).length, 1);
    for (let count = 1; count < 100; count += 1) await save("ben", { name: `View ${count}` });
    const answer = send("ben", "POST", "/saved-views", body);
    assert.deepEqual(await refused(answer), [400, "tooManySavedViews"]);
    await save("ada");
  });

  test("each change is in the audit log, without what the view looks for", async () => {
    const { entries } = (await send("admin", "GET", "/audit?resourceType=savedView&limit=50&order=asc")).body;
    const actions = new Set(entries.map(({ action }: { action: string }) => action));
    assert.deepEqual([...actions].sort(), ["savedView.create", "savedView.delete", "savedView.update"]);
    assert.ok(!JSON.stringify(entries).includes("status=failed"));
  });
});
