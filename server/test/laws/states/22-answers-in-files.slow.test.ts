import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { verifyLedger } from "#records/ledger/check";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { achSettings, newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { checkSettings } from "../../kit/banks/check-bank.ts";
import { long } from "../../kit/faults/random.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 22 for answers: payments of every rail go out in files, and the bank's files alone decide what happens to them.
 * Delivered twice, late and in reverse, or to two processes at once, the same files lead to the same end.
 */
type Exchange = { readonly bank: BankAtFolder; readonly bankSide: string; readonly folder: string };
type Delivery = (story: Story) => Promise<void>;

interface Story {
  readonly organization: TestOrganization;
  readonly exchanges: readonly Exchange[];
  readonly delivered: Set<string>;
  /** Files of the bank that are on their way. */
  readonly held: Set<string>;
}

const POLL_MS = 6 * SECOND_MS;
const debtor = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: "Acme, Inc." };
const railSettings = {
  ach: achSettings,
  wire: { ...debtor, initiatingPartyName: "Acme, Inc.", initiatingPartyId: "ACME001" },
  realTime: { ...debtor, network: "FedNow" },
  check: { ...checkSettings, paidTemplate: "sandbox-paid-csv", positivePayCutOff: "18:30" },
} as const;

/** What happens to a payment to a number of the simulated bank, or of a check over an amount, by files alone. */
const expected = {
  ach: {
    "12345671": "sent",
    "9901000002": "failed",
    "9903000001": "blocked",
    "9902000001": "reversed",
    "9907000001": "pending",
  },
  domesticWire: {
    "12345671": "sent",
    "9901000002": "failed",
    "9903000001": "blocked",
    "9902000016": "reversed",
    "9907000001": "pending",
  },
  realTimePayment: { "12345671": "sent", "9901000003": "failed", "9907000001": "pending" },
  check: {
    "101.01": "sent",
    "9901.01": "failed",
    "9903.01": "blocked",
    "9902.01": "reversed",
    "9906.01": "reversed",
    "9907.01": "pending",
  },
} as const;

describe("the bank's answers in files", () => {
  let world: TestWorld;
  const folders: string[] = [];
  // One for each test: the clock cannot go back to the day on which the story begins.
  beforeEach(async () => {
    // Without a sandbox: only the bank decides.
    world = await openWorld({ mode: "production" });
    apps = () => [world.app];
  });
  afterEach(async () => {
    await world.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const names = new Set(["hand-over", "file-rails", "bank-files", "bank-answers"]);
  const jobsOf = (app: App) => app.jobs.filter(({ name }) => names.has(name));
  let apps: () => readonly App[] = () => [world.app];
  /** The service works, reads its inboxes, and works on what it found. */
  const work = async () => {
    for (let pass = 0; pass < 2; pass += 1) {
      await acrossOrganizations(() => Promise.all(apps().map((app) => runUntilIdle(jobsOf(app)))));
      world.clock.set(plusMs(world.clock.now(), POLL_MS));
    }
  };

  async function begin(): Promise<Story> {
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    const exchanges: Exchange[] = [];
    for (const rail of ["ach", "wire", "realTime", "check"] as const) {
      const folder = newExchangeFolder();
      // The bank answers into a folder of its own, from which the test delivers.
      const bankSide = mkdtempSync(join(tmpdir(), "bursar-bank-side-"));
      folders.push(folder, bankSide);
      mkdirSync(join(folder, "outbox"));
      symlinkSync(join(folder, "outbox"), join(bankSide, "outbox"));
      exchanges.push({ bank: await bankAtFolder(bankSide, world.clock), bankSide, folder });
      await newLiveConnection(world.service, organization, {
        name: rail,
        settings: { rail, railSettings: railSettings[rail], channel: { folder, pollSeconds: 5 } },
      });
    }
    return { organization, exchanges, delivered: new Set(), held: new Set() };
  }

  /** Through the API: payments of every method to numbers with every outcome. */
  async function pay({ organization }: Story): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for (const [paymentMethod, numbers] of Object.entries(expected))
      for (const number of Object.keys(numbers)) {
        const isCheck = paymentMethod === "check";
        const recipientId = await organization.newRecipient(`Payee ${number}`, isCheck ? "12345671" : number);
        const { status, text, body } = await inject(
          world.app,
          organization.token,
          payment(organization, { paymentMethod, recipientId, amount: isCheck ? Number(number) : 250 }),
        );
        assert.equal(status, 200, text);
        ids.set(`${paymentMethod} ${number}`, body.id);
      }
    return ids;
  }

  const waiting = ({ exchanges, delivered }: Story) =>
    exchanges.flatMap(({ bankSide, folder }) =>
      readdirSync(join(bankSide, "inbox"))
        .sort()
        // Each of the banks keeps the account's books alone, so that their statements contradict each other.
        .filter((name) => !name.startsWith("camt05") && !delivered.has(join(bankSide, name)))
        .map((name) => ({
          name,
          from: join(bankSide, "inbox", name),
          to: join(folder, "inbox"),
          key: join(bankSide, name),
        })),
    );
  const put = (story: Story, { name, from, to, key }: ReturnType<typeof waiting>[number], as = name) => {
    copyFileSync(from, join(to, as));
    story.delivered.add(key);
  };

  const atOnce: Delivery = async (story) => {
    for (const file of waiting(story)) put(story, file);
    await work();
  };
  const twice: Delivery = async (story) => {
    const files = waiting(story);
    for (const file of files) put(story, file);
    await work();
    for (const file of files) put(story, file, `again-${file.name}`);
    await work();
  };
  /** What the bank writes at one time arrives at the next, the latest first. */
  const lateInReverse: Delivery = async (story) => {
    const files = waiting(story);
    for (const file of files.filter(({ key }) => story.held.has(key)).reverse()) {
      put(story, file);
      await work();
    }
    for (const { key } of files) story.held.add(key);
  };

  const day = (date: string, time: string) =>
    newYorkInstant(Temporal.PlainDate.from(date), Temporal.PlainTime.from(time));
  const END = day("2026-12-04", "12:00");
  const TIMES = [
    day("2026-11-20", "10:20"),
    day("2026-11-20", "18:30"),
    day("2026-11-20", "19:10"),
    day("2026-11-23", "09:00"),
    day("2026-11-25", "12:00"),
    END,
    plusMs(END, 60 * SECOND_MS),
  ];

  async function endOf(deliver: Delivery, then: Delivery = async () => undefined) {
    const story = await begin();
    const ids = await pay(story);
    await work();
    for (const at of TIMES) {
      world.clock.set(at);
      await work();
      for (const { bank } of story.exchanges) await bank.exchange();
      await deliver(story);
    }
    const { organizationId } = story.organization;
    assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
    const files = await world.service.database.many<{ name: string; reason: string }>(sql`
      select name, reason from bank_files where organization_id = ${organizationId} and state in ('quarantined', 'inDoubt', 'withheld')`);
    assert.deepEqual(files, [], "no file is set aside");
    await then(story);
    const sent = story.exchanges.flatMap(({ bank }) => bank.sent().filter(([name]) => !name.startsWith("pacs028")));
    const rows = await world.service.database.many<{ id: string; status: string }>(sql`
      select transaction_id as id, status from transactions where organization_id = ${organizationId}`);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return {
      statuses: Object.fromEntries([...ids].map(([what, id]) => [what, statuses.get(id)])),
      // A file for all of ACH, wires, and checks, and a PDF; a message for each real-time payment: nothing is sent again.
      sentFiles: sent.length,
    };
  }

  const expectedEnd = {
    statuses: Object.fromEntries(
      Object.entries(expected).flatMap(([method, numbers]) =>
        Object.entries(numbers).map(([number, status]) => [`${method} ${number}`, status]),
      ),
    ),
    sentFiles: 4 + Object.keys(expected.realTimePayment).length,
  };

  test("decide every payment", { skip: long ? false : "the last test begins with the same story" }, async () =>
    assert.deepEqual(await endOf(atOnce), expectedEnd),
  );
  test("decide the same when they arrive late and in reverse", async () =>
    assert.deepEqual(await endOf(lateInReverse), expectedEnd));
  test("decide the same when each file arrives twice, and two processes receive them", async () => {
    const other = await world.anotherNode();
    apps = () => [world.app, other];
    assert.deepEqual(await endOf(twice), expectedEnd);
  });

  /** Bad copies of every answer. Those that change nothing in a file are left out: a Nacha file has no message ID. */
  const badCopies: Readonly<Record<string, (content: string) => string>> = {
    damaged: (content) => content.slice(0, content.length / 2),
    others: (content) =>
      content
        .replaceAll("1123456789", "9999999999")
        .replaceAll(/<(Orgnl(?:MsgId|EndToEndId|InstrId|TxId))>[^<]+</g, "<$1>UNKNOWN<")
        .replaceAll(/<OrgnlUETR>[^<]+</g, "<OrgnlUETR>00000000-0000-4000-8000-000000000000<")
        .replace(/<MsgId>[^<]+</, (id) => `${id.slice(0, -3)}XX<`),
    changed: (content) => content.replace(/<CreDtTm>\d{4}/, "<CreDtTm>2025"),
  };

  test("change nothing when they are damaged, about others' payments, or changed after they were read", async () => {
    const end = await endOf(atOnce, async (story) => {
      const names: string[] = [];
      for (const { bank, folder } of story.exchanges)
        for (const [name, content] of bank.answered().filter(([name]) => !name.startsWith("camt05")))
          for (const [what, change] of Object.entries(badCopies)) {
            const changed = change(content);
            if (changed === content) continue;
            writeFileSync(join(folder, "inbox", `${what}-${name}`), changed);
            names.push(`${what}-${name}`);
          }
      assert.ok(names.length > 20, `${names.length} files`);
      await work();
      const received = await world.service.database.many<{ name: string; is_held: boolean }>(sql`
        select f.name, f.state = 'quarantined' or (f.state = 'processed'
                 and not exists (select from file_answers a where a.organization_id = f.organization_id and a.source_file_id = f.file_id)
                 and not exists (select from bank_file_payments p where p.organization_id = f.organization_id and p.file_id = f.file_id)) as is_held
          from bank_files f
         where f.organization_id = ${story.organization.organizationId} and f.name = any (${names}::text[])`);
      assert.deepEqual(received.map(({ name }) => name).toSorted(), names.toSorted());
      assert.deepEqual(
        received.filter(({ is_held: isHeld }) => !isHeld),
        [],
      );
    });
    assert.deepEqual(end, expectedEnd);
  });
});
