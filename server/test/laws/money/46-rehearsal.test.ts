import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { nextBankingDay } from "../../../src/banking/calendar/business-day.ts";
import { newYorkDate, newYorkInstant } from "../../../src/banking/calendar/new-york.ts";
import type { PaymentMethod } from "../../../src/banking/identifiers/payment-method.ts";
import { MINUTE_MS, plusMs, SECOND_MS } from "../../../src/kernel/clock/clock.ts";
import { createMetrics } from "../../../src/kernel/process/metrics.ts";
import { acrossOrganizations } from "../../../src/kernel/sql/scope.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { AccountId, TransactionId } from "../../../src/kernel/values/ids.ts";
import { bankFilesWork } from "../../../src/main/bank-files.ts";
import { fileRailParts } from "../../../src/main/file-rails.ts";
import {
  type BankConnection,
  type BankRail,
  changeConnection,
  moveConnection,
  testConnection,
} from "../../../src/modules/bank-connections/index.ts";
import { runBankFiles } from "../../../src/modules/bank-files/index.ts";
import { createFileRail, runFileRails } from "../../../src/modules/file-rails/index.ts";
import { verifyLedger } from "../../../src/modules/ledger-check/index.ts";
import { runBankAnswers, runHandOver } from "../../../src/modules/payments/index.ts";
import type { PeopleService } from "../../../src/modules/people/index.ts";
import { dyingService, heldUp } from "../../kit/bank-files/mortal.ts";
import { TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { achSettings, newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { checkSettings } from "../../kit/banks/check-bank.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { inTurns } from "../../kit/faults/random.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";
import { waitForBlockedStatement } from "../../kit/worlds/users.queries.ts";

interface RailCase {
  readonly rail: BankRail;
  readonly method: PaymentMethod;
  readonly settings: object;
  /** When a file of the day is due, New York. */
  readonly dueAt: string;
}

const wireSettings = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: "Acme, Inc." };
const rails: readonly RailCase[] = [
  { rail: "ach", method: "ach", settings: achSettings, dueAt: "18:30" },
  { rail: "check", method: "check", settings: checkSettings, dueAt: "13:00" },
  {
    rail: "wire",
    method: "domesticWire",
    settings: { ...wireSettings, initiatingPartyName: "Acme, Inc.", initiatingPartyId: "ACME001" },
    dueAt: "11:10",
  },
  { rail: "realTime", method: "realTimePayment", settings: { ...wireSettings, network: "FedNow" }, dueAt: "11:10" },
];

const DEPOSITED = 1_000_000n;
const AMOUNT = 1_000n;

/**
 * Law 46: rehearsal and live never share a payment, at whatever moment a connection changes, and whatever dies in between.
 * What a rehearsal left ends as failed, and is in no file that was sent; what is paid afterward is in one file.
 */
describe("rehearsal and live never share a payment", () => {
  let world: TestWorld;

  before(async () => {
    world = await openWorld("PostgreSQL server");
  });
  after(() => world.close());

  interface Story extends RailCase {
    readonly organization: TestOrganization;
    readonly connection: BankConnection;
  }

  const key = ({ organization: { organizationId }, connection: { connectionId } }: Story) => ({
    ...{ organizationId, connectionId },
    actor: operator,
  });
  const move = (story: Story, trigger: "rehearse" | "goLive" | "remove") =>
    moveConnection(world.service, { ...key(story), trigger, ...unsentOf(world.service) });
  const serve = (story: Story, accountIds: readonly AccountId[]) =>
    changeConnection(world.service, { ...key(story), change: { accountIds }, ...unsentOf(world.service) });
  const pay = ({ organization, method }: Story) => payOne(world.service, organization, { amountMinor: AMOUNT, method });

  const connect = async (organization: TestOrganization, railCase: RailCase, accountIds: readonly AccountId[]) => {
    const { rail, settings: railSettings } = railCase;
    const settings = { rail, railSettings };
    const connection = await newFolderConnection(world.service, organization, { name: rail, accountIds, settings });
    return { ...railCase, organization, connection };
  };
  /** On the morning of the next banking day, an account's payments of a rail are rehearsed. */
  const begin = async (railCase: RailCase): Promise<Story> => {
    const day = nextBankingDay(newYorkDate(world.clock.now()));
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("09:00")));
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, DEPOSITED);
    const story = await connect(organization, railCase, [organization.accountId]);
    await testConnection(world.service, key(story));
    await move(story, "rehearse");
    return story;
  };
  const whenDue = ({ dueAt }: Story) =>
    world.clock.set(newYorkInstant(newYorkDate(world.clock.now()), Temporal.PlainTime.from(dueAt)));

  /** What a worker does between a payment and its file at the bank. */
  const passes = async (service: PeopleService): Promise<void> => {
    const parts = fileRailParts(service);
    const rail = createFileRail(service, parts);
    const files = bankFilesWork(service, createMetrics(), { bank: undefined, fileSettleMs: 1 });
    await acrossOrganizations(async () => {
      for (let done = 1; done > 0; )
        done =
          (await runHandOver(service, rail)) +
          (await runFileRails(service, parts)) +
          (await runBankFiles(service, files)) +
          (await runBankAnswers(service, rail));
    });
  };
  const handOver = () =>
    acrossOrganizations(() => runHandOver(healthy(), createFileRail(healthy(), fileRailParts(healthy()))));
  const healthy = (): PeopleService => ({ ...world.service, machineClock: world.clock });
  /** Everything that is still open happens: leases end, windows come, files are sent. */
  const finish = async (story: Story): Promise<void> => {
    await passes(healthy());
    for (let day = 0; day < 2; day += 1) {
      whenDue(story);
      // Leases of dead processes end within the window; checks wait longer for payments that are handed over.
      for (const waitMs of [0, 35 * SECOND_MS, 10 * MINUTE_MS]) {
        world.clock.set(plusMs(world.clock.now(), waitMs));
        await passes(healthy());
      }
      const next = nextBankingDay(newYorkDate(world.clock.now()));
      world.clock.set(newYorkInstant(next, Temporal.PlainTime.from("09:00")));
    }
  };

  const filesOf = async ({ organizationId }: TestOrganization, id: TransactionId) =>
    (
      await world.service.database.many<{ state: string }>(sql`
        select distinct f.file_id, f.state from bank_file_payments p join bank_files f using (organization_id, file_id)
         where p.organization_id = ${organizationId} and p.transaction_id = ${id} and p.purpose in ('pay', 'issue')
           and not p.released`)
    ).map(({ state }) => state);
  const factsOf = ({ organizationId }: TestOrganization, id: TransactionId) =>
    world.service.database.one<{ status: string; reason: string | null; moves: bigint; audited: bigint }>(sql`
      select t.status, t.reason_for_failure as reason,
             (select count(*) from events e where e.organization_id = t.organization_id and e.resource_id = t.transaction_id
                 and e.operation = 'update') as moves,
             (select count(*) from audit_log a where a.organization_id = t.organization_id
                 and a.resource_id = t.transaction_id::text and a.action = 'transaction.reject') as audited
        from transactions t where t.organization_id = ${organizationId} and t.transaction_id = ${id}`);

  const assertEnd = async (
    { organization }: Story,
    paid: { readonly rehearsed: readonly TransactionId[]; readonly live: readonly TransactionId[] },
    what: string,
  ): Promise<void> => {
    for (const id of paid.rehearsed) {
      const { status, reason, moves, audited } = await factsOf(organization, id);
      assert.equal(status, "failed", `${what}: a payment of the rehearsal ends`);
      assert.match(reason ?? "", /^BF-REHEARSAL: /, what);
      assert.deepEqual([moves, audited], [1n, 1n], `${what}: with one event and one audit row`);
      assert.deepEqual(
        (await filesOf(organization, id)).filter((state) => state !== "rehearsed"),
        [],
        `${what}: and is in no file that is sent`,
      );
    }
    for (const id of paid.live)
      assert.deepEqual(
        await filesOf(organization, id),
        ["sent"],
        `${what}: a live payment is in one file, which is sent`,
      );
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    assert.equal(available, DEPOSITED - AMOUNT * BigInt(paid.live.length), `${what}: its hold is released`);
    const { differences } = await verifyLedger(world.service.database, organization.organizationId);
    assert.deepEqual(differences, [], what);
  };
  /** Its folder is not read again in every later case. */
  const close = async (story: Story) => {
    const { organizationId } = story.organization;
    const owner = world.owner();
    await owner.run(sql`
      update bank_connections set state = 'removed', removed_at = now(), secrets = null
       where organization_id = ${organizationId}`);
    // Nor are its files followed, which no bank answers.
    await owner.run(sql`delete from ach_files where organization_id = ${organizationId}`);
    await owner.run(sql`delete from transfer_files where organization_id = ${organizationId}`);
    await owner.run(sql`delete from transfers where organization_id = ${organizationId}`);
    await owner.run(sql`delete from check_runs where organization_id = ${organizationId}`);
  };

  const stepsOf = async (railCase: RailCase, service: Partial<PeopleService>, steps: () => number): Promise<number> => {
    const story = await begin(railCase);
    await pay(story);
    whenDue(story);
    await passes({ ...healthy(), ...service });
    await close(story);
    assert.ok(steps() > 30, `${steps()} steps`);
    return steps();
  };
  const some = inTurns("the steps of law 46", 60);

  for (const [place, railCase] of rails.entries()) {
    const { rail } = railCase;

    test(`${rail}: wherever a worker died before the connection went live`, async () => {
      const counting = deathAt(undefined);
      const steps = await stepsOf(
        railCase,
        { database: dyingDatabase(world.service.database, counting) },
        counting.steps,
      );
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      for (const step of some(all, place)) {
        const story = await begin(railCase);
        const first = await pay(story);
        whenDue(story);
        const death = deathAt(step);
        await passes({ ...healthy(), database: dyingDatabase(world.service.database, death) }).catch(
          (error: unknown) => {
            if (!death.isDead()) throw error;
          },
        );
        const second = await pay(story);
        const { ended } = await move(story, "goLive");
        assert.ok(ended.includes(second), "going live names what it ends");
        const live = await pay(story);
        await finish(story);
        await assertEnd(story, { rehearsed: [first, second], live: [live] }, `died at step ${step} of ${steps}`);
        await close(story);
      }
    });

    test(`${rail}: while a worker is in the middle of anything`, async () => {
      let counted = 0;
      const count = () => {
        counted += 1;
      };
      const steps = await stepsOf(railCase, dyingService(healthy(), count), () => counted);
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      for (const step of some(all, place + 30)) {
        const story = await begin(railCase);
        const first = await pay(story);
        whenDue(story);
        const held = heldUp(step);
        const worker = passes(dyingService(healthy(), held.step));
        await Promise.race([held.reached, worker]);
        const going = move(story, "goLive");
        // It commits, or waits for a lock of the worker.
        const isLive = await Promise.race([
          going.then(() => true),
          waitForBlockedStatement(world.service.database).then(() => false),
        ]);
        const live = isLive ? [await pay(story)] : [];
        // Another worker hands the live payment over, and the one that was held up may find it.
        if (isLive) await handOver();
        held.goOn();
        await Promise.all([worker, going]);
        await finish(story);
        await assertEnd(story, { rehearsed: [first], live }, `held up at step ${step} of ${steps}`);
        await close(story);
      }
    });

    test(`${rail}: when accounts move between connections, or the connection is removed`, async () => {
      const story = await begin(railCase);
      const { accountId } = story.organization;
      const other = await connect(story.organization, railCase, [await story.organization.newAccount("Other")]);
      await testConnection(world.service, key(other));
      await move(other, "rehearse");
      await move(other, "goLive");
      const queued = await pay(story);
      whenDue(story);
      await handOver();
      const waiting = await pay(story);
      await serve(story, []);
      await serve(other, [accountId]);
      const live = await pay(story);
      await finish(story);
      await assertEnd(story, { rehearsed: [queued, waiting], live: [live] }, "the account moved to a live connection");

      await serve(other, []);
      await serve(story, [accountId]);
      const again = await pay(story);
      await move(story, "remove");
      await serve(other, [accountId]);
      const last = await pay(story);
      await finish(story);
      const paid = { rehearsed: [queued, waiting, again], live: [live, last] };
      await assertEnd(story, paid, "the connection was removed");
      await close(story);
    });
  }
});
