import type { Service } from "../../kernel/process/service.ts";
import { withinOrganization } from "../../kernel/sql/scope.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { listAccountBalances, readAccountNumbers } from "../accounts/index.ts";
import { type BankConnection, type Channel, type ConnectionId, listConnections } from "../bank-connections/index.ts";
import { type BankAgreement, type FileBank, openFileBank, type RequestedAnswer } from "../file-bank/index.ts";
import { agreementFor, type BankAccount } from "./agreement.ts";
import { SANDBOX_BANK_ROUTING_NUMBER } from "./built-in-connections.ts";
import { dueConnections, nextBankDue } from "./sandbox-bank.queries.ts";
import { simulatedChannel } from "./simulated-channel.ts";
import { storedState } from "./stored-state.ts";

/** The banks at the other end of simulated connections: one for each organization, on the service's clock. */
export interface SandboxBank {
  /** Exchanges files over a simulated connection. */
  channelOf(connection: BankConnection): Promise<Channel>;
  /** The connections for which a bank has something now. */
  dueConnections(): Promise<ReadonlySet<ConnectionId>>;
  /** When a bank has something next; undefined if nothing is planned. */
  nextDueAt(): Promise<Date | undefined>;
  /** The bank answers a payment now. False if it does not have it. */
  answerNow(organizationId: OrganizationId, request: RequestedAnswer): Promise<boolean>;
  /** The bank does now whatever it planned for later. */
  hurry(organizationId: OrganizationId): Promise<void>;
}

type BankService = Pick<Service, "database" | "vault" | "clock">;

/** How many organizations' banks a process remembers; the others are read again when they are needed. */
const REMEMBERED_MAX = 32;

export function createSandboxBank(service: BankService): SandboxBank {
  const { database, clock } = service;
  const banks = new Map<OrganizationId, Promise<FileBank>>();
  const bankOf = (organizationId: OrganizationId): Promise<FileBank> => {
    const known = banks.get(organizationId);
    // The one that was used last is forgotten last.
    banks.delete(organizationId);
    const bank = known ?? openBank(service, organizationId);
    banks.set(organizationId, bank);
    bank.catch(() => banks.delete(organizationId));
    const [oldest] = banks.keys();
    if (banks.size > REMEMBERED_MAX && oldest !== undefined) banks.delete(oldest);
    return bank;
  };
  return {
    channelOf: async (connection) => simulatedChannel(await bankOf(connection.organizationId), connection, clock),
    dueConnections: async () => new Set((await dueConnections(database, clock.now())).map((row) => row.connection_id)),
    nextDueAt: async () => (await nextBankDue(database)).due_at ?? undefined,
    answerNow: (organizationId, request) =>
      withinOrganization(organizationId, async () => (await bankOf(organizationId)).answerNow(request)),
    hurry: (organizationId) => withinOrganization(organizationId, async () => (await bankOf(organizationId)).hurry()),
  };
}

function openBank(service: BankService, organizationId: OrganizationId): Promise<FileBank> {
  // Numbers of accounts never change.
  const numbers = new Map<string, string>();
  return openFileBank({
    state: storedState(service, organizationId),
    agreement: () => agreementOf(service, organizationId, numbers),
    clock: service.clock,
  });
}

async function agreementOf(
  service: BankService,
  organizationId: OrganizationId,
  numbers: Map<string, string>,
): Promise<BankAgreement> {
  const { database } = service;
  const accounts: BankAccount[] = [];
  for (const { accountId, kind, name, currentMinor, routingNumber } of await listAccountBalances(
    database,
    organizationId,
  )) {
    if (kind === "treasury") continue;
    const number =
      numbers.get(accountId) ??
      (await readAccountNumbers(service, database, { organizationId, accountId }))?.accountNumber;
    if (number === undefined) continue;
    numbers.set(accountId, number);
    accounts.push({ accountId, number, name, routingNumber, balanceMinor: currentMinor });
  }
  const connections = (await listConnections(database, organizationId)).filter(({ kind }) => kind === "simulated");
  const [reportsTo] = connections.map(({ connectionId }) => connectionId);
  return agreementFor({ routingNumber: SANDBOX_BANK_ROUTING_NUMBER, accounts, connections, reportsTo });
}
