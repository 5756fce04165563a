import assert from "node:assert/strict";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { changeSweep } from "#money/treasury/earnings/sweep/change-sweep.ts";
import { verifyLedger } from "#records/ledger/check";
import { makeInvoice } from "../invoicing/invoices.ts";
import { inject, openWorld, operator, payment, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { type MailServer, startMailServer } from "../service/mail-server.ts";
import type { TestServiceOptions } from "../service/test-service.ts";
import { newPerson } from "./people.ts";

export const MONTH_END = new Date("2026-12-01T16:00:00Z");

/** An organization with something for each job of a month's end to do. */
export interface MonthEnd {
  readonly world: TestWorld;
  readonly organization: TestOrganization;
  readonly mail: MailServer;
  readonly treasuryId: string;
}

export async function openMonthEnd(options: Pick<TestServiceOptions, "onError"> = {}): Promise<MonthEnd> {
  const mail = await startMailServer();
  const settings = { smtpUrl: mail.url, mailFrom: "Bursar <bursar@example.com>" };
  const world = await openWorld(settings, options);
  const organization = await world.newOrganization();
  const { organizationId, accountId } = organization;
  await newPerson(world, organizationId, { email: "ada@example.com" });
  await organization.deposit(accountId, 900_000_00n);
  const treasuryId = await organization.newAccount("Treasury", "treasury");
  const sweep = { sweep: true, targetCashMinor: 10_000_00n, minimumSweepMinor: 100_00n };
  await world.service.database.transaction((tx) =>
    changeSweep(world.service, tx, {
      organizationId,
      accountId: treasuryId,
      actor: operator,
      version: 0,
      settings: sweep,
    }),
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

/** Everything that the jobs leave behind, without IDs and instants. */
export async function leftBy({ world, organization, mail, treasuryId }: MonthEnd) {
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
      startDate,
      startingBalance,
      endingBalance,
      transactionCount,
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
      operationType,
      resourceVersion,
      changedPaths,
    })),
  };
}
type Member = Readonly<Record<string, unknown>>;
