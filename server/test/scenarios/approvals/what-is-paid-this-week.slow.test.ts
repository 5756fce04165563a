/** The home page shows what is paid this week, and what it leaves in each account. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { RequestId } from "#kernel/values/ids.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("scheduled payments on the home page", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
  });

  test("today and the next six days, and what each account has left", async () => {
    const payroll = await organization.newAccount("Payroll");
    await organization.deposit(payroll, 100_00n);
    const userId = await newUser(world.service, organization);
    const scheduled = async (call: Parameters<typeof inject>[2]) => {
      const asked = await inject(world.app, organization.token, call);
      assert.equal(asked.status, 200, asked.text);
      const requestId = asked.body.requestId as RequestId;
      const { status } = await decide(world.service, organization, { requestId, userId });
      assert.equal(status, "approvedScheduled");
    };
    // The clock is at Friday, November 20.
    await scheduled(paymentRequest(organization, { amount: 300, sendOn: "2026-11-24" }));
    await scheduled(paymentRequest(organization, { amount: 5, sendOn: "2026-11-27" }));
    const from = { ...organization, accountId: payroll };
    await scheduled(paymentRequest(from, { amount: 101, sendOn: "2026-11-23" }));
    // Not approved, so nothing is paid on that day.
    await inject(world.app, organization.token, paymentRequest(organization, { amount: 7, sendOn: "2026-11-24" }));
    const cookieOf = async (role: "viewer" | "custom", customPermissions: readonly string[] = []) =>
      signedIn(world.app, await newPerson(world, organization.organizationId, { role, customPermissions }));
    const read = async (cookie: string) => (await browse(world.app, { url: "/overview", cookie })).body.scheduled;
    const seen = await read(await cookieOf("viewer"));
    assert.deepEqual(
      [seen.count, seen.total, seen.first.map((scheduled: { amount: number }) => scheduled.amount)],
      [2, 401, [101, 300]],
    );
    assert.deepEqual(seen.accounts, [
      { accountId: organization.accountId, name: "Operating", scheduled: 300, available: 1000, availableAfter: 700 },
      { accountId: payroll, name: "Payroll", scheduled: 101, available: 100, availableAfter: -1 },
    ]);
    const bare = await read(await cookieOf("custom", ["fetchSendMoneyRequests"]));
    assert.deepEqual([bare.count, bare.accounts], [2, null]);
  });
});
