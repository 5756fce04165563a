/** A payment file that a user has begun: who sees it, which browser may save it, and what Home says about it. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("an unfinished payment file", () => {
  const cookies: Record<string, string> = {};
  /** The version of the file that was saved last. */
  let newest = 0;

  before(async () => {
    const person = async (rights: Parameters<typeof newPerson>[2]) =>
      signedIn(world.app, await newPerson(world, organization.organizationId, rights));
    cookies["ada"] = await person({ role: "bookkeeper" });
    cookies["ben"] = await person({ role: "bookkeeper" });
    cookies["approver"] = await person({ role: "custom", customPermissions: ["fetchSendMoneyRequests"] });
  });

  const url = "/payment-file-draft";
  const body = { name: "unpaid-bills.csv", payments: 25, requested: 14, version: 0, content: "H4sIAAAA" };
  const send = (who: string, method: "GET" | "POST" | "DELETE", sent?: object) =>
    browse(world.app, { method, url, cookie: cookies[who], ...(sent === undefined ? {} : { body: sent }) });
  const draftOf = async (who: string) => (await send(who, "GET")).body.draft;
  const onHome = async (who: string) =>
    (await browse(world.app, { url: "/overview", cookie: cookies[who] })).body.paymentFile;

  test("is its user's own, and is named on Home", async () => {
    assert.equal(await draftOf("ada"), null);
    assert.equal(await onHome("ada"), null);
    const saved = await send("ada", "POST", body);
    assert.equal(saved.status, 200, saved.text);
    newest = saved.body.version;
    const { savedAt, ...draft } = await draftOf("ada");
    assert.deepEqual(draft, { ...body, version: newest });
    assert.deepEqual(await onHome("ada"), { name: "unpaid-bills.csv", payments: 25, requested: 14, savedAt });
    assert.deepEqual([await draftOf("ben"), await onHome("ben")], [null, null]);
    assert.equal((await send("approver", "GET")).code, "notPermitted");
    assert.equal(await onHome("approver"), null);
  });

  test("is stored encrypted", async () => {
    const rows = await world.service.database.many<{ content: Buffer }>(sql`
      select content from payment_file_drafts where organization_id = ${organization.organizationId}`);
    assert.equal(rows.length, 1);
    assert.ok(rows.every(({ content }) => !content.includes("H4sI")));
  });

  test("is not overwritten by a browser that has not seen its newest version", async () => {
    const first = newest;
    newest = (await send("ada", "POST", { ...body, version: first, requested: 15 })).body.version;
    assert.equal(newest, first + 1);
    for (const version of [0, first, newest + 1]) {
      const answer = await send("ada", "POST", { ...body, version });
      assert.deepEqual([answer.status, answer.code], [409, "fileDraftChanged"], String(version));
    }
    assert.equal((await draftOf("ada")).requested, 15);
    const both = await Promise.all([1, 2].map(() => send("ada", "POST", { ...body, version: newest })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  });

  test("is deleted when it is finished, also twice", async () => {
    for (let time = 0; time < 2; time += 1) assert.equal((await send("ada", "DELETE")).status, 204);
    assert.deepEqual([await draftOf("ada"), await onHome("ada")], [null, null]);
    // A browser that still has it neither brings it back nor replaces the next file.
    const former = newest + 1;
    assert.equal((await send("ada", "POST", { ...body, version: former })).code, "fileDraftChanged");
    assert.equal((await send("ada", "POST", body)).status, 200);
    for (const version of [newest - 1, newest, former])
      assert.equal((await send("ada", "POST", { ...body, version })).code, "fileDraftChanged");
  });

  test("takes only what the dashboard packs", async () => {
    for (const wrong of [
      { content: "not base64!" },
      { content: "A".repeat(900_001) },
      { name: "a\u202eb.csv" },
      { payments: -1 },
    ])
      assert.equal(
        (await send("ben", "POST", { ...body, ...wrong })).code,
        "invalidRequest",
        JSON.stringify(wrong).slice(0, 80),
      );
    assert.equal(await draftOf("ben"), null);
  });
});
