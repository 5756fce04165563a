import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type BankScenario, magicAccountNumbers } from "bursar-simulated-bank";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { verifyLedger } from "#records/ledger/check";
import { long } from "../../kit/faults/random.ts";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

/** The last answer comes after two weeks, except that of a stale check, after half a year; nothing may follow. */
const DAYS = long ? 300 : 30;
const isAnswered = ({ scenario }: (typeof magicAccountNumbers)[number]): boolean =>
  long || scenario.kind !== "return" || scenario.afterBankingDays <= 10;

/** TEST_NOW is Friday, Nov 20, 2026, 10:00 in New York. Thanksgiving is the following Thursday. */
const ordinary = [
  {
    method: "ach",
    postedAt: "2026-11-23T13:30:00.000Z",
    tracking: /^09100001\d{7}$/,
    why: "handed over at 13:00, settles on Monday at 08:30",
  },
  {
    method: "domesticWire",
    postedAt: "2026-11-20T15:08:00.000Z",
    tracking: /^20261120BURSAR1B\d{6}$/,
    why: "sent two minutes later with the others, confirmed after six more",
  },
  {
    method: "realTimePayment",
    postedAt: "2026-11-20T15:00:04.000Z",
    tracking: /^E[0-9A-F]{32}$/,
    why: "settles within seconds",
  },
  {
    method: "check",
    postedAt: "2026-11-20T21:00:00.000Z",
    tracking: undefined,
    why: "printed at 13:00, in the mail by 16:00",
  },
] as const;

const ending: Readonly<Record<BankScenario["kind"], { status: string; updates: number }>> = {
  confirm: { status: "sent", updates: 1 },
  reject: { status: "failed", updates: 1 },
  return: { status: "reversed", updates: 2 },
  block: { status: "blocked", updates: 1 },
  delay: { status: "sent", updates: 1 },
  twice: { status: "sent", updates: 1 },
  outOfOrder: { status: "reversed", updates: 2 },
  silent: { status: "pending", updates: 0 },
};

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the bank answers", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 100_000_000n);
  });

  const call = async (url: string, body?: unknown) => {
    const answer = await inject(world.app, organization.token, body === undefined ? { url } : { url, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const advance = (to: string) =>
    advanceTo((body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }), to);
  const transaction = (id: string) => call(`/transaction/${id}`);

  test("settles at the usual time when the clock is moved ahead", async () => {
    const made = [];
    for (const expected of ordinary) {
      const { url, body } = payment(organization, { paymentMethod: expected.method });
      made.push({ ...expected, id: (await call(url, body)).id as string });
    }
    const to = "2026-11-24T15:00:00.000Z";
    const { now, reachedTarget } = await advance(to);
    assert.deepEqual([now, reachedTarget], [to, true]);
    for (const { id, method, postedAt, tracking, why } of made) {
      const sent = await transaction(id);
      assert.deepEqual([sent.status, sent.postedAt], ["sent", postedAt], `${method}: ${why}`);
      if (tracking) assert.match(sent.trackingNumber, tracking);
      else assert.match(sent.checkNumber, /^1\d{3}$/);
      const events = await world.service.database.many<{ occurred_at: Date }>(sql`
          select occurred_at from events where organization_id = ${organization.organizationId} and resource_id = ${id} order by resource_version`);
      assert.deepEqual(
        events.map((event) => event.occurred_at.toISOString()),
        ["2026-11-20T15:00:00.000Z", postedAt],
        "each at its scheduled time",
      );
    }
  });

  test("every magic number has the outcome in the table", async () => {
    const domestic = magicAccountNumbers.filter(isAnswered).filter(({ method }) => method !== "internationalWire");
    const recipients = new Map<string, string>();
    const made = [];
    for (const { method, accountNumber, amountMinor, scenario } of domestic) {
      const name = accountNumber ?? "By check";
      const recipientId = recipients.get(name) ?? (await recipientWith(name, accountNumber));
      recipients.set(name, recipientId);
      const { url, body } = payment(organization, {
        recipientId,
        paymentMethod: method,
        amount: amountMinor === null ? 20 + made.length : Number(amountMinor) / 100,
      });
      made.push({ method, name, scenario, id: (await call(url, body)).id as string });
    }
    await advance(plusMs(world.clock.now(), DAYS * DAY_MS).toISOString());
    for (const { id, method, name, scenario } of made) {
      const now = await transaction(id);
      const { status, updates } = ending[scenario.kind];
      assert.equal(now.status, status, `${method} to ${name}`);
      if ("code" in scenario && status !== "pending")
        assert.match(now.reasonForFailure, new RegExp(`^${scenario.code}: `));
      const { events } = await world.service.database.one<{ events: number }>(sql`
          select count(*)::int as events from events where organization_id = ${organization.organizationId} and resource_id = ${id}`);
      assert.equal(events, 1 + updates, `${method} to ${name}: one event for each change`);
    }
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  const recipientWith = async (name: string, accountNumber: string | null): Promise<string> => {
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    const routing = accountNumber === null ? undefined : { accountNumber, routingNumber: "021000021", address };
    const body = {
      name,
      emails: ["payee@example.com"],
      ...(routing
        ? {
            electronicRoutingInfo: { ...routing, electronicAccountType: "businessChecking" },
            domesticWireRoutingInfo: routing,
          }
        : { checkInfo: { address } }),
    };
    return (await call("/recipients", body)).id;
  };

  const refused = async (url: string, body: unknown, expected: readonly [number, string]) => {
    const answer = await inject(world.app, organization.token, { method: "POST", url, body });
    assert.deepEqual([answer.status, answer.body.errors.errorCode], expected, answer.text);
  };

  test("settles, returns, fails, and blocks on request, and refuses impossible outcomes", async () => {
    const made: string[] = [];
    for (const amount of [301, 302, 303]) {
      const { url, body } = payment(organization, { amount });
      made.push((await call(url, body)).id);
    }
    const [first, second, third] = made;
    await refused(`/sandbox/transactions/${first}/return`, {}, [400, "notPossibleNow"]);
    assert.equal((await call(`/sandbox/transactions/${first}/settle`, {})).status, "sent");
    await refused(`/sandbox/transactions/${first}/settle`, {}, [400, "notPossibleNow"]);
    const returned = await call(`/sandbox/transactions/${first}/return`, { code: "R16" });
    assert.equal(returned.status, "reversed");
    assert.match(returned.reasonForFailure, /^R16: /);
    const failed = await call(`/sandbox/transactions/${second}/fail`, {});
    assert.deepEqual([failed.status, failed.postedAt], ["failed", null]);
    assert.match(failed.reasonForFailure, /^R03: /);
    const blocked = await call(`/sandbox/transactions/${third}/block`, { code: "SC-FRAUD" });
    assert.equal(blocked.status, "blocked");
    await refused(`/transaction/${first}/cancel`, undefined, [400, "notCancellable"]);
    await refused(`/sandbox/transactions/${world.service.newId()}/settle`, {}, [404, "resourceNotFound"]);
    await refused(`/sandbox/transactions/${first}/fail`, { code: "r<3" }, [400, "invalidRequest"]);
  });

  test("all bank messages at once", async () => {
    const { url, body } = payment(organization, { amount: 77, paymentMethod: "check" });
    const { id } = await call(url, body);
    await call("/sandbox/bank/run", {});
    const sent = await transaction(id);
    assert.equal(sent.status, "sent");
    assert.equal(sent.postedAt, world.clock.now().toISOString());
  });

  test("the clock only moves forward, by a duration or to an instant", async () => {
    const { now, kind: clockKind } = await call("/sandbox/clock");
    assert.deepEqual([now, clockKind], [world.clock.now().toISOString(), "virtual"]);
    await refused("/sandbox/clock/advance", { to: "2020-01-01T00:00:00.000Z" }, [400, "clockRunsForward"]);
    await refused("/sandbox/clock/advance", { to: "9999-12-31T00:00:00.000Z" }, [400, "clockTooFarAhead"]);
    await refused("/sandbox/clock/advance", {}, [400, "invalidRequest"]);
    await refused("/sandbox/clock/advance", { hours: 1, to: "2030-01-01T00:00:00.000Z" }, [400, "invalidRequest"]);
    await refused("/sandbox/clock/advance", { hours: 0 }, [400, "invalidRequest"]);
  });

  test("a deposit arrives once per key, in the ledger and the list of transactions", async () => {
    const url = `/sandbox/accounts/${organization.accountId}/deposit`;
    const balance = async () =>
      minorFromDollars((await call(`/account/${organization.accountId}`)).availableBalance) ?? 0n;
    const was = await balance();
    const body = { amount: 250.75, name: "Initech", idempotencyKey: "deposit-1" };
    const first = await call(url, body);
    assert.deepEqual(
      [first.kind, first.status, first.amount, first.counterpartyName],
      ["externalTransfer", "sent", 250.75, "Initech"],
    );
    assert.equal((await call(url, body)).id, first.id);
    assert.equal(await balance(), was + 25_075n);
    assert.equal(
      (await call(url, { amount: 1, name: "Initech" })).counterpartyId,
      first.counterpartyId,
      "the same payer",
    );
    await refused(url, { ...body, amount: 250.76 }, [409, "idempotencyKeyReused"]);
    await refused(`/sandbox/accounts/${organization.recipientId}/deposit`, { amount: 1 }, [404, "resourceNotFound"]);
    await refused(url, { amount: 0.005 }, [400, "invalidRequest"]);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("the table of magic numbers is published", async () => {
    const { magicNumbers } = await call("/sandbox/magic-numbers");
    assert.equal(magicNumbers.length, magicAccountNumbers.length);
    assert.ok(magicNumbers.every((number: { description: string }) => number.description.length > 5));
  });
});
