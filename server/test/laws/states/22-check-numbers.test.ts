import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { checkFileTemplates, checkStocks } from "bursar-bank-formats/checks";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { ConnectionId } from "#bank/exchange";
import { createFileRail, runFileRails } from "#bank/file-rails";
import type { BankFiles } from "#bank/file-rails/channels.ts";
import type { CheckConnection } from "#bank/file-rails/checks/check-connection.ts";
import { checkPart } from "#bank/file-rails/parts/check-part.ts";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runHandOver } from "#payments/payments";
import { achBank } from "../../kit/banks/ach-bank.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const FIRST = 1001;
const CHECKS = 2;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 22 for checks: wherever a process dies, and however many do the work, the numbers of an account have no gaps, none
 * is used twice, and each check is in one positive-pay file and in one PDF.
 */
describe("numbers of checks", () => {
  let connection: CheckConnection;
  const bank = achBank();

  before(async () => {
    await organization.deposit(organization.accountId, 100_000_000n);
    const template = (id: string) =>
      present(
        checkFileTemplates.find((fileTemplate) => fileTemplate.id === id),
        "the template exists",
      );
    connection = {
      connectionId: world.service.newId<ConnectionId>(),
      mode: "live",
      accountIds: [organization.accountId],
      numbersOf: async () => ({ routingNumber: "021000021", accountNumber: "400000001" }),
      settings: {
        printedBy: "bank",
        mailedWhen: "accepted",
        firstCheckNumber: FIRST,
        templateSettings: {},
        stock: present(checkStocks[0], "there is a stock"),
        payer: { name: "Acme, Inc.", lines: [] },
        bank: { name: "FIRST BANK", lines: [] },
        issueTemplate: template("generic-csv"),
        paidTemplate: template("generic-paid-csv"),
        issuedAt: "13:00",
        exceptionsDueAt: "13:00",
        fileName: "checks-{date}-{number}.txt",
        answerWithinMs: undefined,
      },
    };
  });

  const passes = async (service: Service, files: BankFiles): Promise<void> => {
    const channels = {
      connectionsOf: async () => new Map([[organization.accountId, connection]]),
      findConnection: async () => connection,
    };
    const parts = [checkPart(service, { channels, files, awaitsHandOver: async () => false })];
    await acrossOrganizations(async () => {
      for (let done = 1; done > 0; )
        done = (await runHandOver(service, createFileRail(service, parts))) + (await runFileRails(service, parts));
    });
  };
  const begin = async (): Promise<void> => {
    const day = nextBankingDay(newYorkDate(world.clock.now()));
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("09:00")));
    await pay(world.service, organization, { count: CHECKS, amountMinor: 100n, method: "check" });
    bank.delivered.length = 0;
    world.clock.set(newYorkInstant(day, Temporal.PlainTime.from("13:00")));
  };
  let expected = 0;
  const assertEnd = async (what: string): Promise<void> => {
    expected += CHECKS;
    assert.equal(bank.delivered.length, 2, `${what}: one positive-pay file, and one PDF after it`);
    const [issue, print] = bank.delivered;
    assert.deepEqual([issue?.name.endsWith(".txt"), print?.name.endsWith(".pdf")], [true, true], what);
    assert.deepEqual(issue?.transactionIds, print?.transactionIds, what);
    assert.equal(issue?.transactionIds.length, CHECKS, what);
    const rows = await world.service.database.many<{ number: bigint; state: string }>(sql`
      select check_number as number, state from checks where organization_id = ${organization.organizationId} order by check_number`);
    assert.deepEqual(
      rows.map(({ number, state }) => [Number(number), state]),
      Array.from({ length: expected }, (_, index) => [FIRST + index, "mailed"]),
      what,
    );
  };

  test("a process dies at any of its steps, and another one completes the work", async () => {
    const counting = deathAt(undefined);
    await begin();
    const { service } = world;
    await passes({ ...service, database: dyingDatabase(service.database, counting) }, bank.filesFor(counting));
    await assertEnd("nobody dies");
    const steps = counting.steps();
    assert.ok(steps > 30, `${steps} steps`);
    const random = seeded(testSeed("the steps at which a process that prints checks dies"));
    const all = Array.from({ length: steps }, (_, index) => index + 1);
    for (const step of long ? all : all.filter(() => random() < 4 / steps)) {
      await begin();
      const death = deathAt(step);
      const dying = { ...service, database: dyingDatabase(service.database, death) };
      await passes(dying, bank.filesFor(death)).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      // The lease of the dead process ends.
      world.clock.set(new Date(world.clock.now().getTime() + 31_000));
      await passes(service, bank.files);
      await assertEnd(`died at step ${step} of ${steps}`);
    }
  });

  test("two processes at the same time do it once", async () => {
    await begin();
    await Promise.all([passes(world.service, bank.files), passes(world.service, bank.files)]);
    await passes(world.service, bank.files);
    await assertEnd("two processes");
  });
});
