import { setTimeout as sleep } from "node:timers/promises";
import type { DemoFile } from "#administration/demo/demo-file.ts";
import { seedDemo } from "#administration/demo/demo-seed.ts";
import { importDemoStatements } from "#administration/demo/demo-statements.ts";
import { findSetupCode } from "#administration/setup/setup.ts";
import { SECOND_MS, systemClock } from "#kernel/clock/clock.ts";
import { embeddedMetrics } from "#kernel/embedded/open-embedded.ts";
import { type LostOutput, lostOutputMetrics } from "#kernel/process/lost-output.ts";
import type { Service } from "#kernel/process/service.ts";
import { version } from "#kernel/process/version.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { Telemetry } from "#kernel/telemetry/open-telemetry.ts";
import { startWorkers } from "#kernel/work/worker.ts";
import { anchorsFileOf, chainsBehindAnchors } from "#records/audit/trail";
import { createApp } from "./app.ts";
import { openFirstState } from "./double/first-state.ts";
import { explainListening, tryListening } from "./listening.ts";
import type { OpenService } from "./open-service.ts";
import { StartUpProblem } from "./start-up-problem.ts";
import { welcome } from "./welcome.ts";

export interface Running {
  /** Where it listens, as a URL. */
  readonly address: string;
  /** The demo organization, in sandbox mode, if it exists. */
  readonly demo: DemoFile | undefined;
  /** The message for the operator who started it. */
  readonly welcome: string;
  /** Finishes accepted work, then closes everything. */
  close(): Promise<void>;
}

export interface ServingOptions {
  /** Seeds the demo organization in sandbox mode, unless there is an organization. */
  readonly withDemo: boolean;
  readonly lost: LostOutput;
  /** A test double can be reset. */
  readonly isDouble?: boolean;
}

/** Starts the service with its opened database. Resolves once it listens; if it cannot, everything is closed again. */
export async function startServing(
  opened: OpenService,
  { withDemo, lost, isDouble = false }: ServingOptions,
): Promise<Running> {
  const { service } = opened;
  const { config } = service;
  let telemetry: Telemetry | undefined;
  try {
    warnOfOwner(opened);
    await tryListening(config);
    if (config.roles.includes("worker")) await refuseOlderDatabase(service);
    const demo = config.mode === "sandbox" && withDemo ? await seedDemo(service, { withDesk: true }) : undefined;
    if (demo !== undefined) await importDemoStatements(service, demo);
    telemetry = await openTelemetryOf(service);
    const firstState = isDouble && opened.embedded ? await openFirstState(service, opened.embedded.url) : undefined;
    const app = await createApp(service, { restore: firstState?.restore });
    lostOutputMetrics(lost, app.metrics);
    telemetry?.exportMetrics(app.metrics);
    if (opened.embedded !== undefined) embeddedMetrics(opened.embedded, app.metrics);
    // The embedded database runs on this machine's clock, and nobody else migrates it.
    const watching = config.databaseUrl === undefined ? [] : [app.clockWatch.job, app.schemaWatch.job];
    const watch = startWorkers(watching, service.log);
    const close = async () => {
      app.leave();
      await sleep(config.drainSeconds * SECOND_MS);
      await Promise.all([app.close(), watch.stop()]);
      // While the database is open: the last metrics are read from it.
      await telemetry?.close();
      await firstState?.close();
      await opened.close();
    };
    try {
      const address = await app.api.listen({ host: config.host, port: config.port });
      const setup = await findSetupCode({ ...service, machineClock: systemClock });
      return {
        address,
        demo,
        close,
        welcome: welcome({ config, address, migrated: opened.migrated, standing: opened.standing, demo, setup }),
      };
    } catch (error) {
      await Promise.all([app.close(), watch.stop()]);
      throw explainListening(error, config);
    }
  } catch (error) {
    await telemetry?.close();
    await opened.close();
    throw error;
  }
}

/** Traces and metrics for a collector, if there is one. Otherwise, OpenTelemetry is not loaded. */
async function openTelemetryOf({ config, log }: Service): Promise<Telemetry | undefined> {
  const { telemetryEndpoint: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const { openTelemetry } = await import("#kernel/telemetry/open-telemetry.ts");
  return openTelemetry({ endpoint, version: version(), log, environment: process.env });
}

/**
 * Workers send what the database says was not sent yet. A database that was restored to an earlier time does not know
 * what has been sent since, so workers do not start with one until an operator has compared it with the bank (ADR 0063).
 */
async function refuseOlderDatabase(service: Service): Promise<void> {
  const behind = await acrossOrganizations(() => chainsBehindAnchors(service));
  if (behind.length === 0) return;
  const file = anchorsFileOf(service.config.dataDir);
  throw new StartUpProblem(
    `The database is older than this data folder: ${file} names audit seals that it lacks (organization ${behind.join(", ")}). If it was restored to an earlier time, payments that the bank already has could be sent again. Start with BURSAR_ROLES=api and follow docs/operate/backup.md; then rename ${file}. If nothing was restored, the audit log was changed: run bursar audit verify.`,
  );
}

/** Running without least privilege is the operator's choice, but must be reported. */
function warnOfOwner({ service, standing }: OpenService): void {
  if (standing === undefined || standing.isRestricted) return;
  const { role } = standing;
  service.log.warn(
    { role },
    standing.isOwner
      ? `The service runs as ${role}, which can change the schema and delete ledger entries and audit rows. Create another role, run bursar migrate --grant-to with it, and serve with that role.`
      : `The service runs as ${role}, which bypasses row-level security. Run: alter role ${role} nobypassrls.`,
  );
}
