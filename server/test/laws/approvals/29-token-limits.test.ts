import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setGuardHours } from "../../kit/databases/count.queries.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser } from "../../kit/worlds/approvals.ts";

const ways = ["direct", "request", "transfer", "requestTransfer"] as const;
type Way = (typeof ways)[number];

const world = await openWorldOfFile();

/** Law 29 for tokens: one limit per payment and one daily total across every way a token can move money. */
describe("a token's limits apply to every way of moving money", () => {
  let organization: TestOrganization;
  let savings: string;
  let token: string;

  beforeEach(async () => {
    organization = await world.newOrganization();
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 1_000_000_00n);
    await setGuardHours(world.service, organization.organizationId, 0);
    token = await organization.newToken({ limits: { perPaymentMinor: 60_00n, perDayMinor: 100_00n } });
  });

  let keys = 0;
  function callOf(way: Way, amount: number) {
    keys += 1;
    const idempotencyKey = `key-${keys}`;
    const pays = { recipientId: organization.recipientId, amount, paymentMethod: "ach", idempotencyKey };
    const moves = {
      sourceAccountId: organization.accountId,
      destinationAccountId: savings,
      amount,
      idempotencyKey,
    };
    return {
      direct: { url: `/account/${organization.accountId}/transactions`, body: pays },
      request: { url: `/account/${organization.accountId}/request-send-money`, body: pays },
      transfer: { url: "/transfer", body: moves },
      requestTransfer: { url: "/request-transfer", body: moves },
    }[way];
  }
  const outcomeOfCall = async (call: { url: string; body: unknown }, app = world.app, tries = 20): Promise<string> => {
    const { status, body } = await inject(app, token, call);
    // On a busy machine, clients retry with the same key.
    if (status === 503 && tries > 1) return outcomeOfCall(call, app, tries - 1);
    return status === 200 ? "moved" : body.errors.errorCode;
  };
  const move = (way: Way, amount: number) => outcomeOfCall(callOf(way, amount));
  const left = async () => {
    const { perDay } = (await inject(world.app, token, { url: "/token" })).body.limits;
    assert.equal(perDay.spent + perDay.left, 100);
    return perDay.left;
  };

  for (const way of ways)
    test(`per payment: ${way}`, async () => {
      assert.equal(await move(way, 60.01), "paymentLimitExceeded");
      assert.equal(await left(), 100);
      assert.equal(await move(way, 60), "moved");
      assert.equal(await left(), 40);
    });

  test("per day: one total for all ways, and GET /token shows it", async () => {
    const random = seeded(testSeed("token limits"));
    for (let round = 0; round < (long ? 20 : 3); round += 1) {
      token = await organization.newToken({ limits: { perPaymentMinor: 60_00n, perDayMinor: 100_00n } });
      let used = 0;
      for (let call = 0; call < 12; call += 1) {
        const way = ways[Math.floor(random() * ways.length)] ?? "transfer";
        const cents = 10_00 + Math.floor(random() * 20_00);
        const fits = used + cents <= 100_00;
        assert.equal(await move(way, cents / 100), fits ? "moved" : "tokenDayLimitExceeded", `${way} of ${cents}`);
        if (fits) used += cents;
        assert.equal(Math.round((await left()) * 100), 100_00 - used);
      }
    }
  });

  for (const way of ways)
    test(`fifty at once with a limit for ten: ${way}`, async () => {
      const nodes = [world.app, await world.anotherNode()];
      // From $9.51 to $10.00: no two are duplicates, any ten fit within the limit, and no eleven do.
      const calls = Array.from({ length: 50 }, (_, index) => callOf(way, (1000 - index) / 100));
      const outcomes = await Promise.all(calls.map((call, index) => outcomeOfCall(call, nodes[index % nodes.length])));
      assert.equal(outcomes.filter((outcome) => outcome === "moved").length, 10, outcomes.join());
      assert.equal(outcomes.filter((outcome) => outcome === "tokenDayLimitExceeded").length, 40, outcomes.join());
    });

  test("approving a request does not count it again, and rejecting it restores the amount", async () => {
    const ben = await newUser(world.service, organization);
    const request = async (way: Way) => (await inject(world.app, token, callOf(way, 30))).body.requestId as string;
    for (const way of ["request", "requestTransfer"] as const) {
      const [kept, dropped] = [await request(way), await request(way)];
      const before = await left();
      await decide(world.service, organization, { requestId: kept, userId: ben });
      assert.equal(await left(), before);
      await decide(world.service, organization, { requestId: dropped, userId: ben, decision: "reject" });
      assert.equal(await left(), before + 30);
    }
  });

  test("a repeated call counts once; a refused payment does not count", async () => {
    const call = callOf("transfer", 40);
    for (const _ of [1, 2, 3]) assert.equal(await outcomeOfCall(call), "moved");
    assert.equal(await left(), 60);
    const { body } = callOf("transfer", 30);
    const backwards = { ...body, sourceAccountId: savings, destinationAccountId: organization.accountId, amount: 50 };
    assert.equal(await outcomeOfCall({ url: "/transfer", body: backwards }), "insufficientFunds");
    assert.equal(await left(), 60);
  });
});
