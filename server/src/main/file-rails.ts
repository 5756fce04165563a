import {
  connectedChannels,
  connectedFiles,
  createFileRail,
  fileRailMetrics,
  type RailPart,
  railParts,
  runFileRails,
} from "#bank/file-rails";
import type { Rail } from "#bank/rails";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Job } from "#kernel/work/worker.ts";
import { awaitsHandOver } from "#payments/payments";

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
