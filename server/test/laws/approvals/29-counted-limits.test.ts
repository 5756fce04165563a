import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { RecipientId } from "#kernel/values/ids.ts";
import type { TokenLimits } from "#records/identity";
import { setGuardHours } from "../../kit/databases/count.queries.ts";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";

const ways = ["direct", "request", "transfer", "requestTransfer"] as const;
type Way = (typeof ways)[number];
const isTransfer = (way: Way): boolean => way === "transfer" || way === "requestTransfer";

const world = await openWorldOfFile();

/** Law 29 for limits to accounts, recipients, months, and numbers (ADR 0127). */
describe("a token's limits to accounts, recipients, months, and numbers", () => {
  let organization: TestOrganization;
  let savings: string;

  beforeEach(async () => {
    organization = await world.newOrganization();
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 1_000_000_00n);
    await setGuardHours(world.service, organization.organizationId, 0);
  });

  const newToken = (limits: Partial<TokenLimits>) => organization.newToken({ limits });
  let keys = 0;
  function callOf(way: Way, amount: number, more: { recipientId?: string; accountId?: string } = {}) {
    keys += 1;
    const idempotencyKey = `key-${keys}`;
    const { recipientId = organization.recipientId, accountId = organization.accountId } = more;
    const pays = { recipientId, amount, paymentMethod: "ach", idempotencyKey };
    const moves = { sourceAccountId: accountId, destinationAccountId: savings, amount, idempotencyKey };
    return {
      direct: { url: `/account/${accountId}/transactions`, body: pays },
      request: { url: `/account/${accountId}/request-send-money`, body: pays },
      transfer: { url: "/transfer", body: moves },
      requestTransfer: { url: "/request-transfer", body: moves },
    }[way];
  }
  const outcomeOf = async (
    token: string,
    call: { url: string; body: unknown },
    app = world.app,
    tries = 20,
  ): Promise<string> => {
    const { status, body } = await inject(app, token, call);
    // On a busy machine, clients retry with the same key.
    if (status === 503 && tries > 1) return outcomeOf(token, call, app, tries - 1);
    return status === 200 ? "moved" : body.errors.errorCode;
  };
  const limitsOf = async (token: string) => (await inject(world.app, token, { url: "/token" })).body.limits;

  for (const way of ways)
    test(`only the named accounts: ${way}`, async () => {
      const other = await organization.newAccount("Other", "checking");
      await organization.deposit(other, 100_00n);
      const token = await newToken({ accountIds: [organization.accountId, savings as never] });
      assert.equal(await outcomeOf(token, callOf(way, 5)), "moved");
      assert.equal(await outcomeOf(token, callOf(way, 5, { accountId: other })), "accountNotAllowed");
      const onlyOther = await newToken({ accountIds: [other] });
      assert.equal(await outcomeOf(onlyOther, callOf(way, 5)), "accountNotAllowed");
      // A transfer also needs the account that receives.
      const expected = isTransfer(way) ? "accountNotAllowed" : "moved";
      assert.equal(await outcomeOf(onlyOther, callOf(way, 5, { accountId: other })), expected);
    });

  for (const way of ["direct", "request"] as const)
    test(`only the named recipients: ${way}`, async () => {
      const other: RecipientId = await organization.newRecipient("Initech");
      const token = await newToken({ recipientIds: [organization.recipientId] });
      assert.equal(await outcomeOf(token, callOf(way, 5)), "moved");
      assert.equal(await outcomeOf(token, callOf(way, 5, { recipientId: other })), "recipientNotAllowed");
      const upper = { recipientId: organization.recipientId.toUpperCase() };
      assert.equal(await outcomeOf(token, callOf(way, 6, upper)), "moved", "IDs are compared without case");
    });

  test("previews refuse what would be refused, and count nothing", async () => {
    const other = await organization.newRecipient("Initech");
    const token = await newToken({
      recipientIds: [organization.recipientId],
      perMonthMinor: 50_00n,
      paymentsPerDay: 1,
    });
    for (const way of ["direct", "request"] as const) {
      const preview = async (amount: number, more = {}) => {
        const call = callOf(way, amount, more);
        return outcomeOf(token, { url: `${call.url}/preview`, body: call.body });
      };
      assert.equal(await preview(5, { recipientId: other }), "recipientNotAllowed");
      assert.equal(await preview(50.01), "tokenMonthLimitExceeded");
      assert.equal(await preview(50), "moved");
    }
    assert.equal((await limitsOf(token)).paymentsPerDay.left, 1);
  });

  const limited = {
    "a number of payments": { limits: { paymentsPerDay: 10 }, code: "tokenPaymentsPerDayExceeded" },
    // From $9.51 to $10.00: any ten fit within the limit, and no eleven do.
    "an amount per month": { limits: { perMonthMinor: 100_00n }, code: "tokenMonthLimitExceeded" },
    "an amount per day that is counted": {
      limits: { perDayMinor: 100_00n, paymentsPerDay: 1_000 },
      code: "tokenDayLimitExceeded",
    },
  };
  for (const [what, { limits, code }] of Object.entries(limited))
    for (const way of [...ways, "every way"] as const)
      test(`fifty at once on two nodes, with room for ten: ${what}, ${way}`, async () => {
        const token = await newToken(limits);
        const nodes = [world.app, await world.anotherNode()];
        const calls = Array.from({ length: 50 }, (_, index) =>
          callOf(way === "every way" ? (ways[index % ways.length] ?? "direct") : way, (1000 - index) / 100),
        );
        const outcomes = await Promise.all(calls.map((call, index) => outcomeOf(token, call, nodes[index % 2])));
        assert.equal(outcomes.filter((outcome) => outcome === "moved").length, 10, outcomes.join());
        assert.equal(outcomes.filter((outcome) => outcome === code).length, 40, outcomes.join());
        const left = await limitsOf(token);
        if (left.paymentsPerDay !== null) assert.equal(left.paymentsPerDay.used, 10);
        // What was refused left nothing behind.
        const again = await outcomeOf(token, calls[outcomes.indexOf("moved")] ?? callOf("direct", 1));
        assert.equal(again, "moved", "a repeated key is not counted again");
        const { perDay, perMonth, paymentsPerDay } = await limitsOf(token);
        assert.deepEqual([perDay, perMonth, paymentsPerDay], [left.perDay, left.perMonth, left.paymentsPerDay]);
      });

  test("days and months end in New York, and GET /token says what is left", async () => {
    const token = await newToken({ perMonthMinor: 100_00n, paymentsPerDay: 2 });
    assert.equal(await outcomeOf(token, callOf("direct", 30)), "moved");
    assert.equal(await outcomeOf(token, callOf("transfer", 30)), "moved");
    assert.equal(await outcomeOf(token, callOf("request", 1)), "tokenPaymentsPerDayExceeded");
    const first = await limitsOf(token);
    assert.deepEqual(first.perMonth, { limit: 100, spent: 60, left: 40, month: "2026-11" });
    assert.deepEqual(first.paymentsPerDay, { limit: 2, used: 2, left: 0, day: first.paymentsPerDay.day });
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    assert.equal((await limitsOf(token)).paymentsPerDay.left, 2);
    const refused = await inject(world.app, token, callOf("request", 40.01));
    assert.deepEqual(
      [refused.status, refused.body.errors.errorCode, refused.body.errors.remaining],
      [403, "tokenMonthLimitExceeded", 40],
    );
    assert.equal(await outcomeOf(token, callOf("request", 40)), "moved");
    world.clock.set(plusMs(world.clock.now(), 31 * DAY_MS));
    assert.equal((await limitsOf(token)).perMonth.left, 100);
    assert.equal(await outcomeOf(token, callOf("direct", 100)), "moved");
  });

  test("a rejected request gives its amount and its number back, once, and a refused payment takes none", async () => {
    const token = await newToken({ perMonthMinor: 100_00n, paymentsPerDay: 3 });
    const ben = await newUser(world.service, organization);
    const { requestId } = (await inject(world.app, token, callOf("request", 80))).body;
    assert.equal(await outcomeOf(token, callOf("request", 30)), "tokenMonthLimitExceeded");
    const tooMuch = callOf("direct", 10, { recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" });
    assert.equal(await outcomeOf(token, tooMuch), "recipientNotFound");
    assert.equal((await limitsOf(token)).perMonth.left, 20);
    await decide(world.service, organization, { requestId, userId: ben, decision: "reject" });
    const { perMonth, paymentsPerDay } = await limitsOf(token);
    assert.deepEqual([perMonth.left, paymentsPerDay.left], [100, 3]);
    const next = (await inject(world.app, token, callOf("request", 40))).body;
    await decide(world.service, organization, { requestId: next.requestId, userId: ben });
    assert.equal((await limitsOf(token)).perMonth.left, 60, "approving does not count it again");
  });
});

describe("a token's limits change", () => {
  let organization: TestOrganization;
  let ada: TestPerson;
  let asAda: string;
  let tokenId: string;
  let token: string;

  beforeEach(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
    ada = await newPerson(world, organization.organizationId);
    asAda = await provedIn(world.app, ada);
    const body = { name: "Assistant", kind: "agent", limitPerPayment: 60, limitPerDay: 100 };
    const made = await browse(world.app, { url: "/tokens", body, cookie: asAda });
    assert.equal(made.status, 200, made.text);
    tokenId = made.body.apiToken.tokenId;
    token = made.body.token;
  });
  const change = (body: object, cookie = asAda) =>
    browse(world.app, { method: "PUT", url: `/tokens/${tokenId}/limits`, body, cookie });
  const ask = async (amount: number) => {
    passTime(600);
    const url = `/account/${organization.accountId}/request-send-money`;
    const { status, body } = await inject(world.app, token, {
      url,
      body: { recipientId: organization.recipientId, amount, paymentMethod: "ach" },
    });
    return status === 200 ? "asked" : body.errors.errorCode;
  };

  test("tightening takes effect at once, and what the day has counted still counts", async () => {
    assert.equal(await ask(50), "asked");
    const tightened = await change({ limitPerDay: 80, limitPerMonth: 90, paymentsPerDay: 5 });
    assert.equal(tightened.status, 200, tightened.text);
    const { perDay, perMonth, paymentsPerDay, perPayment } = tightened.body.limits;
    assert.deepEqual([perPayment, perDay.left, perMonth.left, paymentsPerDay.left], [60, 30, 40, 5]);
    assert.equal(await ask(30.01), "tokenDayLimitExceeded");
    assert.equal(await ask(30), "asked");
    const [entry] = (await browse(world.app, { url: "/audit?action=token.changeLimits", cookie: asAda })).body.entries;
    assert.deepEqual([entry.before.limitPerDay, entry.after.limitPerDay, entry.actor.id], [100, 80, ada.userId]);
  });

  test("loosening waits for a second person, who confirms exactly that", async () => {
    const ben = await newPerson(world, organization.organizationId);
    const asBen = await provedIn(world.app, ben);
    for (const looser of [
      { limitPerPayment: 60.01 },
      { limitPerDay: null },
      { limitPerPayment: null, limitPerDay: 1 },
    ]) {
      const waiting = await change(looser);
      assert.equal(waiting.status, 202, waiting.text);
      assert.equal(await ask(60.01), "paymentLimitExceeded");
    }
    const [{ changeId, summary }] = (await browse(world.app, { url: "/control-changes", cookie: asBen })).body.changes;
    assert.match(summary, /^Set the limits of the API token "Assistant" to \$1\.00 per day$/);
    const own = await browse(world.app, { method: "POST", url: `/control-changes/${changeId}/confirm`, cookie: asAda });
    assert.equal(own.code, "ownControlChange");
    const agreed = await browse(world.app, {
      method: "POST",
      url: `/control-changes/${changeId}/confirm`,
      cookie: asBen,
    });
    assert.equal(agreed.status, 200, agreed.text);
    assert.equal(await ask(1.01), "tokenDayLimitExceeded");
    assert.equal(await ask(1), "asked");
  });

  test("a change that was proposed for other limits is overtaken", async () => {
    const ben = await newPerson(world, organization.organizationId);
    const asBen = await provedIn(world.app, ben);
    const { status, body } = await change({ limitPerPayment: 1_000 });
    assert.equal(status, 202);
    const { changeId } = body;
    assert.equal((await change({ limitPerDay: 50 })).status, 200);
    const late = await browse(world.app, {
      method: "POST",
      url: `/control-changes/${changeId}/confirm`,
      cookie: asBen,
    });
    assert.equal(late.body.status, "overtaken", late.text);
    assert.equal(await ask(60.01), "paymentLimitExceeded");
  });

  test("with nobody else to confirm it, loosening takes effect at once", async () => {
    assert.equal((await change({ limitPerPayment: 90 })).status, 200);
    assert.equal(await ask(90), "asked");
  });

  test("needs the permission and a step-up, and a token that exists", async () => {
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    assert.equal((await change({ limitPerDay: 1 }, await provedIn(world.app, viewer))).code, "notPermitted");
    const revoked = await browse(world.app, { method: "DELETE", url: `/tokens/${tokenId}`, cookie: asAda });
    assert.equal(revoked.status, 204);
    assert.equal((await change({ limitPerDay: 1 })).code, "resourceNotFound");
    assert.equal((await change({ limitPerDay: 0.001 })).code, "invalidRequest");
  });
});
