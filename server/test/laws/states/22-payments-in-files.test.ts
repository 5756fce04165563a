import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { BankFileId } from "#bank/exchange";
import type { AchConnection } from "#bank/file-rails/ach/ach-connection.ts";
import { acceptAchFile } from "#bank/file-rails/ach-answers/answer-file.ts";
import { applyAchAnswers } from "#bank/file-rails/ach-answers/apply-ach-answers.ts";
import { readAchFile } from "#bank/file-rails/ach-answers/read-ach-file.ts";
import type { BankFiles } from "#bank/file-rails/channels.ts";
import { achPart } from "#bank/file-rails/parts/ach-part.ts";
import type { Service } from "#kernel/process/service.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { awaitsHandOver } from "#payments/payments";
import { verifyLedger } from "#records/ledger/check";
import { achBank, achChannels, achConnection, entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { overtaken, workOnFiles } from "../../kit/banks/file-workers.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();

/**
 * Law 22 for payments in files: wherever a process dies between a payment and the bank's answer, and however many
 * processes do the work, each payment is in one file, and what the bank answered happens once.
 */
describe("payments in files", () => {
  const bank = achBank();

  interface Story {
    readonly organization: TestOrganization;
    readonly connection: AchConnection;
    readonly paid: readonly TransactionId[];
  }

  const begin = async (): Promise<Story> => {
    const day = nextBankingDay(newYorkDate(world.clock.now()));
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("09:00")));
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    const paid = await pay(world.service, organization, { count: 3, amountMinor: 1_000n });
    const connection = achConnection(world.service.newId());
    bank.delivered.length = 0;
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("18:30")));
    return { organization, connection, paid };
  };

  const passes = async (service: Service, files: BankFiles, { organization, connection }: Story): Promise<void> => {
    const { organizationId, accountId } = organization;
    const channels = achChannels(organizationId, new Map([[accountId, connection]]));
    const parts = [
      achPart(service, { channels, files, awaitsHandOver: () => awaitsHandOver(service, organizationId) }),
    ];
    await workOnFiles(service, parts);
  };

  /** The bank acknowledges the file and returns its first entry. */
  const bankAnswers = async (service: Service, { organization, connection }: Story): Promise<void> => {
    const { organizationId } = organization;
    const [delivered] = bank.delivered;
    assert.ok(delivered !== undefined);
    const file = readStrictly(delivered.text);
    const [entry] = entriesIn(file);
    assert.ok(entry !== undefined);
    const text = returnFile(
      file,
      [{ entry, code: "R03", traceNumber: "021000029999999" }],
      file.header.fileCreationDate,
    );
    const sourceFileId = undefined;
    const fileId = delivered.fileId as BankFileId;
    await service.database.transaction((tx) =>
      acceptAchFile({ service, files: bank.files }, tx, { organizationId, fileId, sourceFileId }),
    );
    const answers = readAchFile(chunks(text), connection.settings);
    const note = async () => undefined;
    const sent = { wentTo: () => false };
    const received = { answers, sent, note, organizationId, connectionId: connection.connectionId, fileId };
    await service.database.transaction((tx) => applyAchAnswers({ service, files: bank.files }, tx, received));
  };

  const everything = async (service: Service, files: BankFiles, story: Story): Promise<void> => {
    await passes(service, files, story);
    await bankAnswers(service, story);
    await passes(service, files, story);
  };

  const assertEnd = async ({ organization, paid }: Story, what: string): Promise<void> => {
    const { organizationId, accountId } = organization;
    const sent = bank.delivered.flatMap((file) => file.transactionIds);
    assert.deepEqual(sent.toSorted(), paid.toSorted(), `${what}: each payment is in one file`);
    const rows = await world.service.database.many<{ status: string }>(sql`
      select status from transactions where organization_id = ${organizationId} and transaction_id = any (${paid}::uuid[]) order by transaction_id`);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["reversed", "sent", "sent"],
      what,
    );
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
    assert.equal(available, 1_000_000n - 2_000n, what);
    const { differences } = await verifyLedger(world.service.database, organizationId);
    assert.deepEqual(differences, [], what);
  };

  const settle = async (story: Story): Promise<void> => {
    const day = nextBankingDay(newYorkDate(world.clock.now()));
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("08:30")));
    await everything(world.service, bank.files, story);
  };

  test("a process dies at any of its steps, and another one completes the work", async () => {
    const counting = deathAt(undefined);
    const rehearsal = await begin();
    await everything(
      { ...world.service, database: dyingDatabase(world.service.database, counting) },
      bank.filesFor(counting),
      rehearsal,
    );
    await settle(rehearsal);
    await assertEnd(rehearsal, "nobody dies");
    const steps = counting.steps();
    assert.ok(steps > 40, `${steps} steps`);
    const random = seeded(testSeed("the steps at which a process dies"));
    const all = Array.from({ length: steps }, (_, index) => index + 1);
    const chosen = long ? all : all.filter(() => random() < 6 / steps);
    for (const step of chosen) {
      const story = await begin();
      const death = deathAt(step);
      const dying = { ...world.service, database: dyingDatabase(world.service.database, death) };
      await everything(dying, bank.filesFor(death), story).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      // The lease of the dead process ends.
      world.clock.set(new Date(world.clock.now().getTime() + 31_000));
      await everything(world.service, bank.files, story);
      await settle(story);
      await assertEnd(story, `died at step ${step} of ${steps}`);
    }
  });

  test("two processes at once do the work once", async () => {
    const other = () => ({ ...world.service, database: { ...world.service.database } });
    for (let round = 0; round < (long ? 30 : 2); round += 1) {
      const story = await begin();
      await Promise.all([passes(world.service, bank.files, story), passes(other(), bank.files, story)]);
      await passes(world.service, bank.files, story);
      await Promise.all([bankAnswers(world.service, story), bankAnswers(other(), story)]);
      await settle(story);
      await assertEnd(story, `round ${round}`);
    }
  });

  test("a process that finds a planned file, which another one then writes, leaves its payments alone", async () => {
    const story = await begin();
    const { slow, isOvertaken } = overtaken(world.service, "ach_files", () => passes(world.service, bank.files, story));
    await passes(slow, bank.files, story);
    assert.ok(isOvertaken(), "it found the file before it was written");
    await bankAnswers(world.service, story);
    await settle(story);
    await assertEnd(story, "one file");
  });
});

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "latin1");
}
