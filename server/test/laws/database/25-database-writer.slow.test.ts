import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { auditAlarms, runAuditSealer, runAuditWatch, verifyAudit } from "#records/audit/trail";
import * as writer from "../../kit/faults/database-writer.queries.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

/**
 * Law 25: writing to the database leaves a trace. Changed, deleted, inserted, or redirected rows are detected within a
 * minute, whether the attack happens before sealing, while the sealer is blocked, or afterwards.
 *
 * Each attack has its own service, which then runs for a minute: the sealer every five seconds (to save time), the
 * watch every ten seconds, and one more payment.
 */
const MINUTE_SECONDS = 60;
const SEAL_EVERY_SECONDS = 5;
const WATCH_EVERY_SECONDS = 10;
const PAYMENTS = 5;

interface Scene {
  readonly service: Service;
  readonly organization: TestOrganization;
  readonly id: OrganizationId;
  readonly payments: readonly writer.AuditedPayment[];
  /** The attacker's recipient, with the attacker's bank details. */
  readonly mallory: string;
}
type Attack = (scene: Scene, db: Service["database"]) => Promise<unknown>;

const nth = (scene: Scene, index: number): writer.AuditedPayment => {
  const payment = scene.payments.at(index);
  assert.ok(payment);
  return payment;
};

/** Attacks on rows, sealed or not. */
const attacks: readonly (readonly [string, Attack])[] = [
  [
    "a payment's recipient is changed",
    (s, db) => writer.redirectRecipient(db, s.id, nth(s, 1).transaction_id, s.mallory),
  ],
  [
    "a payment's bank details are changed",
    (s, db) => writer.redirectDetails(db, s.id, nth(s, 1).transaction_id, s.mallory),
  ],
  ["a payment's name is changed", (s, db) => writer.renameCounterparty(db, s.id, nth(s, 1).transaction_id)],
  ["a payment's amount is changed", (s, db) => writer.changeAmount(db, s.id, nth(s, 1).transaction_id)],
  ["a payment and its audit row are deleted", (s, db) => writer.deletePayment(db, s.id, nth(s, 2))],
  ["the last payment and its audit row are deleted", (s, db) => writer.deletePayment(db, s.id, nth(s, -1))],
  ["two rows swapped", (s, db) => writer.swapNumbers(db, s.id, nth(s, 1), nth(s, 2))],
  ["a payment is inserted", (s, db) => writer.insertPayment(db, s.id, nth(s, 0).transaction_id, s.service.newId())],
  [
    "an audit row is inserted with the next number",
    (s, db) => writer.insertRow(db, s.id, { auditId: s.service.newId(), like: nth(s, 0).audit_id, number: 1_000n }),
  ],
  [
    "an audit row is inserted without a number",
    (s, db) => writer.insertRow(db, s.id, { auditId: s.service.newId(), like: nth(s, 0).audit_id, number: null }),
  ],
];

/** Attacks that hide a row before it is sealed. */
const beforeSealing: readonly (readonly [string, Attack])[] = [
  ["a row is deleted and the rows after it move up", (s, db) => writer.closeGap(db, s.id, nth(s, 2))],
  [
    "the tail is deleted everywhere, and the counter is set back",
    async (s, db) => {
      await writer.deletePayment(db, s.id, nth(s, -1));
      await writer.forgetInOutbox(db, s.id, nth(s, -1).audit_id);
      await writer.setBackCounter(db, s.id, 1);
    },
  ],
  ["the outbox is emptied, so that nothing is sealed", (s, db) => writer.deleteOutbox(db, s.id)],
];

let organization: TestOrganization;
let mallory: string;

const world = await openWorldOfFile();

describe("law 25", () => {
  beforeEach(async () => {
    organization = await world.newOrganization();
    mallory = await organization.newRecipient("Mallory");
    await organization.deposit(organization.accountId, 1_000_00n);
  });

  // First: the sealer waits a second for each organization that it cannot seal.
  describe("while the sealer is blocked", () => heldUp());
  it("raises no alarm without an attack", () => nobodyInterferes());
  for (const [name, attack] of [...attacks, ...beforeSealing])
    it(`detects, before sealing: ${name}`, () => detected(attack, { sealedFirst: false }));
  for (const [name, attack] of attacks)
    it(`detects, after sealing: ${name}`, () => detected(attack, { sealedFirst: true }));
});

async function nobodyInterferes(): Promise<void> {
  const scene = await openScene();
  const elsewhere = await organization.newAccount("Elsewhere");
  await organization.deposit(elsewhere, 1_000_00n);
  // Several accounts in one call: each has its own numbers.
  await pay(scene.service, organization, { count: 5, accountIds: [organization.accountId, elsewhere] });
  await runForAMinute(scene, () => undefined);
  assert.deepEqual(alarmsOf(scene), []);
  const report = await verifyAudit(scene.service, scene.service.database, scene.id);
  assert.deepEqual(report.problems, []);
}

async function detected(attack: Attack, { sealedFirst }: { sealedFirst: boolean }): Promise<void> {
  const scene = await openScene();
  if (sealedFirst) while ((await runAuditSealer(scene.service)) > 0);
  await attack(scene, world.owner());
  const seconds = await runForAMinute(scene, () => (alarmsOf(scene).length > 0 ? "stop" : undefined));
  assert.ok(seconds <= MINUTE_SECONDS, "nothing was detected");
}

function heldUp(): void {
  const locks: readonly (readonly [string, (tx: Tx) => Promise<unknown>])[] = [
    ["its consumer's row", (tx) => writer.lockConsumer(tx, organization.organizationId)],
    ["the head", (tx) => writer.lockHead(tx, organization.organizationId)],
    ["the table", (tx) => writer.lockAuditLog(tx)],
  ];
  for (const [name, lock] of locks)
    it(`detects that another connection holds ${name}`, async () => {
      const scene = await openScene();
      await runAuditSealer(scene.service);
      await pay(scene.service, organization, { amountMinor: 7_00n });
      const attacker = await openTransaction(lock);
      try {
        const seconds = await runForAMinute(scene, () => (alarmsOf(scene).length > 0 ? "stop" : undefined), {
          paying: false,
        });
        assert.ok(seconds <= MINUTE_SECONDS, "nothing was detected");
      } finally {
        await attacker.end();
      }
      // The sealer pauses after it could not get a lock.
      for (let tries = 0; tries < 60 && (await runAuditSealer(scene.service)) === 0; tries += 1) await setTimeout(500);
      while ((await runAuditSealer(scene.service)) > 0);
      await runAuditWatch(scene.service, { nowMs: 120_000 });
      assert.deepEqual(alarmsOf(scene), [], "the alarm ends once sealing has caught up");
    });
}

/** A service with unsealed payments, and its own alarms and caches. */
async function openScene(): Promise<Scene> {
  // A separate vault gives the audit log a separate cache, as in another process.
  const service = {
    ...world.service,
    vault: { ...world.service.vault },
    log: { ...world.service.log, error: () => undefined },
  };
  await pay(service, organization, { amountMinor: 1_00n });
  for (let count = 1; count < PAYMENTS; count += 1)
    await pay(service, organization, { amountMinor: BigInt(count + 1) * 1_00n });
  await runAuditWatch(service, { nowMs: 0 });
  return {
    service,
    organization,
    id: organization.organizationId,
    payments: await writer.auditedPayments(service.database, organization.organizationId),
    mallory,
  };
}

/** Runs the jobs second by second until `tell` returns "stop". Returns that second, or a value above sixty. */
async function runForAMinute(
  { service }: Scene,
  tell: () => "stop" | undefined,
  { paying = true }: { paying?: boolean } = {},
): Promise<number> {
  for (let second = 1; second <= MINUTE_SECONDS; second += 1) {
    if (second % SEAL_EVERY_SECONDS === 0) await runAuditSealer(service).catch(() => 0);
    if (paying && second === 5) await pay(service, organization, { amountMinor: 9_00n });
    if (second % WATCH_EVERY_SECONDS === 0) await runAuditWatch(service, { nowMs: second * 1_000 }).catch(() => 0);
    if (tell() === "stop") return second;
  }
  return MINUTE_SECONDS + 1;
}

/** Alarms of this organization and of the whole watch. */
const alarmsOf = ({ service, id }: Scene) =>
  auditAlarms(service).filter(({ organizationId }) => organizationId === id || organizationId === undefined);

/** A transaction that the attacker keeps open. */
async function openTransaction(lock: (tx: Tx) => Promise<unknown>) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let locked = (): void => undefined;
  const holds = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const transaction = world.owner().transaction(async (tx) => {
    await lock(tx);
    locked();
    await ended;
  });
  await holds;
  return {
    end: async () => {
      end();
      await transaction;
    },
  };
}
