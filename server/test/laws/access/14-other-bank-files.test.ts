import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { newBankFile } from "../../kit/bank-files/new-bank-file.ts";
import { newCheck } from "../../kit/bank-files/new-check.ts";
import { newFileItem } from "../../kit/bank-files/new-file-item.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

/** Law 14 for bank files and checks: another organization's IDs get exactly the same answer as IDs that do not exist. */
describe("other organizations' bank files are invisible", () => {
  let mine: TestOrganization;
  let their: string;
  let theirCheck: { readonly transactionId: string; readonly exceptionId: string };
  let theirItem: string;
  let cookie: string;
  before(async () => {
    mine = await world.newOrganization();
    const otherOrganization = await world.newOrganization();
    their = await newBankFile(world.service, otherOrganization.organizationId, { text: "secret 123456789" });
    theirCheck = await newCheck(world.service, otherOrganization);
    theirItem = await newFileItem(world.service, otherOrganization.organizationId);
    await newBankFile(world.service, mine.organizationId);
    cookie = await provedIn(world.app, await newPerson(world, mine.organizationId));
  });

  const withoutIds = (id: string, { status, text, body }: Awaited<ReturnType<typeof inject>>) => ({
    status,
    text: text.replaceAll(id, "<id>").replaceAll(body?.errors?.requestId ?? "-", "<request>"),
  });
  const shown = async (path: string, id: string) =>
    withoutIds(id, await inject(world.app, mine.token, { url: path.replace("<id>", id) }));

  for (const [path, status] of [
    ["/bank-files/<id>", 404],
    ["/bank-files/<id>/content", 404],
    ["/bank-files?start_after=<id>", 400],
    ["/bank-notices?start_after=<id>", 400],
    ["/bank-file-items?start_after=<id>", 400],
    ["/reconciliation/<id>/movements", 404],
  ] as const)
    test(path, async () => {
      const foreign = await shown(path, their);
      assert.deepEqual(foreign, await shown(path, UNKNOWN));
      assert.equal(foreign.status, status);
    });

  for (const [path, of, body] of [
    ["/checks/<id>", "transactionId", undefined],
    ["/checks/<id>/stop", "transactionId", {}],
    ["/check-exceptions/<id>/decision", "exceptionId", { decision: "pay" }],
    ["/bank-file-items/<id>/decision", "itemId", { note: "Another system sent it." }],
  ] as const)
    test(path, async () => {
      const called = async (id: string) => {
        const url = path.replace("<id>", id);
        const call = body === undefined ? { url } : { method: "POST" as const, url, body };
        return withoutIds(id, await browse(world.app, { ...call, cookie }));
      };
      const foreign = await called({ ...theirCheck, itemId: theirItem }[of]);
      assert.deepEqual(foreign, await called(UNKNOWN));
      assert.equal(foreign.status, 404, foreign.text);
    });

  test("lists contain the organization's own files only", async () => {
    const { body } = await inject(world.app, mine.token, { url: "/bank-files" });
    assert.equal(body.files.length, 1);
    assert.notEqual(body.files[0].id, their);
    const listed = await inject(world.app, mine.token, { url: "/check-exceptions" });
    assert.deepEqual(listed.body, { exceptions: [] });
  });
});
