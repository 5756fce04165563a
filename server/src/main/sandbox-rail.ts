import { setTimeout as sleep } from "node:timers/promises";
import {
  type BankChannels,
  type BankFilesWork,
  type ConnectionId,
  haveFilesOnTheWay,
  listConnections,
  runBankFiles,
} from "#bank/exchange";
import {
  bankReferencesOf,
  connectionOfPayment,
  createFileRail,
  makePaymentsDue,
  type RailPart,
  railOf,
  runFileRails,
} from "#bank/file-rails";
import type { PaymentInstruction } from "#bank/rails";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { PeopleService } from "#records/people";
import type { RequestedBankAnswer, SandboxRail } from "#sandbox/sandbox";
import { connectWithSandboxBank, type SandboxBank } from "#sandbox/sandbox-bank";
import { fileRailParts } from "./file-rails.ts";

/** How long a route waits for a worker that is exchanging the same files. */
const EXCHANGE_MS_MAX = 10 * SECOND_MS;
/** Before it is looked again whether such a worker is done. */
export const PAUSE_MS = 10;

/** How often everything that the bank planned leads to files to which it plans answers: a PDF follows the checks' numbers. */
const ROUNDS_MAX = 10;

export interface SandboxRailTools {
  readonly bank: SandboxBank;
  /** Of simulated connections only. */
  readonly work: BankFilesWork;
}

/**
 * The sandbox's rail: payments go into files, and the sandbox's bank answers in files. Accounts without a connection get one
 * to that bank with their first payment.
 */
export function sandboxRail(service: PeopleService, tools: SandboxRailTools): SandboxRail {
  const parts = fileRailParts(service);
  const files = createFileRail(service, parts);
  const exchanger: Exchanger = { service, bank: tools.bank, parts, exchange: exchangeOf(service, tools) };
  return {
    submit: async (instructions) => {
      for (const [organizationId, ofOrganization] of Map.groupBy(
        instructions,
        (instruction) => instruction.organizationId,
      ))
        await connectAccounts(service, organizationId, ofOrganization);
      await files.submit(instructions);
    },
    answerEverything: (organizationId) => exchangeEverything(exchanger, organizationId),
    answerNow: (asked) => answerInFile(exchanger, asked),
  };
}

/** What the sandbox's actions on files work with. */
interface Exchanger {
  readonly service: PeopleService;
  readonly bank: SandboxBank;
  readonly parts: readonly RailPart[];
  readonly exchange: (organizationId: OrganizationId) => Promise<void>;
}

async function connectAccounts(
  service: PeopleService,
  organizationId: OrganizationId,
  instructions: readonly PaymentInstruction[],
): Promise<void> {
  for (const [rail, ofRail] of Map.groupBy(instructions, ({ method }) => railOf(method))) {
    const accountIds = [...new Set(ofRail.map(({ accountId }) => accountId))];
    await connectWithSandboxBank(service, organizationId, { rail, accountIds });
  }
}

/** Closes all windows, sends the files, and takes every answer that the bank has planned. */
async function exchangeEverything(
  { service, bank, parts, exchange }: Exchanger,
  organizationId: OrganizationId,
): Promise<void> {
  const connectionIds = await simulatedConnections(service, organizationId);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await makePaymentsDue(service, organizationId, { connectionIds });
    await runFileRails(service, parts, organizationId);
    await exchange(organizationId);
    const isMore = await bank.hurry(organizationId);
    await exchange(organizationId);
    if (!isMore) return;
  }
}

/** Sends the file of a payment now, and takes the bank's answer. */
async function answerInFile(
  { service, bank, parts, exchange }: Exchanger,
  asked: RequestedBankAnswer,
): ReturnType<SandboxRail["answerNow"]> {
  const { organizationId, transactionId } = asked;
  const connectionIds = await simulatedConnections(service, organizationId);
  const isForTheBank = async () => {
    const connectionId = await connectionOfPayment(service.database, organizationId, transactionId);
    return connectionId !== undefined && connectionIds.includes(connectionId);
  };
  await makePaymentsDue(service, organizationId, { connectionIds, only: [transactionId] });
  const endsAt = performance.now() + EXCHANGE_MS_MAX;
  while (performance.now() < endsAt && (await isForTheBank())) {
    const written = await runFileRails(service, parts, organizationId);
    await exchange(organizationId);
    const outcome = await bank.answerNow(organizationId, await requestOf(service, asked));
    if (outcome !== "notYet") {
      await exchange(organizationId);
      return outcome;
    }
    // A worker is writing or sending the file.
    if (written === 0) await sleep(PAUSE_MS);
  }
  return "elsewhere";
}

/** The connections whose files the sandbox's bank exchanges: real banks do not follow the sandbox's clock. */
export const simulatedChannels = (channels: BankChannels): BankChannels => ({
  ...channels,
  list: async () => (await channels.list()).filter(({ hasMail }) => hasMail !== undefined),
});

/**
 * Sends and receives what is due between the organization and the sandbox's bank, and waits for workers that do. Like
 * their jobs, it first finds connections of all organizations.
 */
const exchangeOf = (service: PeopleService, tools: SandboxRailTools) => (organizationId: OrganizationId) =>
  acrossOrganizations(() => exchangeFor(service, tools, organizationId));

async function exchangeFor(
  service: PeopleService,
  { bank, work: { channels, ...work } }: SandboxRailTools,
  organizationId: OrganizationId,
): Promise<void> {
  const list = async () => (await channels.list()).filter((channel) => channel.organizationId === organizationId);
  const connectionIds = (await list()).map(({ connectionId }) => connectionId);
  const isBusy = async () => {
    const due = await bank.dueConnections();
    return (
      connectionIds.some((id) => due.has(id)) ||
      (await haveFilesOnTheWay(service.database, organizationId, connectionIds))
    );
  };
  const endsAt = performance.now() + EXCHANGE_MS_MAX;
  while ((await isBusy()) && performance.now() < endsAt)
    if ((await runBankFiles(service, { ...work, channels: { ...channels, list } })) === 0) await sleep(PAUSE_MS);
}

const simulatedConnections = async (
  service: PeopleService,
  organizationId: OrganizationId,
): Promise<readonly ConnectionId[]> =>
  (await listConnections(service.database, organizationId))
    .filter(({ kind, state }) => kind === "simulated" && state === "live")
    .map(({ connectionId }) => connectionId);

const requestOf = async (
  service: PeopleService,
  { organizationId, transactionId, outcome, code }: RequestedBankAnswer,
) => ({
  references: await bankReferencesOf(service, organizationId, transactionId),
  outcome,
  ...(code === undefined ? {} : { code }),
});
