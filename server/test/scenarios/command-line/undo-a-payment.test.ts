/** `bursar undo`: whether the bank can undo a payment, and a request for it, which people approve. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

describe("bursar undo", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let url: string;
  let folder: string;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
    folder = await temporaryFolder();
  });
  after(async () => {
    await world.close();
    await removeFolder(folder);
  });

  const undo = (args: readonly string[]) =>
    bursarHere(["undo", ...args, "--url", url], {
      dataDir: folder,
      environment: { BURSAR_TOKEN: organization.token },
    });

  test("shows until when a payment can be reversed, requests it once, and says why not", async () => {
    const { body } = await inject(world.app, organization.token, payment(organization, { amount: 80 }));
    const early = await undo([body.id, "--reason", "duplicate"]);
    assert.equal(early.exitCode, 1);
    assert.match(early.errors, /The bank does not have this payment yet\. Cancel it instead\./);
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${body.id}/settle` });
    const shown = await undo([body.id]);
    assert.equal(shown.exitCode, 0, shown.errors);
    assert.match(shown.output, /It can be reversed until .* Eastern Time\. Reasons: duplicate, wrongAmount, /);
    const requested = await undo([body.id, "--reason", "duplicate", "--note", "See invoice 7"]);
    assert.equal(requested.exitCode, 0, requested.errors);
    assert.match(
      requested.output,
      /The reversal of \$80\.00 to .* was requested: .* Users approve it in the dashboard\./,
    );
    const again = await undo([body.id, "--reason", "duplicate"]);
    assert.match(again.errors, /already being undone/);
    assert.match((await undo([body.id])).output, /reversal +requested +duplicate/);
  });
});
