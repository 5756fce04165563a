import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

/** Law 14 for the routes on recipients and accounts that only users may call. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

describe("other organizations' bank details are invisible", () => {
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  before(async () => {
    mine = await world.newOrganization();
    otherOrganization = await world.newOrganization();
  });

  /** The answer without what identifies the request, and with the ID blanked out. */
  const shown = ({ status, text, body }: Awaited<ReturnType<typeof browse>>, id: string) => ({
    status,
    text: text.replaceAll(id, "<id>").replaceAll(body?.errors?.requestId ?? "-", "<request>"),
  });

  test("in the path of users' routes on recipients and accounts", async () => {
    await setSettings(world, otherOrganization.organizationId, { confirmBankDetailChanges: true });
    const theirCookie = await provedIn(world.app, await newPerson(world, otherOrganization.organizationId));
    const cookie = await provedIn(world.app, await newPerson(world, mine.organizationId));
    const changed = await browse(world.app, {
      url: `/recipient/${otherOrganization.recipientId}`,
      cookie: theirCookie,
      body: { checkInfo: null },
    });
    assert.deepEqual(changed.body.awaitingConfirmation, ["check"], changed.text);
    const history = await browse(world.app, {
      url: `/recipient/${otherOrganization.recipientId}/changes`,
      cookie: theirCookie,
    });
    const abroad = { iban: "DE89370400440532013000", swiftCode: "COBADEFF", bankName: "Bank" };
    for (const [method, url, id, body] of [
      ["GET", "/recipient/<id>/changes", otherOrganization.recipientId, undefined],
      ["POST", "/recipient/<id>/reveal", otherOrganization.recipientId, undefined],
      ["POST", "/recipient/<id>/international-details", otherOrganization.recipientId, abroad],
      ["GET", "/recipient/<id>/account-validation", otherOrganization.recipientId, undefined],
      ["POST", "/recipient/<id>/account-validation", otherOrganization.recipientId, { accountId: mine.accountId }],
      ["POST", "/account/<id>/reveal", otherOrganization.accountId, undefined],
      ["POST", `/recipient/${mine.recipientId}/changes/<id>/confirm`, history.body.changes[0].changeId, undefined],
      ["POST", `/recipient/${mine.recipientId}/changes/<id>/decline`, history.body.changes[0].changeId, undefined],
    ] as const) {
      const ask = (given: string) => browse(world.app, { method, url: url.replace("<id>", given), cookie, body });
      const foreign = await ask(id);
      assert.deepEqual(shown(foreign, id), shown(await ask(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, 404, url);
    }
    await setSettings(world, otherOrganization.organizationId, { confirmBankDetailChanges: false });
  });
});
