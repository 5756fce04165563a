import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/** Law 14, for lists with filters: another organization's IDs match exactly what unknown IDs match. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

describe("other organizations are in no list", () => {
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  before(async () => {
    mine = await world.newOrganization();
    otherOrganization = await world.newOrganization();
    await otherOrganization.deposit(otherOrganization.accountId, 1_000_00n);
  });

  test("transactions, their export, and the audit log, with every filter", async () => {
    const theirCookie = await signedIn(world.app, await newPerson(world, otherOrganization.organizationId));
    const cookie = await signedIn(world.app, await newPerson(world, mine.organizationId));
    const [transaction] = (await browse(world.app, { url: "/activity?limit=1", cookie: theirCookie })).body
      .transactions;
    const [entry] = (await browse(world.app, { url: "/audit?limit=1", cookie: theirCookie })).body.entries;
    for (const [url, id, status] of [
      ["/transactions?counterpartyId=<id>", otherOrganization.recipientId, 200],
      ["/transactions?accountId=<id>", otherOrganization.accountId, 200],
      ["/transactions/export?accountId=<id>", otherOrganization.accountId, 200],
      ["/transactions/export?counterpartyId=<id>", otherOrganization.recipientId, 200],
      ["/activity?accountId=<id>&sort=amount", otherOrganization.accountId, 200],
      ["/activity?counterpartyId=<id>&sort=counterparty", otherOrganization.recipientId, 200],
      ["/activity?start_after=<id>&sort=amount", transaction.id, 400],
      ["/activity?end_before=<id>&sort=status", transaction.id, 400],
      ["/activity/totals?accountId=<id>", otherOrganization.accountId, 200],
      ["/activity/totals?counterpartyId=<id>", otherOrganization.recipientId, 200],
      ["/activity/export?accountId=<id>&sort=amount", otherOrganization.accountId, 200],
      ["/activity/export?counterpartyId=<id>&sort=account", otherOrganization.recipientId, 200],
      ["/audit?resourceType=recipient&resourceId=<id>", otherOrganization.recipientId, 200],
      ["/audit?actorId=<id>", otherOrganization.tokenId, 200],
      ["/audit?start_after=<id>", entry.id, 400],
    ] as const) {
      const ask = async (given: string) => {
        const { status: got, text } = await browse(world.app, { url: url.replace("<id>", given), cookie });
        return { got, text: text.replaceAll(given, "<id>").replaceAll(/"requestId":"[^"]*"/g, "") };
      };
      const foreign = await ask(id);
      assert.deepEqual(foreign, await ask(UNKNOWN), url);
      assert.equal(foreign.got, status, `${url}: ${foreign.text}`);
    }
  });
});
