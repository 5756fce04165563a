import { checkFileTemplates, checkStocks } from "bursar-bank-formats/checks";
import { toPlainText } from "bursar-bank-formats/text";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { type BankConnection, limitsOn, listConnections, readSignature } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { readAccountNumbers } from "#money/accounts";
import { findOrganization, postalLines } from "#records/identity";
import type { ConnectionSource } from "../channels.ts";
import type { CheckConnection, CheckFileSettings } from "../checks/check-connection.ts";

type ChannelService = Pick<Service, "vault" | "clock">;
type CheckBankConnection = Extract<BankConnection, { readonly rail: "check" }>;

/** The organizations' own bank connections for checks. */
export const connectedChecks = (service: ChannelService): ConnectionSource<CheckConnection> => ({
  connectionsOf: async (db, organizationId) => {
    const served = new Map<AccountId, CheckConnection>();
    const inUse = (await checkConnections(db, organizationId)).filter(({ state }) => state !== "draft");
    if (inUse.length === 0) return served;
    const payer = await payerOf(db, organizationId);
    for (const connection of inUse) {
      const found = checkConnectionOf(service, connection, payer);
      for (const accountId of connection.accountIds) served.set(accountId, found);
    }
    return served;
  },
  findConnection: async (db, organizationId, connectionId) => {
    const all = await checkConnections(db, organizationId);
    const found = all.find((connection) => connection.connectionId === connectionId);
    return found && checkConnectionOf(service, found, await payerOf(db, organizationId));
  },
});

const checkConnections = async (
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly CheckBankConnection[]> =>
  (await listConnections(db, organizationId)).filter((connection) => connection.rail === "check");

/** Who pays, as printed on its checks. */
async function payerOf(db: Queryable, organizationId: OrganizationId): Promise<CheckFileSettings["payer"]> {
  const { legalBusinessName, legalAddress } = present(
    await findOrganization(db, organizationId),
    "an organization with a bank connection exists",
  );
  return { name: legalBusinessName, lines: legalAddress === undefined ? [] : postalLines(legalAddress) };
}

function checkConnectionOf(
  service: ChannelService,
  { connectionId, organizationId, accountIds, state, railSettings: settings, firstDays }: CheckBankConnection,
  payer: CheckFileSettings["payer"],
): CheckConnection {
  const bankLines = settings.bankAddress === null ? [] : [settings.bankAddress];
  return {
    connectionId,
    accountIds,
    mode: state === "live" ? "live" : "rehearsal",
    firstDays: limitsOn(firstDays, newYorkDay(service.clock.now())),
    numbersOf: async (db, accountId) => {
      const numbers = await readAccountNumbers(service, db, { organizationId, accountId });
      return numbers && { ...numbers, signature: await readSignature(service, db, { organizationId, connectionId }) };
    },
    settings: {
      printedBy: settings.printedBy,
      mailedWhen: settings.mailedWhen,
      stock: present(
        checkStocks.find(({ id }) => id === settings.stock),
        "a stored stock exists",
      ),
      payer: { name: printed(payer.name), lines: payer.lines.map(printed) },
      // Settings from release 0.1.0 have no fraction.
      bank: { name: settings.bankName, lines: bankLines, fraction: settings.fractionalRoutingNumber ?? undefined },
      firstCheckNumber: settings.firstCheckNumber,
      issueTemplate: templateNamed(settings.positivePayTemplate),
      paidTemplate: templateNamed(settings.paidTemplate),
      templateSettings: settings.positivePayBankId === null ? {} : { bankId: settings.positivePayBankId },
      issuedAt: settings.positivePayCutOff,
      exceptionsDueAt: settings.exceptionsDueAt,
      fileName: settings.fileName,
      answerWithinMs: settings.answerMinutes === 0 ? undefined : settings.answerMinutes * MINUTE_MS,
    },
  };
}

/** Nobody compares the payer's name with a file, so a character that cannot be printed becomes a question mark. */
const printed = (text: string): string =>
  (toPlainText(text) ?? text.replaceAll(/[^ -~]/gu, "?")).slice(0, PAYER_LENGTH);

/** As much as the stocks have room for. */
const PAYER_LENGTH = 50;

const templateNamed = (id: string) =>
  present(
    checkFileTemplates.find((template) => template.id === id),
    "a stored template exists",
  );
