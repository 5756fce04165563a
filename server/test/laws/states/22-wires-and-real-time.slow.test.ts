import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { BankFiles } from "#bank/file-rails/channels.ts";
import { transfersPart } from "#bank/file-rails/parts/transfers-part.ts";
import type { TransferConnection } from "#bank/file-rails/transfer-messages/transfer-connection.ts";
import { transferStates } from "#bank/file-rails/transfers/transfer-states.ts";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { awaitsHandOver } from "#payments/payments";
import { verifyLedger } from "#records/ledger/check";
import { achBank } from "../../kit/banks/ach-bank.ts";
import { overtaken, workOnFiles } from "../../kit/banks/file-workers.ts";
import {
  customerReport,
  networkReport,
  realTimeConnection,
  receiveAnswer,
  receiveTogether,
  returnMessage,
  type SentTransfer,
  transferChannels,
  transferConnection,
  transfersIn,
} from "../../kit/banks/transfer-bank.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const AMOUNT = 1_000n;

const world = await openWorldOfFile();

/**
 * Law 22 for wires and real-time payments: wherever a process dies, however many do the work, and in whatever order and
 * how often the bank answers, each payment is in one message, and what the bank says happens once.
 */
describe("wires and real-time payments", () => {
  /** Keeps what was recorded to be sent; sending it is tested with the module that sends. */
  const bank = achBank();

  interface Story {
    readonly organization: TestOrganization;
    readonly connection: TransferConnection;
    readonly paid: readonly TransactionId[];
  }

  const begin = async (make: (id: string) => TransferConnection, count: number): Promise<Story> => {
    world.clock.set(newYorkInstant(nextBankingDay(newYorkDate(world.clock.now())), Temporal.PlainTime.from("10:00")));
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_000n);
    const connection = make(world.service.newId());
    bank.delivered.length = 0;
    const method = connection.rail === "wire" ? "domesticWire" : "realTimePayment";
    const paid = await pay(world.service, organization, { count, method, amountMinor: AMOUNT });
    return { organization, connection, paid };
  };
  const partOf = (service: Service, files: BankFiles, { organization, connection }: Story) =>
    transfersPart(
      service,
      {
        channels: transferChannels(organization.organizationId, new Map([[organization.accountId, connection]])),
        files,
        awaitsHandOver: () => awaitsHandOver(service, organization.organizationId),
      },
      connection.rail,
    );
  const passes = (service: Service, files: BankFiles, story: Story): Promise<void> =>
    workOnFiles(service, [partOf(service, files, story)]);
  const failing = (): BankFiles => ({ ...bank.files, store: () => Promise.reject(new Error("The disk is full")) });
  /** Another process, which rests after failures of its own. */
  const other = () => ({ ...world.service, database: { ...world.service.database } });
  const pass = (story: Story) => passes(world.service, bank.files, story);
  /** Payments are handed over, and their messages are written: wires two minutes later. */
  const depart = async (story: Story, service = world.service, files: BankFiles = bank.files): Promise<void> => {
    await passes(service, files, story);
    if (story.connection.rail !== "wire") return;
    world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    await passes(service, files, story);
  };
  /** Time passes, by less than a window of wires. */
  const later = async (story: Story, ms: number) => {
    world.clock.set(plusMs(world.clock.now(), ms));
    await pass(story);
  };
  const hear = (story: Story, text: string, service = world.service) =>
    receiveAnswer(
      service,
      partOf(service, bank.files, story),
      { organizationId: story.organization.organizationId, connectionId: story.connection.connectionId },
      text,
    );
  const sent = (): readonly SentTransfer[] =>
    bank.delivered.filter(({ name }) => !name.startsWith("pacs028")).flatMap(({ text }) => transfersIn(text));
  const stateOf = async ({ organization }: Story, { transaction }: SentTransfer) =>
    (
      await world.service.database.one<{ state: string }>(sql`
        select state from transfers where organization_id = ${organization.organizationId} and end_to_end_id = ${transaction.endToEndId}`)
    ).state;
  const statuses = async ({ organization, paid }: Story) =>
    (
      await world.service.database.many<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = any (${paid}::uuid[])
         order by transaction_id`)
    ).map(({ status }) => status);
  const differences = async ({ organization }: Story) =>
    (await verifyLedger(world.service.database, organization.organizationId)).differences;

  const says = {
    pending: (transfer: SentTransfer) => networkReport(transfer, { status: "ACSP" }),
    settle: (transfer: SentTransfer) => networkReport(transfer, { status: "ACSC" }),
    reject: (transfer: SentTransfer) => networkReport(transfer, { status: "RJCT", reason: { code: "AC04" } }),
    block: (transfer: SentTransfer) => networkReport(transfer, { status: "BLCK", reason: { code: "FRAD" } }),
    return: (transfer: SentTransfer) => returnMessage(transfer, { amountMinor: AMOUNT }),
  };
  type What = keyof typeof says;
  const whats = Object.keys(says) as What[];

  test("each thing that the bank says in each state moves the payment, repeats what is known, or is set aside", async () => {
    const states = ["sent", "unknown", "settled", "rejected", "blocked", "returned"] as const;
    const lead = { settled: "settle", rejected: "reject", blocked: "block", returned: "return" } as const;
    /** What contradicts the state. Everything else that does not move the payment repeats what is known. */
    const contradictions: Readonly<Record<string, readonly What[]>> = {
      settled: ["reject", "block"],
      rejected: ["settle", "block", "return"],
      blocked: ["settle", "reject", "return"],
      returned: ["reject", "block"],
    };
    const story = await begin(realTimeConnection, states.length * whats.length);
    await depart(story);
    const [...waiting] = sent();
    assert.equal(waiting.length, states.length * whats.length);
    const take = (): SentTransfer => {
      const next = waiting.pop();
      assert.ok(next !== undefined);
      return next;
    };
    const cases: (readonly [(typeof states)[number], What, SentTransfer])[] = [];
    for (const state of states) for (const what of whats) cases.push([state, what, take()]);
    for (const [state, , transfer] of cases)
      if (state !== "sent" && state !== "unknown")
        assert.equal(await hear(story, says[lead[state]](transfer)), undefined);
    for (const [, what, transfer] of cases.filter(([state]) => state === "sent"))
      assert.equal(await hear(story, says[what](transfer)), undefined);
    await later(story, 40 * SECOND_MS);
    for (const [state, what, transfer] of cases.filter(([first]) => first !== "sent")) {
      assert.equal(await stateOf(story, transfer), state);
      const trigger = what === "pending" ? undefined : what;
      const next = trigger && transferStates.next(state, trigger);
      const isContradiction = contradictions[state]?.includes(what) ?? false;
      assert.equal((await hear(story, says[what](transfer))) !== undefined, isContradiction, `${what} in ${state}`);
      assert.equal(await stateOf(story, transfer), next ?? state, `${what} in ${state}`);
      assert.equal((await hear(story, says[what](transfer))) !== undefined, isContradiction, `${what} again`);
      assert.equal(await stateOf(story, transfer), next ?? state, `${what} again`);
    }
    await pass(story);
    const ends = Object.groupBy(await statuses(story), (status) => status);
    assert.deepEqual(
      Object.fromEntries(Object.entries(ends).map(([status, all]) => [status, all?.length])),
      // Sent, unknown: one each of what the bank says. A settled payment stays so, or comes back.
      { pending: 2, sent: 6, failed: 7, blocked: 7, reversed: 8 },
    );
    assert.deepEqual(await differences(story), []);
  });

  test("settlement and return, in any order and repeated, end as a return, and the money is back", async () => {
    const orders: What[][] = [
      ["pending", "settle", "return"],
      ["return", "settle", "pending"],
      ["return", "return", "pending", "settle", "settle"],
      ["settle", "settle", "return", "return", "settle"],
    ];
    const story = await begin(transferConnection, orders.length);
    await depart(story);
    const all = sent();
    for (const [index, order] of orders.entries()) {
      const transfer = all[index];
      assert.ok(transfer !== undefined);
      for (const what of order) {
        assert.equal(await hear(story, says[what](transfer)), undefined);
        await pass(story);
      }
      assert.match(
        (await hear(story, returnMessage(transfer, { amountMinor: AMOUNT, returnId: "R2" }))) ?? "",
        /another return/,
      );
    }
    assert.deepEqual(await statuses(story), ["reversed", "reversed", "reversed", "reversed"]);
    assert.deepEqual(await differences(story), []);
  });

  test("what a report says and does not fit what was sent is an open item, and the rest of it is applied", async () => {
    const story = await begin(transferConnection, 2);
    await depart(story);
    const [transfer, otherTransfer] = sent();
    assert.ok(transfer !== undefined && otherTransfer !== undefined);
    const { message, transaction } = transfer;
    const other = { ...transfer, transaction: { ...transaction, uetr: otherTransfer.transaction.uetr ?? "" } };
    const settled = { status: "ACSC" };
    const cases: readonly (readonly [string, RegExp])[] = [
      [customerReport({ ...message, messageId: "M-UNKNOWN" }, "ACCP"), /No message of this connection/],
      [customerReport(message, undefined, [[other, settled]]), /No payment over this connection/],
      [
        customerReport(message, undefined, [
          [transfer, settled],
          [transfer, { status: "RJCT" }],
        ]),
        /both/,
      ],
      [customerReport(message, "RJCT", [[transfer, settled]]), /both/],
      [customerReport(message, "XXXX"), /status XXXX \(unknown\) is not known/],
      [returnMessage(transfer, { amountMinor: AMOUNT - 1n }), /another amount/],
      [networkReport(transfer, settled).slice(0, 400), /not a valid pacs\.002/],
    ];
    for (const [text, reason] of cases) assert.match((await hear(story, text)) ?? "", reason);
    assert.deepEqual([await stateOf(story, transfer), await stateOf(story, otherTransfer)], ["sent", "sent"]);
    assert.equal(await hear(story, customerReport(message, "RJCT")), undefined);
    await pass(story);
    assert.deepEqual(await statuses(story), ["failed", "failed"]);
    assert.match((await hear(story, customerReport(message, undefined, [[transfer, settled]]))) ?? "", /rejected/);

    const next = await begin(transferConnection, 2);
    await depart(next);
    const [third, fourth] = sent();
    assert.ok(third !== undefined && fourth !== undefined);
    const stranger = {
      ...fourth,
      transaction: { ...fourth.transaction, endToEndId: "UNKNOWN", uetr: "00000000-0000-4000-8000-000000000000" },
    };
    const mixed = customerReport(third.message, undefined, [
      [stranger, settled],
      [third, settled],
    ]);
    assert.match((await hear(next, mixed)) ?? "", /No payment over this connection/);
    assert.deepEqual([await stateOf(next, third), await stateOf(next, fourth)], ["settled", "sent"]);
    // It rejects both, and one of them has settled: nobody knows which of the two the bank means.
    assert.match((await hear(next, customerReport(third.message, "RJCT"))) ?? "", /settled/);
    assert.deepEqual([await stateOf(next, third), await stateOf(next, fourth)], ["settled", "sent"]);
  });

  test("files that arrive together have the same effects as one after another, open items included", async () => {
    const random = seeded(testSeed("answers that arrive together"));
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    for (const make of [realTimeConnection, transferConnection]) {
      const count = 6;
      const steps = Array.from({ length: long ? 60 : 20 }, () => [pick([0, 1, 2, 3, 4, 5]), pick(whats)] as const);
      const script = (transfers: readonly SentTransfer[]): readonly string[] =>
        steps.map(([index, what]) => says[what](transfers[index] ?? assert.fail()));
      const ordered = (transfers: readonly SentTransfer[], { paid }: Story) => {
        const idOf = ({ transaction }: SentTransfer) => transaction.endToEndId ?? "";
        assert.equal(transfers.length, paid.length);
        return transfers.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      };
      const ends = async (story: Story, transfers: readonly SentTransfer[]) => {
        await pass(story);
        assert.deepEqual(await differences(story), []);
        return [await Promise.all(transfers.map((transfer) => stateOf(story, transfer))), await statuses(story)];
      };

      const single = await begin(make, count);
      await depart(single);
      const first = ordered(sent(), single);
      const hadProblems: boolean[] = [];
      for (const text of script(first)) hadProblems.push((await hear(single, text)) !== undefined);
      const expected = await ends(single, first);

      const grouped = await begin(make, count);
      await depart(grouped);
      const second = ordered(sent(), grouped);
      const over = {
        organizationId: grouped.organization.organizationId,
        connectionId: grouped.connection.connectionId,
      };
      const together = await receiveTogether(
        world.service,
        partOf(world.service, bank.files, grouped),
        over,
        script(second),
      );
      assert.deepEqual(
        together.problems.map((reason) => reason !== undefined),
        hadProblems,
        `${grouped.connection.rail}: ${steps.map(([index, what]) => `${index} ${what}`).join(", ")}`,
      );
      assert.deepEqual(await ends(grouped, second), expected);
      // Wires are in one message.
      if (make === realTimeConnection) assert.ok(together.rounds < steps.length / 2, `${together.rounds} rounds`);
    }
  });

  test("unknown: two processes ask once at a time, and only an answer decides", async () => {
    const story = await begin(realTimeConnection, 2);
    await depart(story);
    const [transfer, otherTransfer] = sent();
    assert.ok(transfer !== undefined && otherTransfer !== undefined);
    // A bank that has not received the payment yet may receive it a moment later.
    const notReceived = networkReport(otherTransfer, { status: "RJCT", reason: { code: "NOOR" } });
    assert.equal(await hear(story, notReceived), undefined);
    assert.equal(await stateOf(story, otherTransfer), "sent");
    for (const [seconds, requests] of [
      [29, 0],
      [2, 2],
      [50, 2],
      [20, 4],
    ] as const) {
      world.clock.set(plusMs(world.clock.now(), seconds * SECOND_MS));
      await Promise.all([passes(world.service, bank.files, story), passes(other(), bank.files, story)]);
      const asked = bank.delivered.filter(({ name }) => name.startsWith("pacs028"));
      assert.equal(asked.length, requests, `after ${seconds} more seconds`);
    }
    assert.equal(sent().length, 2, "nothing is sent again");
    assert.equal(await hear(story, says.settle(transfer)), undefined);
    world.clock.set(plusMs(world.clock.now(), 10 * MINUTE_MS));
    assert.equal(
      await hear(story, networkReport(otherTransfer, { status: "RJCT", reason: { code: "NOOR" } })),
      undefined,
    );
    await later(story, 60 * MINUTE_MS);
    assert.deepEqual(await statuses(story), ["sent", "failed"]);
    assert.equal(sent().length, 2);
    assert.deepEqual(await differences(story), []);
  });

  test("a payment whose answer may wait in a file that is not read yet is not asked about", async () => {
    const story = await begin(realTimeConnection, 1);
    await depart(story);
    const [payment] = sent();
    assert.ok(payment !== undefined);
    let isBehind = true;
    const files: BankFiles = { ...bank.files, hasUnprocessed: async () => isBehind };
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    await passes(world.service, files, story);
    assert.equal(await stateOf(story, payment), "sent");
    isBehind = false;
    await passes(world.service, files, story);
    assert.equal(await stateOf(story, payment), "unknown");
    assert.equal(bank.delivered.filter(({ name }) => name.startsWith("pacs028")).length, 1);
  });

  test("a process that finds a planned message, which another one then writes, leaves its payments alone", async () => {
    const story = await begin(realTimeConnection, 2);
    const { slow, isOvertaken } = overtaken(world.service, "transfer_files", () => pass(story));
    await passes(slow, bank.files, story);
    assert.ok(isOvertaken(), "it found the message before it was written");
    for (const transfer of sent()) assert.equal(await hear(story, says.settle(transfer)), undefined);
    await pass(story);
    assert.deepEqual([await statuses(story), sent().length], [["sent", "sent"], 2]);
  });

  test("a process dies at any of its steps: another one sends the same bytes once", async () => {
    const attempts = new Map<string, Set<string>>();
    /** Remembers every content that was built, whether it was recorded or not. */
    const watched = (files: BankFiles): BankFiles => ({
      ...files,
      store: async (organizationId, source) => {
        const parts: Uint8Array[] = [];
        for await (const part of source) parts.push(part);
        const text = Buffer.concat(parts).toString("utf8");
        const messageId = /<MsgId>(.*?)</.exec(text)?.[1] ?? "";
        attempts.set(messageId, (attempts.get(messageId) ?? new Set()).add(text));
        return files.store(
          organizationId,
          (async function* () {
            yield* parts;
          })(),
        );
      },
    });
    const everything = async (service: Service, files: BankFiles, story: Story): Promise<void> => {
      await depart(story, service, watched(files));
      const [transfer, otherTransfer] = sent();
      if (transfer === undefined || otherTransfer === undefined) return;
      assert.equal(
        await hear(story, customerReport(transfer.message, "PART", [[transfer, { status: "ACSC" }]]), service),
        undefined,
      );
      assert.equal(await hear(story, returnMessage(otherTransfer, { amountMinor: AMOUNT }), service), undefined);
      await passes(service, watched(files), story);
    };
    const counting = deathAt(undefined);
    await everything(
      { ...world.service, database: dyingDatabase(world.service.database, counting) },
      bank.filesFor(counting),
      await begin(transferConnection, 2),
    );
    const steps = counting.steps();
    assert.ok(steps > 40, `${steps} steps`);
    const random = seeded(testSeed("the steps at which a process dies"));
    const all = Array.from({ length: steps }, (_, index) => index + 1);
    for (const step of long ? all : all.filter(() => random() < 5 / steps)) {
      const story = await begin(transferConnection, 2);
      const death = deathAt(step);
      const dying = { ...world.service, database: dyingDatabase(world.service.database, death) };
      await everything(dying, bank.filesFor(death), story).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      // The lease of the dead process ends.
      world.clock.set(plusMs(world.clock.now(), 31 * SECOND_MS));
      await everything(world.service, bank.files, story);
      const what = `died at step ${step} of ${steps}`;
      assert.deepEqual(bank.delivered.flatMap((file) => file.transactionIds).toSorted(), story.paid.toSorted(), what);
      assert.deepEqual(await statuses(story), ["sent", "reversed"], what);
      assert.deepEqual(await differences(story), [], what);
    }
    for (const [messageId, contents] of attempts) assert.equal(contents.size, 1, `${messageId} has one content`);
  });

  test("in a rehearsal, the message is written and its payments fail; a late answer to it is set aside", async () => {
    const story = await begin((id) => transferConnection(id, { mode: "rehearsal" }), 1);
    await depart(story);
    assert.deepEqual(await statuses(story), ["failed"]);
    const [transfer] = sent();
    assert.ok(transfer !== undefined);
    assert.equal(await stateOf(story, transfer), "withdrawn");
    assert.match((await hear(story, says.settle(transfer))) ?? "", /was not sent/);
  });

  test("a dismissed message fails its payments; one in doubt is asked about, and the bank's answer decides", async () => {
    const outcomeIs = (outcome: "dismissed" | "inDoubt"): BankFiles => ({
      ...bank.files,
      holdMode: async () => true,
      outcomesOf: async (_, __, ids) => new Map(ids.map((id) => [id, outcome])),
    });
    const dismissed = await begin(transferConnection, 1);
    await depart(dismissed, world.service, outcomeIs("dismissed"));
    assert.deepEqual(await statuses(dismissed), ["failed"]);
    const [gone] = sent();
    assert.ok(gone !== undefined);
    assert.match((await hear(dismissed, says.settle(gone))) ?? "", /was not sent/);

    const doubtful = await begin(realTimeConnection, 1);
    await depart(doubtful, world.service, outcomeIs("inDoubt"));
    world.clock.set(plusMs(world.clock.now(), 31 * SECOND_MS));
    await passes(world.service, outcomeIs("inDoubt"), doubtful);
    const [transfer] = sent();
    assert.ok(transfer !== undefined);
    assert.equal(await stateOf(doubtful, transfer), "unknown");
    assert.equal(await hear(doubtful, says.settle(transfer)), undefined);
    await pass(doubtful);
    assert.deepEqual(await statuses(doubtful), ["sent"]);
    assert.equal(sent().length, 1);
  });

  test("a message that could not be stored leaves on the next banking day, without a payment that was changed", async () => {
    const story = await begin(transferConnection, 3);
    const { organizationId } = story.organization;
    await depart(story, other(), failing());
    assert.equal(bank.delivered.length, 0);
    const [changed = ""] = story.paid;
    await world.owner().run(sql`
      update bank_orders set amount_minor = amount_minor + 1
       where organization_id = ${organizationId} and transaction_id = ${changed}`);
    const next = nextBankingDay(newYorkDate(world.clock.now()));
    world.clock.set(newYorkInstant(next, Temporal.PlainTime.from("07:59")));
    await pass(story);
    assert.equal(bank.delivered.length, 0, "the bank is not open");
    await later(story, 2 * MINUTE_MS);
    assert.equal(sent().length, 2);
    assert.match(bank.delivered[0]?.text ?? "", new RegExp(`<Dt>${next}</Dt>`));
    assert.deepEqual(await statuses(story), ["blocked", "pending", "pending"]);
  });

  test("payments whose connection is removed before their message is written leave over another one, by the same names", async () => {
    const story = await begin(transferConnection, 2);
    await depart(story, other(), failing());
    const planned = await world.service.database.many<{ end_to_end_id: string }>(sql`
      select end_to_end_id from transfers where organization_id = ${story.organization.organizationId} order by transaction_id`);
    const moved = { ...story, connection: transferConnection(world.service.newId()) };
    await depart(moved);
    assert.deepEqual(
      sent().map(({ transaction }) => transaction.endToEndId),
      planned.map((row) => row.end_to_end_id),
    );
  });
});
