import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { importStatement } from "#reports/reconciliation";
import { newExchangeFolder, newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { newBankMovement } from "../../kit/reconciliation/new-movement.ts";
import { type BankAccount, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { newPerson } from "../../kit/worlds/people.ts";

const DAY = "2026-11-20";
const ADMINISTRATOR = "controller@acme.example";

describe("what stays open", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  const folder = newExchangeFolder();
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await newPerson(world, organization.organizationId, { email: ADMINISTRATOR });
    await newFolderConnection(world.service, organization, { settings: { channel: { folder } } });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const account: BankAccount = {
    accountNumber: "400000001",
    openingMinor: 10_000n,
    bookings: [1, 2, 3].map((number) => ({
      on: DAY,
      entry: {
        direction: "debit",
        amountMinor: BigInt(number * 100),
        status: "BOOK",
        bookedOn: DAY,
        bankReference: `FEE-${number}`,
        transactionCode: ["PMNT", "MCRD", "OTHR"],
      },
    })),
  };
  /** The statement in three messages with one entry each. */
  const whole = statementOf(account, DAY, "2026-11-19");
  const page = (number: number) => {
    const entries = whole.match(/<Ntry>[\s\S]*?<\/Ntry>/g) ?? [];
    const place = `<MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${number === 3}</LastPgInd></MsgPgntn></GrpHdr>`;
    return entries.reduce(
      (text, entry, index) => (index + 1 === number ? text : text.replace(entry, "")),
      whole.replace("</GrpHdr>", place),
    );
  };
  const deliver = (text: string) =>
    importStatement(
      { ...world.service, machineClock: world.clock },
      {
        organizationId: organization.organizationId,
        accountId: undefined,
        name: "statement.xml",
        books: true,
        chunks: async function* () {
          yield Buffer.from(text);
        },
      },
    );
  const reconciliation = async () => (await inject(world.app, organization.token, { url: "/reconciliation" })).body;
  const pass = (hours: number) => world.clock.set(plusMs(world.clock.now(), hours * HOUR_MS));
  const alerts = async () => {
    await world.work("reconciliation-alerts");
    const { body } = await inject(world.app, organization.token, { url: "/sandbox/emails" });
    const subjects = body.emails.flatMap(({ to, subject }: Record<string, string>) =>
      to === ADMINISTRATOR ? [subject] : [],
    );
    return subjects.filter((subject: string) => /^Pages of|without a transaction$/.test(subject));
  };
  const metric = async (problem: string) => {
    const { text } = await inject(world.app, organization.token, { url: "/metrics" });
    return new RegExp(`bursar_reconciliation_overdue\\{problem="${problem}"\\} (\\d+)`).exec(text)?.[1];
  };

  test("a statement in pages is shown and alerted on while some are missing", async () => {
    assert.equal((await deliver(page(3))).state, "processed");
    assert.equal((await deliver(page(1))).state, "processed");
    const [waiting] = (await reconciliation()).accounts;
    assert.equal(waiting.statement, null, "nothing is imported before all pages are there");
    assert.deepEqual(
      waiting.incomplete.map(({ pages }: { pages: number[] }) => pages),
      [[1, 3]],
    );
    pass(23);
    assert.deepEqual(await alerts(), []);
    pass(2);
    assert.equal(await metric("missingPages"), "1");
    assert.match((await alerts()).join(), /^Pages of the bank statement M\d+ are missing$/);
    pass(2);
    assert.equal((await alerts()).length, 1, "once");
  });

  test("and is imported once when all have arrived, in whatever order", async () => {
    assert.equal((await deliver(page(2))).state, "processed");
    const [{ statement, bank, incomplete }] = (await reconciliation()).accounts;
    assert.deepEqual([statement.closesOn, statement.closingBalance, bank.count, incomplete], [DAY, 94, 3, []]);
    assert.equal(await metric("missingPages"), "0");
    const again = page(2)
      .replace(/<CreDtTm>[^<]*</, "<CreDtTm>2026-11-21T05:00:00Z<")
      .replace(/<MsgId>/, "<MsgId>A");
    assert.equal((await deliver(again)).state, "processed");
    assert.equal((await reconciliation()).accounts[0].bank.count, 3, "a page that arrives again changes nothing");
    const more = page(2)
      .replace("2.00<", "2.50<")
      .replace(/<MsgId>/, "<MsgId>B");
    const { state, reason } = await deliver(more);
    assert.equal(state, "quarantined");
    assert.match(reason ?? "", /do not add up to its closing balance/);
    const beyond = page(3)
      .replace("<PgNb>3", "<PgNb>4")
      .replace(/<MsgId>/, "<MsgId>C");
    assert.match((await deliver(beyond)).reason ?? "", /contradict each other/);
  });

  test("movements that nobody explains for five days are counted and alerted on, once", async () => {
    assert.equal(await metric("openMovement"), "0");
    pass(4 * 24);
    assert.equal(await metric("openMovement"), "3");
    assert.equal((await alerts())[0], "3 movements of the bank without a transaction");
    assert.equal((await alerts()).length, 2);
    await newBankMovement(world.service, organization);
    const [newest, ...others] = await alerts();
    assert.equal(newest, "A movement of the bank without a transaction");
    assert.equal(others.length, 2);
  });
});
