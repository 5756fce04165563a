import { acknowledgmentTemplateFromData } from "bursar-bank-formats/acknowledgments";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { achWindowsOf, type BankConnection, limitsOn, listConnections } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { findAccounts, readAccountNumbers } from "#money/accounts";
import type { AchConnection, OffsetSettings } from "../ach/ach-connection.ts";
import type { ConnectionSource } from "../channels.ts";

type ChannelService = Pick<Service, "vault" | "clock">;
type AchBankConnection = Extract<BankConnection, { readonly rail: "ach" }>;

/** The organizations' own bank connections for ACH. */
export const connectedAch = (service: ChannelService): ConnectionSource<AchConnection> => ({
  connectionsOf: async (db, organizationId) => {
    const served = new Map<AccountId, AchConnection>();
    for (const connection of await achConnections(db, organizationId)) {
      if (connection.state === "draft") continue;
      const found = await achConnectionOf(service, db, connection);
      for (const accountId of connection.accountIds) served.set(accountId, found);
    }
    return served;
  },
  findConnection: async (db, organizationId, connectionId) => {
    const all = await achConnections(db, organizationId);
    const found = all.find((connection) => connection.connectionId === connectionId);
    return found && achConnectionOf(service, db, found);
  },
});

const achConnections = async (db: Queryable, organizationId: OrganizationId): Promise<readonly AchBankConnection[]> =>
  (await listConnections(db, organizationId)).filter((connection) => connection.rail === "ach");

async function achConnectionOf(
  service: ChannelService,
  db: Queryable,
  connection: AchBankConnection,
): Promise<AchConnection> {
  const { connectionId, state, railSettings: settings, firstDays } = connection;
  const offsets = settings.balanced ? await offsetsOf(service, db, connection) : undefined;
  return {
    connectionId,
    mode: state === "live" ? "live" : "rehearsal",
    serves: (accountId) => connection.accountIds.includes(accountId),
    firstDays: limitsOn(firstDays, newYorkDay(service.clock.now())),
    settings: {
      immediateDestination: settings.immediateDestination,
      immediateDestinationName: settings.immediateDestinationName,
      immediateOrigin: settings.immediateOrigin.trim(),
      immediateOriginName: settings.immediateOriginName,
      companyName: settings.companyName.trim(),
      companyIdentification: settings.companyIdentification.trimEnd(),
      companyEntryDescription: settings.companyEntryDescription.trim(),
      // Settings from release 0.1.0 have neither.
      companyDiscretionaryData: settings.companyDiscretionaryData?.trim() || undefined,
      individualIdentificationNumber: settings.individualIdentificationNumber?.trim() || undefined,
      odfiIdentification: settings.odfiRoutingNumber.slice(0, 8),
      windows: achWindowsOf(settings),
      sameDayMaxMinor: present(minorFromDollars(settings.sameDayLimit), "a stored limit is a whole number of cents"),
      prenotes: settings.prenotes,
      lineEnding: settings.lineEnding,
      acceptsMixedBatches: settings.serviceClasses === "mixed",
      offsetOf: offsets && ((accountId) => offsets.get(accountId)),
      fileIdModifier: settings.fileIdModifier,
      fileName: settings.fileName,
      acknowledgmentTemplates: (settings.acknowledgmentTemplates ?? []).map(acknowledgmentTemplateFromData),
      answerWithinMs: settings.answerMinutes === 0 ? undefined : settings.answerMinutes * MINUTE_MS,
    },
  };
}

/** The account that balances each paying account: the one in the settings, or the paying account. */
async function offsetsOf(
  service: ChannelService,
  db: Queryable,
  { organizationId, accountIds, railSettings }: AchBankConnection,
): Promise<ReadonlyMap<AccountId, OffsetSettings>> {
  const offsets = new Map<AccountId, OffsetSettings>();
  const accounts = await findAccounts(db, organizationId, accountsWith(accountIds, railSettings.offsetAccountId));
  for (const accountId of accountIds) {
    const offsetId = accounts.find((account) => account.accountId === (railSettings.offsetAccountId ?? accountId));
    const numbers =
      offsetId && (await readAccountNumbers(service, db, { organizationId, accountId: offsetId.accountId }));
    if (offsetId === undefined || numbers === undefined) continue;
    offsets.set(accountId, { ...numbers, account: offsetId.kind === "savings" ? "savings" : "checking" });
  }
  return offsets;
}

/** The IDs in settings are checked when they are stored. */
const accountsWith = (accountIds: readonly AccountId[], offsetAccountId: string | null): readonly AccountId[] =>
  offsetAccountId === null ? accountIds : [...accountIds, offsetAccountId as AccountId];
