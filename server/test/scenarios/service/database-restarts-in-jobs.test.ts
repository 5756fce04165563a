import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "../../../src/kernel/clock/clock.ts";
import { isUnavailable } from "../../../src/kernel/sql/database.ts";
import { acrossOrganizations } from "../../../src/kernel/sql/scope.ts";
import { runUntilIdle } from "../../../src/kernel/work/worker.ts";
import { verifyLedger } from "../../../src/modules/ledger-check/index.ts";
import { changeSweep } from "../../../src/modules/treasury/sweep/change-sweep.ts";
import { connectionCutter } from "../../kit/faults/cut-connections.ts";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";
import { newPerson } from "../../kit/worlds/people.ts";

/**
 * PostgreSQL restarts in the middle of the jobs of a month's end, at one statement after the other: monthly statements
 * and their letters, the treasury's sweep, trades, and dividend, the reminders of invoices, and letters about payments.
 * What is left when all is done is what an undisturbed service leaves.
 */
const MONTH_END = new Date("2026-12-01T16:00:00Z");

interface Place {
  readonly world: TestWorld;
  readonly organization: TestOrganization;
  readonly mail: MailServer;
  readonly treasuryId: string;
}

async function openPlace(): Promise<Place> {
  const mail = await startMailServer();
  const world = await openWorld("PostgreSQL server", { smtpUrl: mail.url, mailFrom: "Bursar <bursar@example.com>" });
  const organization = await world.newOrganization();
  const { organizationId, accountId } = organization;
  await newPerson(world, organizationId, { email: "ada@example.com" });
  await organization.deposit(accountId, 900_000_00n);
  const treasuryId = await organization.newAccount("Treasury", "treasury");
  const settings = { sweep: true, targetCashMinor: 10_000_00n, minimumSweepMinor: 100_00n };
  await world.service.database.transaction((tx) =>
    changeSweep(world.service, tx, { organizationId, accountId: treasuryId, actor: operator, version: 0, settings }),
  );
  const call = async (request: Parameters<typeof inject>[2]) => {
    const answer = await inject(world.app, organization.token, request);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  await call({
    url: "/transfer",
    body: { sourceAccountId: accountId, destinationAccountId: treasuryId, amount: 400_000 },
  });
  for (const dueDate of ["2026-11-30", "2026-12-04"])
    await makeInvoice(world, organization, { dueDate, sendEmailOption: "SendNow" });
  const { id } = await call(payment(organization, { amount: 12 }));
  await call({ url: `/sandbox/transactions/${id}/fail`, body: {} });
  return { world, organization, mail, treasuryId };
}

describe("the database restarts in the middle of jobs", () => {
  let places: readonly [undisturbed: Place, disturbed: Place];
  before(async () => {
    places = [await openPlace(), await openPlace()];
  });
  after(async () => {
    for (const { world, mail } of places) {
      await world.close();
      await mail.close();
    }
  });

  const work = ({ world }: Place) => runUntilIdle(world.app.jobs);

  /** Everything that the jobs leave behind, without IDs and instants. */
  async function leftBy({ world, organization, mail, treasuryId }: Place) {
    const { app, service } = world;
    const { token, accountId, organizationId } = organization;
    const get = async (url: string) => (await inject(app, token, { url })).body;
    const { statements } = await get(`/account/${accountId}/statements`);
    const { transactions } = await get(`/treasury/${treasuryId}/transactions?limit=1000`);
    const { statements: documents } = await get(`/treasury/${treasuryId}/statements`);
    const { events } = await get("/events");
    const report = await acrossOrganizations(() => verifyLedger(service.database, organizationId));
    // An email may be delivered again after a lost answer, with the same Message-ID.
    const mails = new Map(mail.received.map(({ messageId, to, subject }) => [messageId, `${to.join()}: ${subject}`]));
    return {
      differences: report.differences,
      mails: [...mails.values()].sort(),
      statements: statements.map(({ startDate, startingBalance, endingBalance, transactionCount }: Member) => ({
        ...{ startDate, startingBalance, endingBalance, transactionCount },
      })),
      treasury: transactions.map(({ type, amount, balance, canonicalDay }: Member) => ({
        type,
        amount,
        balance,
        canonicalDay,
      })),
      documents: documents.map(({ documentType, periodStart, periodEnd }: Member) => ({
        documentType,
        periodStart,
        periodEnd,
      })),
      events: events.map(({ operationType, resourceVersion, changedPaths }: Member) => ({
        ...{ operationType, resourceVersion, changedPaths },
      })),
    };
  }
  type Member = Readonly<Record<string, unknown>>;

  test("nothing is half done, and everything is done once", async () => {
    const [undisturbed, disturbed] = places;
    for (const { world } of places) world.clock.set(MONTH_END);
    await work(undisturbed);
    const cutter = connectionCutter(disturbed.world.owner(), isUnavailable);
    let cuts = 0;
    try {
      for (let nth = 1; await cutter.during(() => work(disturbed), nth); nth += 1) cuts += 1;
    } finally {
      cutter.close();
    }
    assert.ok(cuts > 50, `${cuts} cuts`);
    for (const place of places) {
      // Emails that were being sent are leased for a while.
      place.world.clock.set(plusMs(MONTH_END, 5 * MINUTE_MS));
      await work(place);
    }
    const expected = await leftBy(undisturbed);
    assert.deepEqual([expected.differences, expected.statements.length, expected.documents.length > 0], [[], 1, true]);
    assert.ok(expected.mails.some((line) => line.includes("Statements for November 2026")));
    assert.equal(expected.mails.length, 7, expected.mails.join("\n"));
    assert.deepEqual(await leftBy(disturbed), expected);
  });
});
