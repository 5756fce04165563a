import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, RecipientId, UserId } from "#kernel/values/ids.ts";
import { renewFingerprints } from "#money/recipients/details/account-fingerprint.ts";
import { runScheduledPayments } from "#payments/approvals";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { setGuardHours } from "../../kit/databases/count.queries.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser, outcomeOf, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const THRESHOLD = 10_000_00n;
const SPLITS = long ? 40 : 2;

const world = await openWorldOfFile();

/**
 * Law 29, splitting: an amount split across payments, source accounts, recipients with the same bank account, ways to
 * pay, and hours of a day is treated at least as strictly as the total.
 */
describe("splitting a payment gains nothing", () => {
  let organization: TestOrganization;
  let accounts: readonly AccountId[];
  let recipients: readonly RecipientId[];
  let ada: UserId;
  let ben: UserId;
  /** A Monday at 10:00 in New York, later than all previous tests: the clock never moves back. */
  let monday: Date;
  const later = (days: number, hours = 0) => plusMs(monday, days * DAY_MS + hours * HOUR_MS);
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);

  beforeEach(async () => {
    monday = new Date("2026-11-30T15:00:00Z");
    while (monday <= world.clock.now()) monday = later(7);
    world.clock.set(monday);
    organization = await world.newOrganization();
    await setGuardHours(world.service, organization.organizationId, 0);
    accounts = [organization.accountId, await organization.newAccount("Payroll"), await organization.newAccount("Tax")];
    for (const account of accounts) await organization.deposit(account, 1_000_000_00n);
    // The kit gives all its recipients the same account number.
    recipients = [organization.recipientId, await organization.newRecipient("Globex Holdings")];
    ada = await newUser(world.service, organization, { role: "administrator" });
    ben = await newUser(world.service, organization);
  });

  interface Part {
    readonly way: "direct" | "request";
    readonly account?: AccountId | undefined;
    readonly recipientId?: RecipientId;
    readonly method?: string;
    readonly cents: bigint;
    readonly sendOn?: string;
  }
  const pay = ({ way, account = organization.accountId, recipientId = organization.recipientId, ...part }: Part) =>
    inject(world.app, organization.token, {
      url: `/account/${account}/${way === "direct" ? "transactions" : "request-send-money"}`,
      body: {
        recipientId,
        amount: Number(part.cents) / 100,
        paymentMethod: part.method ?? "ach",
        ...(part.sendOn === undefined ? {} : { sendOn: part.sendOn }),
      },
    });
  /** Whether the rule for the total applied to the part: refused if sent directly, two approvals if requested. */
  async function meetsRule(part: Part): Promise<boolean> {
    const { status, body, text } = await pay(part);
    if (part.way === "request") {
      assert.equal(status, 200, text);
      return body.numberOfApproversRequired === 2;
    }
    if (status !== 200) assert.equal(body.errors.errorCode, "approvalRequired", text);
    return status !== 200;
  }
  const ruleForTheWhole = (more: object = {}) =>
    saveRule(world.service, organization, {
      name: "Large",
      conditions: { amountFromMinor: THRESHOLD.toString() },
      steps: [{ approvals: 2, approvers: { kind: "anyone" } }],
      bindsDirectSend: true,
      ...more,
    });
  const request = async (part: Omit<Part, "way">): Promise<string> =>
    (await pay({ way: "request", ...part })).body.requestId;
  const approve = (requestId: string, userId: UserId) =>
    outcomeOf(decide(world.service, organization, { requestId, userId }));
  const setLimit = (userId: UserId, limits: { limitMinor: bigint | null; limitPerDayMinor?: bigint | null }) =>
    world.service.database.transaction((tx) =>
      setApproverLimit(world.service, tx, {
        organizationId: organization.organizationId,
        userId,
        accountId: null,
        actor: operator,
        ...limits,
      }),
    );

  test("a rule for 10,000 matches two payments of 6,000, in every combination of ways to pay", async () => {
    await ruleForTheWhole();
    const cents = 6_000_00n;
    const [firstRecipient, otherRecipient] = recipients;
    assert.ok(firstRecipient && otherRecipient);
    assert.equal(await meetsRule({ way: "direct", cents, recipientId: firstRecipient }), false);
    assert.equal(
      await meetsRule({
        way: "direct",
        cents,
        recipientId: firstRecipient,
        account: accounts[1] ?? organization.accountId,
      }),
      true,
    );
    assert.equal(await meetsRule({ way: "request", cents, recipientId: otherRecipient, method: "domesticWire" }), true);
    assert.equal(await meetsRule({ way: "direct", cents, recipientId: await strangerOf("555444333") }), false);
  });

  /** A recipient with a different bank account. */
  const strangerOf = (accountNumber: string) => organization.newRecipient("Initech", accountNumber);

  test("leading zeros make no other account of an account number", async () => {
    await ruleForTheWhole();
    const cents = 6_000_00n;
    const plain = await strangerOf("7654321");
    assert.equal(await meetsRule({ way: "direct", cents, recipientId: plain }), false);
    assert.equal(await meetsRule({ way: "direct", cents, recipientId: await strangerOf("0007654321") }), true);
    assert.equal(await meetsRule({ way: "request", cents, recipientId: await strangerOf("07654321") }), true);
    assert.equal(await meetsRule({ way: "direct", cents, recipientId: await strangerOf("76543210") }), false);
  });

  test("nor in bank details that an earlier version stored, once their fingerprints are renewed", async () => {
    await ruleForTheWhole();
    const { service } = world;
    const { organizationId } = organization;
    const [plain, padded] = [await strangerOf("7654321"), await strangerOf("0007654321")];
    await world.owner().run(sql`
        update recipient_routings
           set account_fingerprint = ${service.vault.mac("fingerprints", `${organizationId}/0007654321`)}, fingerprint_form = 0
         where organization_id = ${organizationId} and recipient_id = ${padded} and account_number is not null`);
    assert.ok((await acrossOrganizations(() => renewFingerprints(service))) > 0);
    assert.equal(await acrossOrganizations(() => renewFingerprints(service)), 0);
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n, recipientId: padded }), false);
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n, recipientId: plain }), true);
  });

  test("in random splits, the rule first matches the part that reaches the amount", async () => {
    const random = seeded(testSeed("splitting"));
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    await ruleForTheWhole();
    for (let split = 0; split < SPLITS; split += 1) {
      world.clock.set(later(split));
      let total = 0n;
      for (let part = 0; part < 12; part += 1) {
        const cents = BigInt(Math.floor(random() * 3_000_00) + 1);
        const way = pick(["direct", "request"] as const);
        const where = { account: pick(accounts), recipientId: pick(recipients) };
        const met = await meetsRule({
          way,
          cents,
          ...where,
          method: pick(["ach", "domesticWire", "realTimePayment"]),
        });
        assert.equal(met, total + cents >= THRESHOLD, `${way} of ${cents} after ${total}`);
        if (way === "request" || !met) total += cents;
        world.clock.set(plusMs(world.clock.now(), Math.floor(random() * 60) * MINUTE_MS));
      }
    }
  });

  test("a part that is rejected no longer counts, and the next day starts at zero", async () => {
    await ruleForTheWhole();
    const requestId = await request({ cents: 6_000_00n });
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n }), true);
    await decide(world.service, organization, { requestId, userId: ben, decision: "reject" });
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n }), false);
    world.clock.set(later(0, 14));
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n }), false);
  });

  test("payments requested on different days for the same day count together", async () => {
    await ruleForTheWhole();
    assert.equal(await meetsRule({ way: "request", cents: 6_000_00n, sendOn: dayOf(later(2)) }), false);
    world.clock.set(later(1));
    assert.equal(await meetsRule({ way: "request", cents: 6_000_00n, sendOn: dayOf(later(2)) }), true);
    world.clock.set(later(2));
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n }), true);
  });

  test("payments to bank details changed to another recipient's account count toward that account", async () => {
    await ruleForTheWhole();
    const stranger = await strangerOf("555444333");
    const requestId = await request({ cents: 6_000_00n, recipientId: stranger });
    assert.equal(await meetsRule({ way: "direct", cents: 6_000_00n }), false);
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    const routing = {
      accountNumber: "123456789",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    const changed = await inject(world.app, organization.token, {
      url: `/recipient/${stranger}`,
      body: { electronicRoutingInfo: { ...routing, address } },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await approve(requestId, ben), "requestChanged");
    assert.equal(await approve(requestId, ben), "pendingApproval");
    assert.equal(await approve(requestId, ada), "approved");
  });

  test("later payments never void the approvals of an earlier payment", async () => {
    await ruleForTheWhole({ bindsDirectSend: false });
    const requestId = await request({ cents: 6_000_00n });
    for (const way of ["request", "direct"] as const) await pay({ way, cents: 9_000_00n });
    assert.equal(await approve(requestId, ben), "approved");
  });

  test("concurrent direct sends from several accounts count together", async () => {
    await ruleForTheWhole();
    const nodes = [world.app, await world.anotherNode()];
    const sent = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        inject(nodes[index % nodes.length] ?? world.app, organization.token, {
          url: `/account/${accounts[index % accounts.length]}/transactions`,
          body: { recipientId: recipients[index % 2], amount: 3_000 + index, paymentMethod: "ach" },
        }),
      ),
    );
    const outcomes = sent.map(({ status, body }) => (status === 200 ? "sent" : body.errors.errorCode));
    assert.equal(outcomes.filter((outcome) => outcome === "sent").length, 3, outcomes.join());
    assert.equal(outcomes.filter((outcome) => outcome === "approvalRequired").length, 21);
  });

  test("transfers to one account count together, regardless of their source account", async () => {
    await ruleForTheWhole();
    const [target, firstSource, otherSource] = accounts;
    const transfer = (sourceAccountId: AccountId | undefined, url: string, amount: number) =>
      inject(world.app, organization.token, {
        url,
        body: {
          sourceAccountId,
          destinationAccountId: target,
          amount,
          idempotencyKey: `${sourceAccountId}${amount}`,
        },
      });
    assert.equal((await transfer(firstSource, "/transfer", 6_000)).status, 200);
    assert.equal((await transfer(otherSource, "/request-transfer", 6_000)).body.numberOfApproversRequired, 2);
  });

  test("an approver's limit applies to the day's total to one recipient, and the refusal says what remains", async () => {
    await setLimit(ben, { limitMinor: 5_000_00n });
    const [firstRecipient, otherRecipient] = recipients;
    assert.ok(firstRecipient && otherRecipient);
    const parts = [];
    for (const [index, recipientId] of [firstRecipient, otherRecipient, firstRecipient].entries())
      parts.push(await request({ cents: 2_000_00n, recipientId, account: accounts[index] ?? organization.accountId }));
    const elsewhere = await request({ cents: 5_000_00n, recipientId: await strangerOf("555444333") });
    assert.equal(await approve(parts[0] ?? "", ben), "approved");
    assert.equal(await approve(parts[1] ?? "", ben), "approved");
    await assert.rejects(decide(world.service, organization, { requestId: parts[2] ?? "", userId: ben }), {
      code: "approverLimitExceeded",
      details: { limit: 5_000, used: 4_000, remaining: 1_000, per: "recipient and day" },
      message:
        "This user may approve at most 5,000.00 USD per recipient and day: 4,000.00 USD is approved, 1,000.00 USD remains. Ask an approver with a higher limit.",
    });
    assert.equal(await approve(elsewhere, ben), "approved");
    const { body } = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/request-send-money/preview`,
      body: { recipientId: firstRecipient, amount: 1_000.01, paymentMethod: "ach" },
    });
    assert.deepEqual(
      body.steps[0].approvers.map((person: { userId: string }) => person.userId),
      [ada],
    );
    world.clock.set(later(1));
    assert.equal(await approve(parts[2] ?? "", ben), "approved");
  });

  test("approving parts of a large amount requires the same step-up as approving the whole", async () => {
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    const codeOf = async (requestId: string) => {
      const { version } = (await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` }))
        .body;
      const url = `/request-send-money/${requestId}/approve`;
      const { code, body } = await browse(world.app, { url, cookie, body: { version } });
      return code ?? body.status;
    };
    const parts = [await request({ cents: 6_000_00n }), await request({ cents: 6_000_00n, account: accounts[1] })];
    assert.equal(await codeOf(parts[0] ?? ""), "approved");
    assert.equal(await codeOf(parts[1] ?? ""), "stepUpNeeded");
  });

  test("an approver's daily limit applies across all recipients, including concurrent approvals", async () => {
    await setLimit(ben, { limitMinor: null, limitPerDayMinor: 10_000_00n });
    const strangers = await Promise.all(["1", "2", "3", "4", "5"].map((digit) => strangerOf(`55544433${digit}`)));
    const requests = await Promise.all(strangers.map((recipientId) => request({ cents: 4_000_00n, recipientId })));
    const outcomes = await Promise.all(requests.map((requestId) => approve(requestId, ben)));
    assert.deepEqual(outcomes.toSorted(), ["approved", "approved", ...Array<string>(3).fill("approverLimitExceeded")]);
  });

  test("an approval given within the limit still counts after its approver approved more", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    await setLimit(ben, { limitMinor: null, limitPerDayMinor: 10_000_00n });
    const first = await request({ cents: 6_000_00n, sendOn: dayOf(later(1)) });
    const second = await request({ cents: 4_000_00n });
    for (const requestId of [first, second]) assert.equal(await approve(requestId, ben), "pendingApproval");
    assert.equal(await approve(first, ada), "approvedScheduled");
    assert.equal(await approve(second, ada), "approved");
    world.clock.set(later(1));
    assert.equal(await runScheduledPayments(world.service), 1);
    const paid = await inject(world.app, organization.token, { url: `/request-send-money/${first}` });
    assert.notEqual(paid.body.transactionId, null, paid.text);
  });
});
