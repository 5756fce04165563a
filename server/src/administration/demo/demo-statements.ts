import { accountStatement, type StatementEntryFacts, writeMessage } from "bursar-bank-formats/iso20022";
import { bankingDayOnOrAfter, previousBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { listConnections } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { systemClock } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { readAccountNumbers } from "#money/accounts";
import { balanceBefore } from "#records/ledger";
import { importStatement } from "#reports/reconciliation";
import { connectWithSandboxBank } from "#sandbox/sandbox-bank";
import type { DemoFile } from "./demo-file.ts";
import { type BookedEntry, bookedEntries } from "./demo-statements.queries.ts";

/**
 * Connects the demo organization with the sandbox's bank and imports that bank's statements of the last month and of this
 * one until the last banking day, where the bank's own statements continue. Everything is on them, some of it without a
 * reference, so that a person has something to match. Does nothing if the organization has bank connections; a process
 * that dies meanwhile leaves a demo with fewer statements.
 */
export async function importDemoStatements(service: Service, demo: DemoFile): Promise<void> {
  // The file names the service's own ids.
  const organizationId = demo.organizationId as OrganizationId;
  const accountIds = demo.accounts.filter(({ kind }) => kind !== "treasury").map(({ id }) => id as AccountId);
  await withinOrganization(organizationId, async () => {
    if ((await listConnections(service.database, organizationId)).length > 0) return;
    await connectWithSandboxBank(service, organizationId, { rail: "ach", accountIds });
    // As the sandbox's bank, which opens an account with its balance at the end of that day.
    const last = previousBankingDay(bankingDayOnOrAfter(newYorkDate(service.clock.now())));
    const months = monthsUntil(last);
    const importAll = async (accountId: AccountId) => {
      for (const { from, to } of months) await importMonth(service, { organizationId, accountId, from, to, last });
    };
    await Promise.all(accountIds.map(importAll));
  });
}

interface Month {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

function monthsUntil(last: Temporal.PlainDate): readonly Month[] {
  const first = last.with({ day: 1 });
  return [
    { from: first.subtract({ months: 1 }), to: first.subtract({ days: 1 }) },
    { from: first, to: last },
  ];
}

interface StatementToImport extends Month {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly last: Temporal.PlainDate;
}

async function importMonth(
  service: Service,
  { organizationId, accountId, from, to, last }: StatementToImport,
): Promise<void> {
  const { database } = service;
  const account = { organizationId, accountId };
  const numbers = present(await readAccountNumbers(service, database, account), "the demo's accounts have numbers");
  const balanceAt = (day: Temporal.PlainDate) =>
    balanceBefore(database, organizationId, { accountId, day: day.add({ days: 1 }).toString() });
  const before = from.subtract({ days: 1 });
  const booked = await bookedEntries(database, account, { from: from.toString(), to: to.toString() });
  const unnamed = new Set(to.equals(last) ? withoutReference(booked) : []);
  const name = `${numbers.accountNumber.slice(-4)}-${from.toString().slice(0, "2026-11".length)}`;
  const text = writeMessage(
    accountStatement({
      messageId: name,
      statementId: name,
      createdAt: `${to.toString()}T23:00:00Z`,
      account: { number: { other: numbers.accountNumber }, currency: "USD" },
      servicer: { routingNumber: numbers.routingNumber },
      balances: [
        { code: "OPBD", amountMinor: await balanceAt(before), on: before.toString() },
        { code: "CLBD", amountMinor: await balanceAt(to), on: to.toString() },
      ],
      entries: booked.map((entry) => entryOf(entry, unnamed.has(entry))),
    }),
  );
  const { state, reason } = await importStatement(
    { ...service, machineClock: systemClock },
    {
      organizationId,
      accountId,
      name: `statement-${name}.xml`,
      books: false,
      chunks: async function* () {
        yield Buffer.from(text);
      },
    },
  );
  if (state === "quarantined") service.log.warn({ name, state, reason }, "a statement of the demo was not imported");
}

const UNNAMED = 3;

/** The latest deposits and payments of which the bank gives no reference. */
const withoutReference = (booked: readonly BookedEntry[]): readonly BookedEntry[] =>
  booked.filter(({ kind }) => kind === "externalTransfer" || kind === "outgoingPayment").slice(-UNNAMED);

/** Reconciliation finds a transaction by its ID. */
function entryOf({ transactionId, effect, amountMinor, day, counterpartyName }: BookedEntry, isUnnamed: boolean) {
  const isCredit = amountMinor > 0n;
  const party = { name: counterpartyName };
  return {
    direction: isCredit ? "credit" : "debit",
    amountMinor: isCredit ? amountMinor : -amountMinor,
    status: "BOOK",
    bookedOn: day,
    bankReference: `${transactionId.replaceAll("-", "").slice(-20)}${effect.slice(0, 1).toUpperCase()}`,
    transactionCode: ["PMNT", isCredit ? "RCDT" : "ICDT", "DMCT"],
    isReversal: effect === "reverse",
    ...(isUnnamed
      ? { additionalInformation: counterpartyName.toUpperCase() }
      : {
          transactions: [
            { endToEndId: transactionId.replaceAll("-", ""), ...(isCredit ? { debtor: party } : { creditor: party }) },
          ],
        }),
  } satisfies StatementEntryFacts;
}
