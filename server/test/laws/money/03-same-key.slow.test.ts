import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { App } from "#main/app.ts";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 3: any number of calls with the same key, at any time, make one payment and get the same answer. */

describe("the same idempotency key", () => {
  let nodes: readonly App[];
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_000_00n);
    nodes = [world.app, await world.anotherNode()];
  });

  test("100 concurrent requests make one payment and get identical answers", { timeout: 600_000 }, async () => {
    const rounds = roundsOf({ full: 200, ordinary: 8 });
    for (let round = 0; round < rounds; round += 1) {
      const call = payment(organization, { amount: (round + 1) / 100, idempotencyKey: `round-${round}` });
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          inject(nodes[index % nodes.length] ?? world.app, organization.token, call),
        ),
      );
      assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
      assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
      assert.equal(
        answers.filter((answer) => answer.headers["idempotent-replayed"] === undefined).length,
        1,
        "one did the work",
      );
    }
    const counted = await countPayments(world.service.database, organization.organizationId);
    assert.deepEqual(counted, {
      payments: BigInt(rounds),
      keys: BigInt(rounds),
      holds: BigInt(rounds),
      events: BigInt(rounds),
      audits: BigInt(rounds),
    });
  });

  test("refuses a different payment with the same key, names what differs, and changes nothing", async () => {
    const first = payment(organization, { amount: 77.01, idempotencyKey: "reused", note: "first" });
    assert.equal((await inject(world.app, organization.token, first)).status, 200);
    const before = await countPayments(world.service.database, organization.organizationId);
    const otherRecipient = await organization.newRecipient("Initech");
    const otherAccount = await organization.newAccount("Other");
    await organization.deposit(otherAccount, 1_000_00n);
    const cases: readonly (readonly [string, { url: string; body: unknown }])[] = [
      ["amount", payment(organization, { amount: 77.02, idempotencyKey: "reused", note: "first" })],
      [
        "paymentMethod",
        payment(organization, {
          amount: 77.01,
          idempotencyKey: "reused",
          note: "first",
          paymentMethod: "domesticWire",
        }),
      ],
      ["note", payment(organization, { amount: 77.01, idempotencyKey: "reused" })],
      [
        "externalMemo",
        payment(organization, { amount: 77.01, idempotencyKey: "reused", note: "first", externalMemo: "memo" }),
      ],
      [
        "recipientId",
        payment(organization, {
          amount: 77.01,
          idempotencyKey: "reused",
          note: "first",
          recipientId: otherRecipient,
        }),
      ],
      [
        "accountId",
        {
          ...payment(organization, { amount: 77.01, idempotencyKey: "reused", note: "first" }),
          url: `/account/${otherAccount}/transactions`,
        },
      ],
    ];
    for (const [differs, call] of cases) {
      const answer = await inject(world.app, organization.token, call);
      assert.equal(answer.status, 409, differs);
      assert.equal(answer.body.errors.errorCode, "idempotencyKeyReused");
      assert.equal(answer.body.errors.differs, differs);
      assert.equal(answer.headers["x-should-retry"], "false");
    }
    assert.deepEqual(await countPayments(world.service.database, organization.organizationId), before);
  });

  test("reads the key from the header, treats an empty key as no key, and keeps a refused key usable", async () => {
    const call = payment(organization, { amount: 78.01 });
    const first = await inject(world.app, organization.token, {
      ...call,
      headers: { "idempotency-key": "from-header" },
    });
    const second = await inject(
      world.app,
      organization.token,
      payment(organization, { amount: 78.01, idempotencyKey: "from-header" }),
    );
    assert.equal(second.text, first.text);
    const tooMuch = payment(organization, { amount: 999_999_999.99, idempotencyKey: "burnt?" });
    const poor = await organization.newAccount("Poor");
    assert.equal(
      (await inject(world.app, organization.token, { ...tooMuch, url: `/account/${poor}/transactions` })).body.errors
        .errorCode,
      "insufficientFunds",
    );
    assert.equal(
      (await inject(world.app, organization.token, payment(organization, { amount: 78.02, idempotencyKey: "burnt?" })))
        .status,
      200,
    );
  });

  test("returns the first answer 400 days later, on another node, after the payment has changed", async () => {
    const call = payment(organization, { amount: 79.01, idempotencyKey: "forever", note: "as it was" });
    const first = await inject(world.app, organization.token, call);
    assert.equal(first.status, 200, first.text);
    const edited = await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/transaction/${first.body.id}`,
      body: { note: "edited" },
    });
    assert.equal(edited.body.note, "edited");
    await inject(world.app, organization.token, { method: "POST", url: `/transaction/${first.body.id}/cancel` });
    await inject(world.app, organization.token, {
      method: "PATCH",
      url: `/recipient/${organization.recipientId}`,
      body: { name: "Renamed", nickname: "Nick" },
    });
    world.clock.set(plusMs(world.clock.now(), 400 * DAY_MS));
    const node = await world.anotherNode();
    const again = await inject(node, organization.token, call);
    assert.equal(again.text, first.text);
    assert.equal(again.headers["idempotent-replayed"], "true");
  });
});
