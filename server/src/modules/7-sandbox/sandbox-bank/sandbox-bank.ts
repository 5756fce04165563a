import {
  type AnsweredNow,
  type BankAgreement,
  type FileBank,
  nextStatementAt,
  openFileBank,
  type RequestedAnswer,
  scenarioFor,
} from "bursar-simulated-bank";
import { type BankConnection, type Channel, type ConnectionId, listConnections } from "#bank/exchange";
import type { Screening } from "#bank/rails";
import { inThisGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import { agreementFor, type BankAccount } from "./agreement.ts";
import { accountsAtBank, noKnownAccounts } from "./bank-accounts.ts";
import { SANDBOX_BANK_ROUTING_NUMBER } from "./built-in-connections.ts";
import { unseenOrganizations } from "./ledger-movements.queries.ts";
import { type LedgerReader, readLedger } from "./read-ledger.ts";
import { dueConnections, nextBankDue } from "./sandbox-bank.queries.ts";
import { simulatedChannel } from "./simulated-channel.ts";
import { storedState } from "./stored-state.ts";

/** The banks at the other end of simulated connections: one for each organization, on the service's clock. */
export interface SandboxBank {
  /** Exchanges files over a simulated connection. */
  channelOf(connection: BankConnection): Promise<Channel>;
  /** The connections for which a bank has something now. Before statements are made, banks read the ledger. */
  dueConnections(): Promise<ReadonlySet<ConnectionId>>;
  /** When a bank has something next; undefined if nothing is planned. */
  nextDueAt(): Promise<Date | undefined>;
  /** The bank answers a payment now, if it has all files that it needs for that. */
  answerNow(organizationId: OrganizationId, request: RequestedAnswer): Promise<AnsweredNow>;
  /** The bank does now whatever it planned for later. False if nothing was planned. */
  hurry(organizationId: OrganizationId): Promise<boolean>;
}

type BankService = Pick<Service, "database" | "vault" | "clock" | "log">;

/** How many organizations' banks a process remembers; the others are read again when they are needed. */
const REMEMBERED_MAX = 32;

const each = eachOrganization("sandbox-bank");

export function createSandboxBank(service: BankService): SandboxBank {
  const { database, clock } = service;
  const banks = new Map<OrganizationId, Promise<LedgerReader>>();
  const forgetOld = inThisGeneration(() => banks.clear());
  const readerOf = (organizationId: OrganizationId): Promise<LedgerReader> => {
    forgetOld();
    const existing = banks.get(organizationId);
    // The one that was used last is forgotten last.
    banks.delete(organizationId);
    const bank = existing ?? openBank(service, organizationId);
    banks.set(organizationId, bank);
    bank.catch(() => banks.delete(organizationId));
    const [oldest] = banks.keys();
    if (banks.size > REMEMBERED_MAX && oldest !== undefined) banks.delete(oldest);
    return bank;
  };
  const bankOf = async (organizationId: OrganizationId): Promise<FileBank> => (await readerOf(organizationId)).bank;
  return {
    channelOf: async (connection) => {
      const reader = await readerOf(connection.organizationId);
      return simulatedChannel(reader.bank, connection, { clock, readLedger: () => readLedger(service, reader) });
    },
    dueConnections: async () => {
      const now = clock.now();
      const late = (await unseenOrganizations(database)).filter(({ seenAt }) => nextStatementAt(seenAt) <= now);
      const ids = late.map(({ organizationId }) => organizationId);
      await each.run(service, ids, async (organizationId) => {
        await readLedger(service, await readerOf(organizationId));
        return 1;
      });
      return new Set((await dueConnections(database, now)).map((row) => row.connection_id));
    },
    nextDueAt: async () => {
      const planned = (await nextBankDue(database)).due_at;
      const statements = (await unseenOrganizations(database)).map(({ seenAt }) => nextStatementAt(seenAt));
      return [...statements, ...(planned === null ? [] : [planned])].sort((a, b) => a.getTime() - b.getTime())[0];
    },
    answerNow: (organizationId, request) =>
      withinOrganization(organizationId, async () => (await bankOf(organizationId)).answerNow(request)),
    hurry: (organizationId) => withinOrganization(organizationId, async () => (await bankOf(organizationId)).hurry()),
  };
}

async function openBank(service: BankService, organizationId: OrganizationId): Promise<LedgerReader> {
  const openedAccounts = noKnownAccounts();
  const accounts = () => accountsAtBank(service, organizationId, openedAccounts);
  const bank = await openFileBank({
    state: storedState(service, organizationId),
    agreement: async () => agreementOf(service, organizationId, await accounts()),
    clock: service.clock,
  });
  return { organizationId, bank, accounts };
}

async function agreementOf(
  { database }: BankService,
  organizationId: OrganizationId,
  accounts: readonly BankAccount[],
): Promise<BankAgreement> {
  const connections = (await listConnections(database, organizationId)).filter(({ kind }) => kind === "simulated");
  const [reportsTo] = connections.map(({ connectionId }) => connectionId);
  return agreementFor({ routingNumber: SANDBOX_BANK_ROUTING_NUMBER, accounts, connections, reportsTo });
}

/** Blocks payments to the magic numbers that stand for a screening match, before they reach the bank. */
export const magicNumberScreening: Screening = (instructions) =>
  Promise.resolve(
    new Map(
      instructions.flatMap(({ instructionId, method, routing, amountMinor }) => {
        const scenario = scenarioFor({ method, accountNumber: routing.accountNumber ?? null, amountMinor });
        return scenario.kind === "block"
          ? [[instructionId, { code: scenario.code, reason: scenario.reason }] as const]
          : [];
      }),
    ),
  );
