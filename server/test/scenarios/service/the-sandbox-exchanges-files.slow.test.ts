import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readNachaFile } from "bursar-bank-formats/nacha";
import { listConnections, runBankFiles } from "#bank/exchange";
import { DAY_MS, manualClock, plusMs, systemClock } from "#kernel/clock/clock.ts";
import { createMetrics } from "#kernel/process/metrics.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { bankFilesWork } from "#main/bank-files.ts";
import { verifyLedger } from "#records/ledger/check";
import { createSandboxBank } from "#sandbox/sandbox-bank";
import { dyingService, Killed, mortal } from "../../kit/bank-files/mortal.ts";
import { newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/** In sandbox mode, without any setup, payments leave in files, and the bank answers in files. */
describe("the sandbox exchanges files", () => {
  let world: TestWorld;
  let organization: TestOrganization;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_00n);
  });
  after(() => world.close());

  const call = async (url: string, body?: unknown) => {
    const answer = await inject(world.app, organization.token, body === undefined ? { url } : { url, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const payTo = async (accountNumber: string, amount: number): Promise<string> => {
    const recipientId = await organization.newRecipient(`Payee ${accountNumber} ${amount}`, accountNumber);
    const { url, body } = payment(organization, { recipientId, amount });
    return (await call(url, body)).id;
  };
  const statusOf = async (id: string): Promise<string> => (await call(`/transaction/${id}`)).status;
  const files = async (direction: "in" | "out") => (await call(`/bank-files?direction=${direction}&limit=100`)).files;
  const entriesOf = async (fileId: string) => {
    const { text } = await inject(world.app, organization.token, { url: `/bank-files/${fileId}/content` });
    return readNachaFile(text).batches.flatMap(({ entries }) => entries);
  };

  test("payments of a window leave in one file that can be opened, and every outcome comes back in files", async () => {
    const expected = {
      12345678: "sent",
      9901000002: "failed",
      9902000016: "reversed",
      9903000001: "blocked",
      9904000001: "sent",
      9905000001: "sent",
      9906000002: "reversed",
      9907000001: "pending",
    };
    const made = [];
    for (const [number, status] of Object.entries(expected)) made.push({ id: await payTo(number, 10), number, status });
    assert.deepEqual(await files("out"), [], "they wait for the window at 13:00 in New York");

    await call("/sandbox/clock/advance", { hours: 24 * 7 });
    const [file, ...others] = await files("out");
    assert.equal(others.length, 0);
    assert.deepEqual([file.format, file.state, file.transactions], ["nacha", "acknowledged", 7]);
    const numbers = (await entriesOf(file.id)).map(({ dfiAccountNumber }) => dfiAccountNumber.trim());
    assert.ok(!numbers.includes("9903000001"), "what screening blocks never reaches a file");
    const { payments } = await call(`/bank-files/${file.id}`);
    assert.deepEqual(
      payments.map(({ counterpartyName, amount }: Record<string, unknown>) => [counterpartyName, amount]),
      numbers.map((number) => [`Payee ${number} 10`, -10]),
      "who is paid and how much, in the order of the file",
    );
    for (const { id, number, status } of made) assert.equal(await statusOf(id), status, number);
    const { transactionId } = payments[0];
    const inFiles = async (token: string) =>
      (await inject(world.app, token, { url: `/transaction/${transactionId}/timeline` })).body.entries.filter(
        ({ kind }: Record<string, unknown>) => kind === "bankFile",
      );
    const [left] = await inFiles(organization.token);
    assert.deepEqual([left.text, left.detail, left.fileId], ["Sent to the bank in a file", file.name, file.id]);
    const bookkeeper = await organization.newToken({ kind: "custom", scopes: ["fetchTransactions"] });
    const [seen] = await inFiles(bookkeeper);
    assert.deepEqual([seen.text, seen.detail, seen.fileId], [left.text, null, null], "without the right, no file");
    for (const { name, state, reason } of await files("in"))
      assert.ok(["processed", "repeated"].includes(state), `${name} is ${state}: ${reason}`);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);

    const [{ statement, bank, intraday, ledger }] = (await call("/reconciliation")).accounts;
    const { opening, missingStatements, timing, unmatched, inTransit, difference } = statement;
    assert.deepEqual(
      { open: [bank.count, intraday.count, ledger.count], opening, missingStatements, unmatched, inTransit },
      { open: [0, 0, 0], opening: 0, missingStatements: 0, unmatched: 0, inTransit: 0 },
      "the deposit, every settlement, and every return is matched, to the cent",
    );
    assert.deepEqual([difference, timing], [0, 0]);

    const { bankConnections } = await call("/bank-connections");
    assert.deepEqual(
      bankConnections.map(({ kind, rail, state, accountIds }: Record<string, unknown>) => [
        kind,
        rail,
        state,
        accountIds,
      ]),
      [["simulated", "ach", "live", [organization.accountId]]],
    );
  });

  test("an answer on request comes in a file as well: for a payment that waits, and for one in a file that was sent", async () => {
    const before = (await files("out")).length;
    const [waiting, failing, sent] = [
      await payTo("11111111", 21),
      await payTo("22222222", 22),
      await payTo("33333333", 23),
    ];
    assert.equal((await call(`/sandbox/transactions/${waiting}/settle`, {})).status, "sent");
    assert.equal((await call(`/sandbox/transactions/${failing}/fail`, { code: "R04" })).status, "failed");
    assert.equal((await files("out")).length, before + 2, "each has left in a file of its own");
    await call("/sandbox/clock/advance", { hours: 4 });
    assert.equal((await files("out")).length, before + 3);
    const blocked = await call(`/sandbox/transactions/${sent}/block`, { code: "SC-FRAUD" });
    assert.equal(blocked.status, "blocked");
    assert.match(blocked.reasonForFailure, /^SC-FRAUD: /);
    assert.equal((await call(`/sandbox/transactions/${waiting}/return`, { code: "R16" })).status, "reversed");
    assert.ok(
      (await files("in")).every(({ state }: { state: string }) => state === "processed" || state === "repeated"),
    );
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("a reason that no message of the rail can carry is refused, and nothing happens", async () => {
    const id = await payTo("11111111", 21);
    assert.equal((await call(`/sandbox/transactions/${id}/settle`, {})).status, "sent");
    const before = (await files("in")).length;
    for (const code of ["CK-MAIL", "AC04", "R61", "ZZ"]) {
      const { status, body } = await inject(world.app, organization.token, {
        url: `/sandbox/transactions/${id}/return`,
        body: { code },
      });
      assert.deepEqual([status, body.errors.fields[0].path], [400, "code"], code);
    }
    assert.deepEqual([await statusOf(id), (await files("in")).length], ["sent", before]);
    assert.equal((await call(`/sandbox/transactions/${id}/return`, { code: "R85" })).status, "reversed");
  });

  test("running the bank closes all windows and answers everything; with nothing to do, nothing happens", async () => {
    const ids = [await payTo("44444444", 31), await payTo("9902000010", 32), await payTo("9904000005", 33)];
    const { handedOver } = await call("/sandbox/bank/run", {});
    assert.ok(handedOver >= 3);
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ["sent", "reversed", "sent"]);
    const count = (await files("out")).length + (await files("in")).length;
    assert.deepEqual(await call("/sandbox/bank/run", {}), { handedOver: 0, answered: 0 });
    assert.equal((await files("out")).length + (await files("in")).length, count);
  });

  test("killed at any step, the service sends a file once, and takes every answer once", async () => {
    const other = await world.newOrganization();
    await other.deposit(other.accountId, 1_000_00n);
    const { url, body } = payment(other);
    const { body: made } = await inject(world.app, other.token, { url, body });
    await inject(world.app, other.token, { url: "/sandbox/bank/run", body: {} });
    const second = (await inject(world.app, other.token, { url, body: { ...body, amount: 11 } })).body;
    const run = (name: string) => world.app.jobs.find((job) => job.name === name)?.run();
    world.clock.set(new Date("2026-11-27T21:00:00Z"));
    await run("hand-over");
    await run("file-rails");
    const machineClock = manualClock(world.clock.now());
    let calm = 0;
    for (let dieAt = 1; dieAt < 300 && calm < 5; dieAt += 1) {
      const { step, died } = mortal(dieAt);
      const service = { ...dyingService(world.service, step), machineClock };
      const work = bankFilesWork(service, createMetrics(), { bank: createSandboxBank(service) });
      await runBankFiles(service, work).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      // Its leases and pauses end, and the bank answers meanwhile.
      machineClock.set(plusMs(machineClock.now(), 86_400_000));
      world.clock.set(plusMs(world.clock.now(), 60_000));
      calm = died() ? 0 : calm + 1;
    }
    const sent = (await inject(world.app, other.token, { url: "/bank-files?limit=100" })).body.files;
    const states = sent.map(({ direction, state }: Record<string, unknown>) => `${direction} ${state}`);
    assert.deepEqual(
      states.filter((state: string) => state.startsWith("out")),
      ["out acknowledged", "out acknowledged"],
    );
    assert.ok(!states.includes("in quarantined") && !states.includes("in received"), states.join());
    await run("bank-answers");
    const at = async (id: string) => (await inject(world.app, other.token, { url: `/transaction/${id}` })).body.status;
    assert.deepEqual([await at(made.id), await at(second.id)], ["sent", "pending"], "the second settles on Monday");
  });

  test("of two people who make the bank answer one payment at once, both see the one answer that it gives", async () => {
    const nodes = [world.app, await world.anotherNode()];
    const other = await world.newOrganization();
    await other.deposit(other.accountId, 1_000_00n);
    const at = async (node: TestWorld["app"], url: string, body?: unknown) => {
      const answer = await inject(node, other.token, body === undefined ? { url } : { url, body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const pairs = [
      ["fail", "block"],
      ["settle", "fail"],
      ["return", "return"],
    ] as const;
    for (const paymentMethod of ["ach", "realTimePayment"])
      for (const [index, pair] of pairs.entries()) {
        const { url, body } = payment(other, { amount: 70 + index, paymentMethod });
        const { id } = await at(world.app, url, body);
        if (pair[0] === "return") await at(world.app, `/sandbox/transactions/${id}/settle`, {});
        const answers = await Promise.all(
          nodes.map((node, index) =>
            inject(node, other.token, { url: `/sandbox/transactions/${id}/${pair[index]}`, body: {} }),
          ),
        );
        const { status } = await at(world.app, `/transaction/${id}`);
        // For one who comes a moment later, it has ended.
        const late = answers.filter((answer) => answer.text.includes("notPossibleNow"));
        const seen = answers.filter((answer) => answer.status === 200);
        assert.equal(late.length + seen.length, 2, answers.map(({ text }) => text).join("\n"));
        assert.ok(seen.length > 0 && seen.every(({ body }) => body.status === status));
        assert.ok(late.every(({ text }) => text.includes(status)));
        assert.notEqual(status, pair[0] === "return" ? "sent" : "pending");
      }
    const { files: received } = await at(world.app, "/bank-files?direction=in&limit=100");
    const states: string[] = received.map(({ state }: { state: string }) => state);
    assert.ok(states.length > 0 && !states.includes("quarantined"), "no file contradicts another one");
  });

  test("another connection takes an account over from the sandbox's bank", async () => {
    const { connectionId } = await newFolderConnection(world.service, organization);
    const { organizationId, accountId } = organization;
    const serving = await withinOrganization(organizationId, () =>
      listConnections(world.service.database, organizationId),
    );
    assert.deepEqual(
      serving.map((connection) => [connection.kind, connection.accountIds]),
      [
        ["simulated", []],
        ["folder", [accountId]],
      ],
    );
    assert.ok(serving.some((connection) => connection.connectionId === connectionId));
    const id = await payTo("55555555", 41);
    const { status, body } = await inject(world.app, organization.token, {
      url: `/sandbox/transactions/${id}/settle`,
      body: {},
    });
    assert.deepEqual([status, body.errors.errorCode], [400, "bankCannotAnswer"]);
    assert.equal(await statusOf(id), "pending", "it waits for the other bank's connection to go live");
  });

  test("statements have what moved without a file, and agree with the ledger to the cent", async () => {
    const other = await world.newOrganization();
    const savings = await other.newAccount("Reserve", "savings");
    const at = async (url: string, body?: unknown) => {
      const answer = await inject(world.app, other.token, body === undefined ? { url } : { url, body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const reconciled = async () =>
      new Map<string, Record<string, Record<string, unknown>>>(
        (await at("/reconciliation")).accounts.map((account: { accountId: string }) => [account.accountId, account]),
      );
    await at(`/sandbox/accounts/${other.accountId}/deposit`, { amount: 5_000.55, name: "Globex", memo: "INV-7" });
    for (let number = 1; number <= 10; number += 1) {
      const recipientId = await other.newRecipient(`Payee ${number}`, number === 7 ? "9902000016" : `5550${number}`);
      const { url, body } = payment(other, { recipientId, amount: number + 0.01 });
      await at(url, body);
    }
    const transfer = { sourceAccountId: other.accountId, destinationAccountId: savings, amount: 1_234.56 };
    await at("/transfer", transfer);
    await at("/sandbox/clock/advance", { hours: 24 * 3 });
    // Its day's statement is out, and the bank has read the ledger beyond it.
    await other.deposit(savings, 1_00n, plusMs(world.clock.now(), -3 * DAY_MS));
    await at("/sandbox/clock/advance", { hours: 24 * 2 });
    const late = await at(`/sandbox/accounts/${savings}/deposit`, { amount: 0.07 });
    const compare = async () => {
      for (const [accountId, { statement, bank, intraday, ledger }] of await reconciled()) {
        const { opening, missingStatements, timing, unmatched, inTransit, difference } = statement ?? {};
        assert.deepEqual(
          [difference, opening, missingStatements, timing, unmatched, inTransit],
          [0, 0, 0, 0, 0, 0],
          accountId,
        );
        assert.deepEqual([bank?.["count"], intraday?.["count"], ledger?.["count"]], [0, 0, 0]);
      }
    };
    await compare();
    const before = await reconciled();
    assert.deepEqual([...before.keys()].sort(), [other.accountId, savings].sort());
    assert.equal(before.get(savings)?.["statement"]?.["closingBalance"], 1_235.56);
    assert.ok(String(before.get(savings)?.["statement"]?.["closesOn"]) < late.createdAt.slice(0, 10));

    await at("/sandbox/clock/advance", { hours: 24 * 4 });
    await compare();
    assert.equal(
      (await reconciled()).get(savings)?.["statement"]?.["closingBalance"],
      1_235.63,
      "each deposit is booked once",
    );
    const received = (await at("/bank-files?direction=in&limit=100")).files;
    assert.deepEqual(
      received.filter(({ state }: { state: string }) => state !== "processed"),
      [],
    );
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("what came back on request is matched with the statement by its reference", async () => {
    const other = await world.newOrganization();
    const at = async (url: string, body?: unknown) =>
      (await inject(world.app, other.token, body === undefined ? { url } : { url, body })).body;
    await at(`/sandbox/accounts/${other.accountId}/deposit`, { amount: 100 });
    const { url, body } = payment(other, { amount: 41.41 });
    const { id } = await at(url, body);
    assert.equal((await at(`/sandbox/transactions/${id}/settle`, {})).status, "sent");
    assert.equal((await at(`/sandbox/transactions/${id}/return`, {})).status, "reversed");
    await at("/sandbox/clock/advance", { hours: 24 * 5 });
    const { movements, inTransit } = await at(`/reconciliation/${other.accountId}/movements`);
    assert.deepEqual([movements, inTransit], [[], []]);
    const [{ statement }] = (await at("/reconciliation")).accounts;
    assert.deepEqual([statement.closingBalance, statement.difference], [100, 0]);
  });
});

test("while a worker exchanges the same files, the sandbox's clock waits for it", async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const organization = await world.newOrganization();
  const { organizationId, accountId, token } = organization;
  await organization.deposit(accountId, 100_00n);
  const post = async (url: string, body: object) => {
    const answer = await inject(world.app, token, { url, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const { url, body } = payment(organization, { paymentMethod: "realTimePayment", amount: 7 });
  const { id } = await post(url, body);
  const madeAt = world.clock.now();
  // The payment is at the bank, which answers after a few seconds.
  await post("/sandbox/clock/advance", { to: plusMs(madeAt, 1_000).toISOString() });
  const lease = (endsAt: Date | null) =>
    world.owner().run(sql`
      update bank_channels set lease_token = ${endsAt && randomUUID()}, lease_ends_at = ${endsAt}
       where organization_id = ${organizationId}`);
  assert.equal(await lease(plusMs(systemClock.now(), DAY_MS)), 1);
  const advancing = post("/sandbox/clock/advance", { to: plusMs(madeAt, DAY_MS).toISOString() });
  await sleep(1_000);
  await lease(null);
  await advancing;
  const events = await world.owner().many<{ occurred_at: Date }>(sql`
    select occurred_at from events
     where organization_id = ${organizationId} and resource_id = ${id} order by resource_version`);
  assert.deepEqual(
    events.map((event) => event.occurred_at < plusMs(madeAt, 60_000)),
    [true, true],
    "accepted, and sent when the bank answered",
  );
});
