import { SECOND_MS } from "../kernel/clock/clock.ts";
import type { Metrics } from "../kernel/process/metrics.ts";
import type { Service } from "../kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "../kernel/values/ids.ts";
import type { Job } from "../kernel/work/worker.ts";
import {
  connectedChannels,
  connectedFiles,
  connectedPayments,
  createFileRail,
  fileRailMetrics,
  paymentsInFiles,
  type RailPart,
  railParts,
  runFileRails,
} from "../modules/file-rails/index.ts";
import { awaitsHandOver } from "../modules/payments/index.ts";
import type { BankAnswer, PaymentInstruction, Rail } from "../modules/rails/index.ts";
import type { SimulatedBank } from "../modules/simulated-bank/index.ts";

/** The rails whose payments go into files, with what they need of this service. */
export const fileRailParts = (service: Service): readonly RailPart[] =>
  railParts(service, {
    channels: connectedChannels(service),
    files: connectedFiles(service),
    awaitsHandOver: (organizationId) => awaitsHandOver(service, organizationId),
  });

/** Payments become files when these are due. */
export const fileRailJob = (service: Service, metrics: Metrics): Job => {
  fileRailMetrics(service, metrics);
  const parts = fileRailParts(service);
  return { name: "file-rails", everyMs: SECOND_MS / 2, run: () => runFileRails(service, parts) };
};

/** The only rail in production: payments go into files, and wait if their account has no bank connection. */
export const productionRail = (service: Service): Rail => createFileRail(service, fileRailParts(service));

/**
 * The sandbox's bank: payments of accounts with a bank connection go into files, all others to the simulated bank. A
 * payment stays where it was first, whatever happens to the connection.
 */
export function sandboxBank(service: Service, simulated: SimulatedBank): SimulatedBank {
  const parts = fileRailParts(service);
  const files = createFileRail(service, parts);

  const goesIntoFile = async (
    organizationId: OrganizationId,
    instructions: readonly PaymentInstruction[],
  ): Promise<ReadonlySet<TransactionId>> => {
    const chosen = new Set(await paymentsInFiles(service.database, organizationId, instructions));
    const others = instructions.filter(({ instructionId }) => !chosen.has(instructionId));
    const ids = (await connectedPayments(parts, organizationId, others)).map(({ instructionId }) => instructionId);
    if (ids.length === 0) return chosen;
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
