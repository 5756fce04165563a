import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "../kernel/clock/clock.ts";
import type { OrganizationId, TransactionId } from "../kernel/values/ids.ts";
import { type BankRail, type ConnectionId, listConnections } from "../modules/bank-connections/index.ts";
import { type BankChannels, type BankFilesWork, haveFilesOnTheWay, runBankFiles } from "../modules/bank-files/index.ts";
import {
  bankReferencesOf,
  connectedPayments,
  connectionOfPayment,
  createFileRail,
  hastenPayments,
  paymentsInFiles,
  type RailPart,
  railOf,
  runFileRails,
} from "../modules/file-rails/index.ts";
import type { PeopleService } from "../modules/people/index.ts";
import type { BankAnswer, PaymentInstruction } from "../modules/rails/index.ts";
import { connectWithSandboxBank, type SandboxBank } from "../modules/sandbox-bank/index.ts";
import type { PlannedAnswer, SimulatedBank } from "../modules/simulated-bank/index.ts";
import { fileRailParts } from "./file-rails.ts";

/** The rails whose payments go to the sandbox's bank in files; the others go to the old simulated bank. */
const RAILS_IN_FILES: ReadonlySet<BankRail> = new Set<BankRail>(["ach"]);

/** How long a route waits for a worker that is exchanging the same files. */
const EXCHANGE_MS_MAX = 10 * SECOND_MS;
const PAUSE_MS = 10;

export interface SandboxRailTools {
  readonly bank: SandboxBank;
  /** Of simulated connections only. */
  readonly work: BankFilesWork;
  readonly simulated: SimulatedBank;
}

/**
 * The sandbox's rail: payments go into files, and the sandbox's bank answers in files. A payment stays where it was
 * first, whatever happens to the connections of its account.
 */
export function sandboxRail(service: PeopleService, tools: SandboxRailTools): SimulatedBank {
  const { simulated } = tools;
  const parts = fileRailParts(service);
  const files = createFileRail(service, parts);
  const exchanger: Exchanger = { service, ...tools, parts, exchange: exchangeOf(service, tools) };
  return {
    ...simulated,
    submit: async (instructions) => {
      for (const [organizationId, theirs] of Map.groupBy(instructions, (one) => one.organizationId)) {
        const chosen = await chooseFiles(exchanger, organizationId, theirs);
        const routes = Map.groupBy(theirs, ({ instructionId }) => (chosen.has(instructionId) ? files : simulated));
        for (const [rail, part] of routes) await rail.submit(part);
      }
    },
    collect: async (limit, options) => {
      const fromFiles = await files.collect(limit, options);
      if (fromFiles.length >= limit) return fromFiles;
      return [...fromFiles, ...(await simulated.collect(limit - fromFiles.length, options))];
    },
    // Each ignores answers that are not its own.
    acknowledge: async (answers: readonly BankAnswer[]) => {
      await files.acknowledge(answers);
      await simulated.acknowledge(answers);
    },
    nextDueAt: async () => earliest(await files.nextDueAt(), await simulated.nextDueAt()),
    workThroughInbox: async (organizationId) => {
      if (organizationId !== undefined) await exchangeEverything(exchanger, organizationId);
      return simulated.workThroughInbox(organizationId);
    },
    answerNow: async (asked) => {
      const known = await paymentsInFiles(service.database, asked.organizationId, [asked.instructionId]);
      return known.has(asked.instructionId) ? answerInFile(exchanger, asked) : simulated.answerNow(asked);
    },
  };
}

/** What the sandbox's actions on files work with. */
interface Exchanger extends SandboxRailTools {
  readonly service: PeopleService;
  readonly parts: readonly RailPart[];
  readonly exchange: (organizationId: OrganizationId) => Promise<void>;
}

/** Which of these payments go into files. Accounts without a connection get one to the sandbox's bank. */
async function chooseFiles(
  { service, parts, simulated }: Exchanger,
  organizationId: OrganizationId,
  instructions: readonly PaymentInstruction[],
): Promise<ReadonlySet<TransactionId>> {
  const given = instructions.map(({ instructionId }) => instructionId);
  const chosen = new Set(await paymentsInFiles(service.database, organizationId, given));
  const others = instructions.filter(({ instructionId }) => !chosen.has(instructionId));
  for (const [rail, theirs] of Map.groupBy(others, ({ method }) => railOf(method))) {
    const accountIds = [...new Set(theirs.map(({ accountId }) => accountId))];
    if (RAILS_IN_FILES.has(rail)) await connectWithSandboxBank(service, organizationId, { rail, accountIds });
  }
  const ids = (await connectedPayments(parts, organizationId, others)).map(({ instructionId }) => instructionId);
  if (ids.length === 0) return chosen;
  const known = await simulated.knownAmong(organizationId, ids);
  for (const id of ids) if (!known.has(id)) chosen.add(id);
  return chosen;
}

/** Closes all windows, sends the files, and takes every answer that the bank has planned. */
async function exchangeEverything(
  { service, bank, parts, exchange }: Exchanger,
  organizationId: OrganizationId,
): Promise<void> {
  const connectionIds = await simulatedConnections(service, organizationId);
  await hastenPayments(service, organizationId, { connectionIds });
  await runFileRails(service, parts);
  await exchange(organizationId);
  await bank.hurry(organizationId);
  await exchange(organizationId);
}

/** Sends the file of a payment now, and takes the bank's answer. False if the payment goes to another bank. */
async function answerInFile({ service, bank, parts, exchange }: Exchanger, asked: PlannedAnswer): Promise<boolean> {
  const { organizationId, instructionId } = asked;
  const connectionId = await connectionOfPayment(service.database, organizationId, instructionId);
  const connectionIds = await simulatedConnections(service, organizationId);
  if (connectionId === undefined || !connectionIds.includes(connectionId)) return false;
  await hastenPayments(service, organizationId, { connectionIds, only: [instructionId] });
  const endsAt = performance.now() + EXCHANGE_MS_MAX;
  while (performance.now() < endsAt) {
    await runFileRails(service, parts);
    await exchange(organizationId);
    if (await bank.answerNow(organizationId, requestOf(asked))) {
      await exchange(organizationId);
      return true;
    }
    // A worker is writing or sending the file.
    await sleep(PAUSE_MS);
  }
  return false;
}

/** The connections whose files the sandbox's bank exchanges: real banks do not follow the sandbox's clock. */
export const simulatedChannels = (channels: BankChannels): BankChannels => ({
  ...channels,
  list: async () => (await channels.list()).filter(({ hasMail }) => hasMail !== undefined),
});

/** Sends and receives what is due between the organization and the sandbox's bank, and waits for workers that do. */
const exchangeOf =
  (service: PeopleService, { bank, work: { channels, ...work } }: SandboxRailTools) =>
  async (organizationId: OrganizationId): Promise<void> => {
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
  };

const simulatedConnections = async (
  service: PeopleService,
  organizationId: OrganizationId,
): Promise<readonly ConnectionId[]> =>
  (await listConnections(service.database, organizationId))
    .filter(({ kind, state }) => kind === "simulated" && state === "live")
    .map(({ connectionId }) => connectionId);

const requestOf = ({ instructionId, outcome, code }: PlannedAnswer) => ({
  references: bankReferencesOf(instructionId),
  outcome,
  ...(code === undefined ? {} : { code }),
});

const earliest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
