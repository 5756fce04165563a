import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "../../../server/src/kernel/assert.ts";
import type { AccountId, OrganizationId, RecipientId, TransactionId } from "../../../server/src/kernel/values/ids.ts";
import { minorFromDollars } from "../../../server/src/kernel/values/money.ts";
import {
  findCheckOfPayment,
  lockChecks,
  mailChecks,
} from "../../../server/src/modules/3-bank/file-rails/checks/checks.queries.ts";
import { alertAboutExceptions } from "../../../server/src/modules/3-bank/file-rails/checks/exceptions/alert-exceptions.ts";
import { recordException } from "../../../server/src/modules/3-bank/file-rails/checks/exceptions/record-exception.ts";
import { acceptVoid, refuseVoid } from "../../../server/src/modules/3-bank/file-rails/checks/stops/settle-void.ts";
import { newPrintedCheck } from "../../../server/test/kit/bank-files/new-check.ts";
import type { TestDashboard } from "./dashboard.ts";

interface Listed {
  readonly id: TransactionId;
  readonly accountId: AccountId;
  readonly counterpartyId: RecipientId;
  readonly amount: number;
  readonly bankDescription: string | null;
}

/** Check payments of the demo organization, whose checks the bank has printed and mailed. */
export async function mailedChecks({ service, demo, call }: TestDashboard, count: number): Promise<readonly Listed[]> {
  const organizationId = demo.organizationId as OrganizationId;
  const list = (await call("GET", "/transactions?status=sent&search=Check%20to&limit=100")) as {
    transactions: readonly Listed[];
  };
  const paid = list.transactions
    .filter((transaction) => transaction.bankDescription?.startsWith("Check to"))
    .slice(0, count);
  for (const { id: transactionId, accountId, counterpartyId: recipientId, amount } of paid) {
    const organization = { organizationId, accountId, recipientId };
    const amountMinor = present(minorFromDollars(-amount), "payments are of whole cents");
    const { checkNumber } = await newPrintedCheck(service, organization, { transactionId, amountMinor });
    const mailed = { accountId, numbers: [checkNumber], at: service.clock.now() };
    await service.database.transaction(async (tx) => {
      await lockChecks(tx, organizationId, mailed);
      await mailChecks(tx, organizationId, mailed);
    });
  }
  return paid;
}

const checkOf = async ({ service, demo }: TestDashboard, transactionId: string) => {
  const organizationId = demo.organizationId as OrganizationId;
  const found = await findCheckOfPayment(service.database, organizationId, transactionId);
  return { organizationId, found: present(found, "the payment has a check") };
};

/** The bank answers the stop of a check: it accepts it, or refuses it for a reason. */
export async function answerStop(dashboard: TestDashboard, transactionId: string, reason?: string): Promise<void> {
  const { service } = dashboard;
  const stop = { ...(await checkOf(dashboard, transactionId)), sourceFileId: undefined };
  await service.database.transaction((tx) =>
    reason === undefined ? acceptVoid(service, tx, stop) : refuseVoid(service, tx, { ...stop, reason }),
  );
}

const ADDED_MINOR = 1_000_00n;

/** The bank reports the check of a payment with an amount that is $1,000.00 too high, as it does in a file. */
export async function reportAltered(dashboard: TestDashboard, transactionId: string): Promise<void> {
  const { service } = dashboard;
  const { organizationId, found: check } = await checkOf(dashboard, transactionId);
  const connection = { connectionId: check.connection_id, settings: { exceptionsDueAt: "13:00" } };
  await service.database.transaction(async (tx) => {
    const exceptions = await recordException(service, tx, {
      organizationId,
      connection,
      accountId: check.account_id,
      checkNumber: check.check_number,
      transactionId: check.transaction_id,
      kind: "amountMismatch",
      sourceFileId: check.run_id,
      amountMinor: check.amount_minor + ADDED_MINOR,
      presentedOn: newYorkDay(service.clock.now()),
    });
    await alertAboutExceptions(service, tx, { organizationId, connection, exceptions });
  });
}
