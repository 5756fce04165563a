import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { newTreasuryDocument } from "../../kit/treasury/treasury-documents.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

/** Law 14 for treasury accounts: another organization's IDs get exactly the same answer as IDs that do not exist. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

describe("other organizations' treasury accounts are invisible", () => {
  let mine: TestOrganization;
  let own: string;
  let cookie: string;
  let their: { readonly treasury: string; readonly statement: string };
  before(async () => {
    mine = await world.newOrganization();
    const otherOrganization = await world.newOrganization();
    own = await mine.newAccount("Treasury", "treasury");
    const treasury = await otherOrganization.newAccount("Treasury", "treasury");
    const statement = await newTreasuryDocument(world, {
      organizationId: otherOrganization.organizationId,
      treasuryId: treasury,
    });
    their = { treasury, statement };
    cookie = await provedIn(world.app, await newPerson(world, mine.organizationId));
  });

  const shown = (answer: { status: number; text: string; body?: { errors?: { requestId?: string } } }, id: string) => ({
    status: answer.status,
    text: answer.text.replaceAll(id, "<id>").replaceAll(answer.body?.errors?.requestId ?? "-", "<request>"),
  });

  test("in paths and cursors", async () => {
    for (const [url, id, status] of [
      ["/treasury/<id>/transactions", their.treasury, 404],
      ["/treasury/<id>/statements", their.treasury, 404],
      ["/treasury/<id>/overview", their.treasury, 404],
      [`/treasury/<id>/statements/${their.statement}/pdf`, their.treasury, 404],
      [`/treasury/${own}/statements/<id>/pdf`, their.statement, 404],
      ["/treasury?start_after=<id>", their.treasury, 400],
      [`/treasury/${own}/statements?start_after=<id>`, their.statement, 400],
    ] as const) {
      const send = (given: string) => inject(world.app, mine.token, { url: url.replace("<id>", given) });
      const foreign = await send(id);
      assert.deepEqual(shown(foreign, id), shown(await send(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, status, url);
    }
  });

  test("in paths of users' changes", async () => {
    for (const [path, body] of [
      ["sweep", { version: 0, sweep: true, targetCash: 0, minimumSweep: 1 }],
      ["imports/preview", { fileName: "a.csv", content: "Reference" }],
      ["imports", { fileName: "a.csv", content: "Reference" }],
    ] as const) {
      const send = (id: string) => browse(world.app, { url: `/treasury/${id}/${path}`, cookie, body });
      const foreign = await send(their.treasury);
      assert.deepEqual(shown(foreign, their.treasury), shown(await send(UNKNOWN), UNKNOWN), path);
      assert.equal(foreign.status, 404, path);
    }
  });
});
