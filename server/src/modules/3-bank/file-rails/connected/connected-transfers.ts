import type { PartyFacts } from "bursar-bank-formats/iso20022";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { type BankConnection, limitsOn, listConnections } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { findAccounts, openAccountNumber } from "#money/accounts";
import { getOrganization } from "#records/identity";
import type { ConnectionSource } from "../channels.ts";
import { structuredAddress } from "../transfer-messages/postal-address.ts";
import type {
  Debtor,
  TransferConnection,
  TransferRail,
  TransferSettings,
} from "../transfer-messages/transfer-connection.ts";

type ChannelService = Pick<Service, "database" | "vault" | "clock">;
type TransferBankConnection = Extract<BankConnection, { readonly rail: TransferRail }>;

/** The organizations' own bank connections for wires or real-time payments. */
export const connectedTransfers = (
  service: ChannelService,
  rail: TransferRail,
): ConnectionSource<TransferConnection> => ({
  connectionsOf: async (db, organizationId) => {
    const served = new Map<AccountId, TransferConnection>();
    for (const connection of await connectionsFor(db, organizationId, rail)) {
      if (connection.state === "draft") continue;
      const found = transferConnectionOf(service, connection);
      for (const accountId of connection.accountIds) served.set(accountId, found);
    }
    return served;
  },
  findConnection: async (db, organizationId, connectionId) => {
    const all = await connectionsFor(db, organizationId, rail);
    const found = all.find((connection) => connection.connectionId === connectionId);
    return found && transferConnectionOf(service, found);
  },
});

const isTransfers = (connection: BankConnection): connection is TransferBankConnection =>
  connection.rail === "wire" || connection.rail === "internationalWire" || connection.rail === "realTime";

const connectionsFor = async (db: Queryable, organizationId: OrganizationId, rail: TransferRail) =>
  (await listConnections(db, organizationId)).filter(isTransfers).filter((connection) => connection.rail === rail);

/** Read for one pass, which writes many messages for few accounts: each account's owner and number are read once. */
function transferConnectionOf(service: ChannelService, connection: TransferBankConnection): TransferConnection {
  const debtors = new Map<AccountId, Promise<Debtor>>();
  return {
    connectionId: connection.connectionId,
    rail: connection.rail,
    mode: connection.state === "live" ? "live" : "rehearsal",
    serves: (accountId) => connection.accountIds.includes(accountId),
    firstDays: limitsOn(connection.firstDays, newYorkDay(service.clock.now())),
    settings: settingsOf(connection),
    debtorOf: (accountId) => {
      const debtor = debtors.get(accountId) ?? debtorOf(service, connection, accountId);
      debtors.set(accountId, debtor);
      return debtor;
    },
  };
}

/** Banks answer real-time messages within seconds; after this time, a person should call. */
const REAL_TIME_ANSWER_MS = 15 * MINUTE_MS;

function settingsOf(connection: TransferBankConnection): TransferSettings {
  if (connection.rail === "realTime") {
    const { railSettings: settings } = connection;
    const network = settings.network === "RTP" ? "rtp" : "fednow";
    return {
      message: settings.message === "pacs.008" ? { name: "pacs.008.001.08", network } : { name: "pain.001.001.09" },
      initiatingParty: { name: settings.debtorName },
      debtorAgent: { routingNumber: settings.debtorAgentRoutingNumber },
      chargeBearer: undefined,
      cutOff: undefined,
      limitMinor: present(minorFromDollars(settings.limit), "a stored limit is a whole number of cents"),
      queryAfterMs: settings.queryAfterSeconds * SECOND_MS,
      fileName: settings.fileName,
      answerWithinMs: REAL_TIME_ANSWER_MS,
    };
  }
  const { railSettings: settings } = connection;
  const { initiatingPartyName: name, initiatingPartyId: bankAssignedId } = settings;
  return {
    message: { name: settings.pain001Version === "03" ? "pain.001.001.03" : "pain.001.001.09" },
    initiatingParty: { name, ...(bankAssignedId === null ? {} : { bankAssignedId }) },
    debtorAgent:
      "debtorAgentBic" in settings
        ? { bic: settings.debtorAgentBic }
        : { routingNumber: settings.debtorAgentRoutingNumber },
    chargeBearer: settings.chargeBearer,
    cutOff: settings.cutOff,
    limitMinor: undefined,
    queryAfterMs: undefined,
    fileName: settings.fileName,
    answerWithinMs: settings.answerMinutes === 0 ? undefined : settings.answerMinutes * MINUTE_MS,
  };
}

/** The owner of the account, at the organization's legal address, if the networks' characters can carry it. */
async function debtorOf(
  service: ChannelService,
  { organizationId, railSettings: { debtorName } }: TransferBankConnection,
  accountId: AccountId,
): Promise<Debtor> {
  const { database } = service;
  const [account] = await findAccounts(database, organizationId, [accountId]);
  const { legalAddress } = await getOrganization(database, organizationId);
  const address = legalAddress && structuredAddress(legalAddress);
  const party: PartyFacts = { name: debtorName, ...(address === undefined ? {} : { address }) };
  const other = await openAccountNumber(service, database, { organizationId, accountId });
  return {
    party,
    account: { number: { other }, type: account?.kind === "savings" ? "SVGS" : "CACC", currency: "USD" },
  };
}
