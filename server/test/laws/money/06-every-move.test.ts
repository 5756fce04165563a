import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { type AnswerId, type BankAnswer, recordAnswers } from "#bank/file-rails";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { createMetrics } from "#kernel/process/metrics.ts";
import type { Database } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import {
  answerMetrics,
  applyAnswers,
  moveFrom,
  moves,
  runBankAnswers,
  type Trigger,
  transactionStatuses,
} from "#payments/payments";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { type TransactionStatus, triggers } from "#payments/payments/states/transaction-states.ts";
import { verifyLedger } from "#records/ledger/check";
import { seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { changedTables, checksumOfAllTables } from "../../kit/service/traces.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";

/** How a payment reaches each status. */
const pathTo: Readonly<Record<TransactionStatus, readonly Trigger[]>> = {
  pending: [],
  sent: ["confirm"],
  failed: ["reject"],
  blocked: ["block"],
  cancelled: ["cancel"],
  reversed: ["confirm", "return"],
};

/** The transitions of docs/spec/decisions.md#transaction-states, copied independently: the code must have the same. */
const listed: Readonly<Record<TransactionStatus, Partial<Record<Trigger, TransactionStatus>>>> = {
  pending: { confirm: "sent", reject: "failed", block: "blocked", cancel: "cancelled" },
  sent: { return: "reversed" },
  failed: {},
  blocked: {},
  cancelled: {},
  reversed: {},
};

/** Everything that a bank may legitimately report about one payment, in order. */
const sequences: readonly (readonly AnswerOutcome[])[] = [
  ["confirmed"],
  ["rejected"],
  ["blocked"],
  ["confirmed", "returned"],
];

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("law 6: only listed transitions happen, for any message of the bank at any time", () => {
  const at = new Date("2026-11-23T13:30:00Z");

  before(async () => {
    await organization.deposit(organization.accountId, 100_000_000n);
  });

  const move = (transactionId: TransactionId, trigger: Trigger) =>
    world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId: organization.organizationId,
        actor: { type: "bank" },
        moves: [
          {
            transactionId,
            trigger,
            at,
            code: "R02",
            reason: "R02: Account closed",
            ...(trigger === "confirm" ? { trackingNumber: "091000010000042" } : {}),
          },
        ],
      }),
    );

  const paymentIn = async (status: TransactionStatus): Promise<TransactionId> => {
    const transactionId = await payOne(world.service, organization);
    for (const trigger of pathTo[status]) assert.ok((await move(transactionId, trigger)).has(transactionId));
    return transactionId;
  };

  test("the state table is the documented one", () => {
    for (const status of transactionStatuses)
      for (const trigger of triggers)
        assert.equal(moveFrom(status, trigger)?.to, listed[status][trigger], `${status} × ${trigger}`);
  });

  const everyMove = transactionStatuses.flatMap((status) => triggers.map((trigger) => [status, trigger] as const));
  for (const [status, trigger] of everyMove) {
    const to = listed[status][trigger];
    if (to === undefined) continue;
    test(`${status} × ${trigger}: ${to}`, async () => {
      const transactionId = await paymentIn(status);
      const was = await stateOf(world, organization, transactionId);
      assert.deepEqual([...(await move(transactionId, trigger))], [transactionId]);
      const is = await stateOf(world, organization, transactionId);
      assert.equal(is.status, to);
      assert.equal(is.version, was.version + 1);
      assert.deepEqual(is.effects, [...was.effects, moves[trigger].effect].sort(), "exactly one ledger effect");
      assert.equal(is.events, was.events + 1, "exactly one event");
      assert.equal(is.audits, was.audits + 1, "exactly one audit row");
      assert.deepEqual(is.exceptions, to === "sent" ? [] : [to]);
    });
  }

  // Together, because a checksum of all tables takes longer than all of these.
  test("every other move changes nothing", async () => {
    const cases = everyMove.filter(([status, trigger]) => listed[status][trigger] === undefined);
    assert.equal(cases.length, 25);
    const payments = [];
    for (const [status] of cases) payments.push(await paymentIn(status));
    const before = await checksumOfAllTables(world.service.database);
    for (const [index, [status, trigger]] of cases.entries())
      assert.equal((await move(payments[index] as TransactionId, trigger)).size, 0, `${status} × ${trigger}`);
    assert.deepEqual(changedTables(before, await checksumOfAllTables(world.service.database)), []);
  });

  test("changes only payments", async () => {
    const deposit = await organization.deposit(organization.accountId, 500n);
    const before = await checksumOfAllTables(world.service.database);
    for (const trigger of triggers) {
      assert.equal((await move(deposit, trigger)).size, 0);
      assert.equal((await move(world.service.newId<TransactionId>(), trigger)).size, 0);
    }
    assert.deepEqual(changedTables(before, await checksumOfAllTables(world.service.database)), []);
  });

  test("an event names what changed as the API does", async () => {
    const transactionId = await payOne(world.service, organization);
    await move(transactionId, "confirm");
    await move(transactionId, "return");
    const events = await world.service.database.many<{
      changed_paths: string[];
      merge_patch: string;
      previous_values: string;
    }>(sql`
        select changed_paths, merge_patch, previous_values from events
         where organization_id = ${organization.organizationId} and resource_id = ${transactionId} and operation = 'update' order by resource_version`);
    assert.deepEqual(
      events.map((event) => [event.changed_paths, JSON.parse(event.merge_patch), JSON.parse(event.previous_values)]),
      [
        [
          ["status", "postedAt"],
          { status: "sent", postedAt: "2026-11-23T13:30:00.000Z" },
          { status: "pending", postedAt: null },
        ],
        [
          ["status", "failedAt", "reasonForFailure"],
          { status: "reversed", failedAt: "2026-11-23T13:30:00.000Z", reasonForFailure: "R02: Account closed" },
          { status: "sent", failedAt: null, reasonForFailure: null },
        ],
      ],
    );
  });

  const record = (answers: readonly BankAnswer[]) =>
    world.service.database.transaction((tx) =>
      recordAnswers(tx, organization.organizationId, { answers, now: world.clock.now() }),
    );
  const apply = async (answers: readonly BankAnswer[]): Promise<void> => {
    const { database } = world.service;
    const { organizationId } = organization;
    await record(answers);
    const transactionIds = [...new Set(answers.map(({ transactionId }) => transactionId))].sort();
    await database.transaction((tx) => applyAnswers(world.service, tx, { organizationId, transactionIds }));
  };

  const answer = (transactionId: TransactionId, outcome: AnswerOutcome, name: string): BankAnswer => ({
    answerId: derivedId<AnswerId>(transactionId, outcome, name),
    transactionId,
    outcome,
    answeredAt: outcome === "returned" ? plusMs(at, 2 * DAY_MS) : at,
    ...(outcome === "confirmed" ? { trackingNumber: "091000010000042" } : { code: "R02" }),
  });

  for (const sequence of sequences) {
    test(`${sequence.join(", ")}: every message three times, in every order, has the same result`, async () => {
      // Each message, the same message again, and the same content under another ID.
      const messages = sequence.flatMap((outcome) => [`${outcome}/first`, `${outcome}/first`, `${outcome}/other`]);
      const orders = permutationsOf(messages);
      const [reference = "", ...payments] = await pay(world.service, organization, { count: orders.length + 1 });
      for (const outcome of sequence) await apply([answer(reference as TransactionId, outcome, "first")]);
      const expected = await endOf(world, organization, reference as TransactionId);
      for (let step = 0; step < messages.length; step += 1) {
        const batch = payments.map((payment, index) => {
          const [outcome, name] = (orders[index]?.[step] ?? "").split("/");
          return answer(payment, outcome as AnswerOutcome, name ?? "");
        });
        await apply(batch);
      }
      for (const [index, payment] of payments.entries()) {
        assert.deepEqual(await endOf(world, organization, payment), expected, `order: ${orders[index]?.join(" ")}`);
      }
      assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
    });
  }

  test("random histories in random batches have the same result as each message once, in order", async () => {
    const random = seeded(testSeed("law 6"));
    const pick = (count: number) => Math.floor(random() * count);
    const payments = await pay(world.service, organization, { count: 200 });
    const plan = new Map(payments.map((payment) => [payment, sequences[pick(sequences.length)] ?? []]));
    const messages = [...plan].flatMap(([payment, sequence]) =>
      sequence.flatMap((outcome) =>
        Array.from({ length: 1 + pick(3) }, () => answer(payment, outcome, `copy ${pick(2)}`)),
      ),
    );
    for (let index = messages.length - 1; index > 0; index -= 1) {
      const other = pick(index + 1);
      [messages[index], messages[other]] = [messages[other] as BankAnswer, messages[index] as BankAnswer];
    }
    while (messages.length > 0) await apply(messages.splice(0, 1 + pick(60)));
    const endings = { confirmed: "sent", rejected: "failed", blocked: "blocked", returned: "reversed" } as const;
    for (const [payment, sequence] of plan) {
      const end = await endOf(world, organization, payment);
      assert.equal(end.status, endings[sequence.at(-1) ?? "confirmed"]);
      assert.equal(end.events, 1 + sequence.length);
      assert.equal(end.parked, 0);
    }
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("a confirmation and its return, processed concurrently by two processes, both take effect", async () => {
    const payments = await pay(world.service, organization, { count: 40 });
    // A few at a time: all at once, they would wait for connections instead of each other.
    for (let from = 0; from < payments.length; from += 5) {
      await Promise.all(
        payments
          .slice(from, from + 5)
          .flatMap((payment) => [
            apply([answer(payment, "returned", "first")]),
            apply([answer(payment, "confirmed", "first")]),
            apply([answer(payment, "returned", "other")]),
          ]),
      );
    }
    for (const payment of payments) {
      const end = await endOf(world, organization, payment);
      assert.deepEqual([end.status, end.events, end.audits, end.parked], ["reversed", 3, 3, 0]);
    }
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("an answer that a file is changing holds up no other, and is applied after the change", async () => {
    const [changed = "", other = ""] = await pay(world.service, organization, { count: 2 });
    const statuses = async () => [
      (await stateOf(world, organization, changed as TransactionId)).status,
      (await stateOf(world, organization, other as TransactionId)).status,
    ];
    await record([changed, other].map((id) => answer(id as TransactionId, "confirmed", "first")));
    await world.owner().transaction(async (tx) => {
      await tx.run(sql`
        update file_answers set is_late = false
         where organization_id = ${organization.organizationId} and transaction_id = ${changed}`);
      await runBankAnswers(world.service);
      assert.deepEqual(await statuses(), ["pending", "sent"]);
    });
    await runBankAnswers(world.service);
    assert.deepEqual(await statuses(), ["sent", "sent"]);
  });

  /** One pass over three payments, of which one cannot be answered in as many commits. */
  const passRefusing = async (commits: number) => {
    const ids = (await pay(world.service, organization, { count: 3 })) as readonly TransactionId[];
    const [, refused = assert.fail()] = ids;
    await record(ids.map((id) => answer(id, "confirmed", "first")));
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const { service } = world;
    let left = commits;
    const transaction: Database["transaction"] = (work) =>
      service.database.transaction(async (tx) => {
        const result = await work(tx);
        const { status } = await tx.one<{ readonly status: string }>(sql`
          select status from transactions
           where organization_id = ${organization.organizationId} and transaction_id = ${refused}`);
        if (status !== "pending" && left > 0) {
          left -= 1;
          throw new Error("a defect");
        }
        return result;
      });
    const log = { ...service.log, error: (...line: unknown[]) => void logged.push(line) };
    const database = { ...service.database, transaction };
    await runBankAnswers({ ...service, database, log }, answerMetrics(metrics));
    const statuses = await Promise.all(ids.map(async (id) => (await stateOf(world, organization, id)).status));
    const split = (await metrics.text()).match(/^bursar_answer_commits_split_total (\d+)$/m)?.[1];
    return { statuses, split, logged: logged.length };
  };

  test("a payment whose answers cannot be applied holds up no other, which is counted and logged even if it passes", async () => {
    assert.deepEqual(await passRefusing(0), { statuses: ["sent", "sent", "sent"], split: "0", logged: 0 });
    assert.deepEqual(await passRefusing(1), { statuses: ["sent", "sent", "sent"], split: "1", logged: 1 });
    // The job's failure is logged, too.
    assert.deepEqual(await passRefusing(2), { statuses: ["sent", "pending", "sent"], split: "1", logged: 2 });
    await runBankAnswers(world.service);
  });

  test("records a message that contradicts the final state or arrives a month late, without changing anything", async () => {
    for (const sequence of sequences) {
      const payment = await payOne(world.service, organization);
      for (const outcome of sequence) await apply([answer(payment, outcome, "first")]);
      const expected = await endOf(world, organization, payment);
      const impossible = (["confirmed", "rejected", "blocked"] as const).map((outcome) => ({
        ...answer(payment, outcome, "late"),
        answeredAt: plusMs(at, 30 * DAY_MS),
      }));
      await apply(impossible);
      assert.deepEqual(await endOf(world, organization, payment), expected, sequence.join(", "));
    }
  });
});

function permutationsOf(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length <= 1) return [items];
  // Equal messages yield equal orders, so each order is tried once.
  return [...new Set(items)].flatMap((first) => {
    const rest = items.toSpliced(items.indexOf(first), 1);
    return permutationsOf(rest).map((order) => [first, ...order]);
  });
}

interface State {
  readonly status: string;
  readonly version: number;
  readonly effects: string[];
  readonly events: number;
  readonly audits: number;
  readonly exceptions: string[];
}

const stateOf = ({ service }: TestWorld, { organizationId }: TestOrganization, transactionId: TransactionId) =>
  service.database.one<State>(sql`
  select t.status, t.version,
         array(select effect::text from ledger_entries where organization_id = t.organization_id and transaction_id = t.transaction_id order by effect) as effects,
         (select count(*)::int from events where organization_id = t.organization_id and resource_id = t.transaction_id) as events,
         (select count(*)::int from audit_log where organization_id = t.organization_id and resource_id = t.transaction_id::text) as audits,
         array(select status::text from transaction_exceptions where organization_id = t.organization_id and transaction_id = t.transaction_id order by 1) as exceptions
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

interface End extends State {
  readonly parked: number;
}

/** Everything that must not depend on the order of the messages. */
const endOf = ({ service }: TestWorld, { organizationId }: TestOrganization, transactionId: TransactionId) =>
  service.database.one<End>(sql`
  select t.status, t.version, t.posted_at, t.failed_at, t.reason_for_failure, t.tracking_number,
         array(select effect || ' ' || amount_minor || ' ' || entered_at from ledger_entries where organization_id = t.organization_id and transaction_id = t.transaction_id order by effect) as effects,
         (select count(*)::int from events where organization_id = t.organization_id and resource_id = t.transaction_id) as events,
         (select count(*)::int from audit_log where organization_id = t.organization_id and resource_id = t.transaction_id::text) as audits,
         array(select status::text from transaction_exceptions where organization_id = t.organization_id and transaction_id = t.transaction_id order by 1) as exceptions,
         (select count(*)::int from file_answers where organization_id = t.organization_id and transaction_id = t.transaction_id and disposition = 'parked') as parked
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);
