import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newCase } from "../../kit/screening/new-case.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

/** Law 14 for cases of screening: another organization's IDs get exactly the same answer as IDs that do not exist. */
describe("other organizations' cases of screening are invisible", () => {
  let their: string;
  let cookie: string;
  before(async () => {
    const mine = await world.newOrganization();
    their = await newCase(world.service, await world.newOrganization());
    cookie = await provedIn(world.app, await newPerson(world, mine.organizationId));
  });

  const called = async (url: string, id: string, body?: unknown) => {
    const answer = await browse(world.app, { url: url.replace("<id>", id), cookie, ...(body ? { body } : {}) });
    const { status, text, body: read } = answer;
    return { status, text: text.replaceAll(id, "<id>").replaceAll(read?.errors?.requestId ?? "-", "<request>") };
  };
  for (const [path, body] of [
    ["/screening/cases/<id>", undefined],
    ["/screening/cases/<id>/decision", { verdict: "clear", reason: "Not the same" }],
  ] as const)
    test(path, async () => {
      const foreign = await called(path, their, body);
      assert.deepEqual(foreign, await called(path, UNKNOWN, body));
      assert.equal(foreign.status, 404);
    });

  test("lists contain the organization's own cases only", async () => {
    assert.deepEqual((await browse(world.app, { url: "/screening/cases", cookie })).body, { cases: [] });
  });
});
