import { SECOND_MS } from "../kernel/clock/clock.ts";
import type { Metrics } from "../kernel/process/metrics.ts";
import type { Service } from "../kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "../kernel/values/ids.ts";
import type { Job } from "../kernel/work/worker.ts";
import {
  connectedChannels,
  connectedFiles,
  createFileRail,
  type FileRailTools,
  fileRailMetrics,
  paymentsInFiles,
  runFileRails,
} from "../modules/file-rails/index.ts";
import { awaitsHandOver } from "../modules/payments/index.ts";
import type { BankAnswer, PaymentInstruction, Rail } from "../modules/rails/index.ts";
import type { SimulatedBank } from "../modules/simulated-bank/index.ts";

/** What payments in files need of this service. */
export const fileRailTools = (service: Service): FileRailTools => ({
  channels: connectedChannels(service),
  files: connectedFiles(service),
  awaitsHandOver: (organizationId) => awaitsHandOver(service, organizationId),
});

/** Payments become files when these are due. */
export const fileRailJob = (service: Service, metrics: Metrics): Job => {
  fileRailMetrics(service, metrics);
  const tools = fileRailTools(service);
  return { name: "file-rails", everyMs: SECOND_MS / 2, run: () => runFileRails(service, tools) };
};

/** The only rail in production: payments go into files, and wait if their account has no bank connection. */
export const productionRail = (service: Service): Rail => createFileRail(service, connectedChannels(service));

/**
 * The sandbox's bank: payments of accounts with a bank connection go into files, all others to the simulated bank. A
 * payment stays where it was first, whatever happens to the connection.
 */
export function sandboxBank(service: Service, simulated: SimulatedBank): SimulatedBank {
  const channels = connectedChannels(service);
  const files = createFileRail(service, channels);

  const goesIntoFile = async (
    organizationId: OrganizationId,
    instructions: readonly PaymentInstruction[],
  ): Promise<ReadonlySet<TransactionId>> => {
    const { database } = service;
    const chosen = new Set(await paymentsInFiles(database, organizationId, instructions));
    const connected = await channels.connectionsOf(database, organizationId, "ach");
    const candidates = instructions.filter(
      ({ method, accountId, instructionId }) =>
        method === "ach" && connected.has(accountId) && !chosen.has(instructionId),
    );
    if (candidates.length === 0) return chosen;
    const ids = candidates.map(({ instructionId }) => instructionId);
    const known = await simulated.knownAmong(organizationId, ids);
    for (const id of ids) if (!known.has(id)) chosen.add(id);
    return chosen;
  };

  return {
    ...simulated,
    submit: async (instructions) => {
      for (const [organizationId, theirs] of byOrganization(instructions)) {
        const chosen = await goesIntoFile(organizationId, theirs);
        const parts = Map.groupBy(theirs, ({ instructionId }) => (chosen.has(instructionId) ? files : simulated));
        for (const [rail, part] of parts) await rail.submit(part);
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
  };
}

const byOrganization = (instructions: readonly PaymentInstruction[]) =>
  Map.groupBy(instructions, ({ organizationId }) => organizationId);

const earliest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
