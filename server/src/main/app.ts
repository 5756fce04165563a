import { registerOpenApi } from "#contract/openapi.ts";
import { type Clock, systemClock } from "#kernel/clock/clock.ts";
import { type ClockWatch, createClockWatch } from "#kernel/clock/clock-watch.ts";
import { refreshClockJob } from "#kernel/clock/service-clock.ts";
import { keyMetrics } from "#kernel/crypto/key-metrics.ts";
import { type Api, createApi } from "#kernel/http/api.ts";
import { unavailable } from "#kernel/http/http-refusals.ts";
import { logRequests } from "#kernel/http/request-log.ts";
import { measureRequests } from "#kernel/http/request-metrics.ts";
import { traceRequests } from "#kernel/http/request-spans.ts";
import { createServiceLog } from "#kernel/process/log.ts";
import { createMetrics, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { version } from "#kernel/process/version.ts";
import { proofMetrics } from "#kernel/proofs/unproven-row.ts";
import { databaseMetrics } from "#kernel/sql/database-metrics.ts";
import { createSchemaWatch, type SchemaWatch } from "#kernel/sql/migrations/schema-watch.ts";
import { registerUpdates } from "#kernel/updates/updates.ts";
import { delayMetrics } from "#kernel/work/delays.ts";
import { failingJobMetrics } from "#kernel/work/failing-jobs.ts";
import { oneAtATime } from "#kernel/work/one-at-a-time.ts";
import { outboxMetrics } from "#kernel/work/outbox.ts";
import { type Job, remembered, startWorkers, type Workers, type WrittenTo } from "#kernel/work/worker.ts";
import { findShownTransactions } from "#kernel/work/written-to.queries.ts";
import { screeningMetrics } from "#money/screening";
import { dashboardFileRoutes } from "#operations/dashboard-files.ts";
import { type DocumentationSite, documentationRoutes, documentationSite } from "#operations/documentation.ts";
import { operationsRoutes } from "#operations/operations.routes.ts";
import { securityTextRoute } from "#operations/security-text.ts";
import { countedWriter, createPaymentWriter, type PaymentWriter } from "#payments/payments";
import { auditMetrics } from "#records/audit/trail";
import { brandMetrics } from "#records/brand";
import { callerFacts, registerRoutePolicy } from "#records/identity";
import { createMailTransport, type MailTransport } from "#records/mail";
import { createChatTransport } from "#records/notifications/chat";
import {
  createSender,
  createWebhookCourier,
  deliveryMetrics,
  type Sender,
  webhookSenderOptionsOf,
} from "#reports/webhooks";
import type { SandboxTools } from "#sandbox/sandbox";
import { bankFilesWork } from "./bank-files.ts";
import { resetRoute } from "./double/reset.routes.ts";
import { backgroundJobs } from "./jobs.ts";
import { readFromReplica } from "./replica-routes.ts";
import { registerRoutes } from "./routes.ts";
import { createSandboxTools, sandboxBankOf } from "./sandbox-tools.ts";
import { createScreening } from "./screening.ts";
import { createProviderReach } from "./single-sign-on.ts";

export interface App {
  readonly api: Api;
  readonly writer: PaymentWriter;
  /** The background work of this process. A test without loops runs it directly (`runUntilIdle`). */
  readonly jobs: readonly Job[];
  readonly workers: Workers | undefined;
  readonly metrics: Metrics;
  /** Compares this machine's clock with the database's; the process that opens the app runs its job. */
  readonly clockWatch: ClockWatch;
  /** Whether this version can serve the schema; the process that opens the app runs its job. */
  readonly schemaWatch: SchemaWatch;
  /** The simulated environment, in sandbox mode. */
  readonly sandbox: SandboxTools | undefined;
  /** Reports that it is not ready and closes connections after their next reply, but continues to serve. */
  leave(): void;
  /**
   * Shuts down in order: new requests get 503, accepted ones are completed, background work finishes its pass. The
   * database stays open; its opener closes it.
   */
  close(): Promise<void>;
}

export interface AppOptions {
  /** Whether this process does background work; by default, from its configured roles. */
  readonly work?: boolean;
  /** Delivers webhooks; tests may replace it. */
  readonly sender?: Sender;
  /** Sends emails; tests may replace it. */
  readonly mail?: MailTransport;
  /** The clock for sessions and one-time codes; tests may replace it. */
  readonly machineClock?: Clock;
  /** How long an incoming bank file must stay the same to count as complete; tests may shorten it. */
  readonly fileSettleMs?: number;
  /** How many bank connections exchange files at the same time; tests may want their order. */
  readonly banksAtOnce?: number;
  /** The version of this service; tests may replace it. */
  readonly ownVersion?: string;
  /** What /docs serves; tests may replace it. */
  readonly documentation?: DocumentationSite;
  /** Puts rows and files back as they were at the start; only a test double can (double/first-state.ts). */
  readonly restore?: (() => Promise<void>) | undefined;
}

/** Assembles the service without listening. The real process and every test use it. */
export async function createApp(
  service: Service,
  {
    work = service.config.roles.includes("worker"),
    sender = createSender(webhookSenderOptionsOf(service.config)),
    mail = createMailTransport(service.config),
    machineClock = systemClock,
    fileSettleMs,
    banksAtOnce,
    ownVersion = version(),
    documentation = documentationSite(service.config.mode),
    restore,
  }: AppOptions = {},
): Promise<App> {
  const metrics = createMetrics();
  const schemaWatch = createSchemaWatch(service, metrics, ownVersion);
  const log = createServiceLog(service.config);
  const api = createApi(service.config, log, schemaWatch.explains);
  traceRequests(api, callerFacts);
  // Otherwise each request would pay for a line that is not written.
  if (LOGS_REQUESTS.includes(service.config.logLevel))
    logRequests(api, log, { share: service.config.loggedRequests, callerOf: callerFacts });
  // Before any route: its hook rejects a route without a scope when the route is added.
  registerRoutePolicy(api);
  registerUpdates(api, service);
  readFromReplica(api, service.database);
  const writer = countedWriter(createPaymentWriter(service), metrics);
  // Advancing the sandbox's clock must not end sessions or expire one-time codes (ADR 0016).
  const people = { ...service, machineClock };
  const bank = sandboxBankOf(service);
  const bankFiles = bankFilesWork(people, metrics, { bank, fileSettleMs, banksAtOnce });
  const sandbox = createSandboxTools(people, { sender, bank, work: bankFiles });
  const delays = delayMetrics(service, metrics);
  const courier = createWebhookCourier(service, sender, {
    ...deliveryMetrics(metrics),
    onDue: delays("webhooks"),
    machineClock,
  });
  const screening = createScreening(service);
  const providers = createProviderReach(service);
  const tools = {
    people,
    metrics,
    delays,
    bankFiles,
    screening,
    sandbox,
    courier,
    mail,
    chat: createChatTransport(service, sender),
  };
  const jobs = backgroundJobs(service, tools).map((job) => whileServing(job, schemaWatch));
  const clockWatch = createClockWatch(service, metrics);
  const state: State = { phase: "serving", workers: undefined, clock: undefined };

  measure(api, service, metrics);
  // Before the routes, which the plugin collects as they are added.
  await registerOpenApi(api, { isPublic: showsDocs(service) });
  endConnections(api, state);
  refuseOtherSchema(api, schemaWatch);
  operationsRoutes(api, service, { metrics, clockWatch, schemaWatch, draining: () => state.phase !== "serving" });
  routesForReaders(api, service, documentation);
  if (service.config.roles.includes("api")) {
    // First, because requests wait for a reset before anything is looked up for them.
    if (restore !== undefined && sandbox !== undefined) {
      const workers = () => [state.workers, state.clock].filter((each) => each !== undefined);
      resetRoute(api, { service, sandbox, writer, courier, workers, restore });
    }
    registerRoutes(api, service, { people, writer, sender, screening, providers, sandbox, metrics });
    await dashboardFileRoutes(api);
    nudgeAfterWrites(api, () => state.workers);
  }
  await api.ready();
  const writtenTo = remembered(() => writtenToOf(service));
  if (work)
    state.workers = restore
      ? startDoubleWorkers(service, jobs, writtenTo)
      : startWorkers(jobs, service.log, { writtenTo, clock: service.clock });
  state.clock = sandbox && followClock(service, sandbox, writtenTo);
  return {
    api,
    writer,
    jobs,
    workers: state.workers,
    metrics,
    clockWatch,
    schemaWatch,
    sandbox,
    leave: () => {
      state.phase = "leaving";
    },
    close: async () => {
      state.phase = "closing";
      // Waits for the requests in progress, then for payments whose clients have disconnected.
      await api.close();
      await writer.drain();
      await Promise.all([state.workers?.stop(), state.clock?.stop()]);
      // After the workers, which start attempts: waits until the running ones are recorded.
      await courier.finish();
      await Promise.all([sender.close(), screening.close(), providers.close()]);
      mail.close();
    },
  };
}

const writtenToOf = async ({ database }: Service): Promise<string | undefined> =>
  (await findShownTransactions(database)).shown ?? undefined;

const LOGS_REQUESTS = ["debug", "info"];

function measure(api: Api, service: Service, metrics: Metrics): void {
  measureRequests(api, metrics);
  databaseMetrics(service.database, metrics);
  outboxMetrics(service.database, metrics);
  failingJobMetrics(service, metrics);
  auditMetrics(service, metrics);
  proofMetrics(service, metrics);
  keyMetrics(service, metrics);
  screeningMetrics(service, metrics);
  brandMetrics(metrics);
}

const showsDocs = ({ config }: Service): boolean => config.openPages.includes("docs");

/** For readers of the documentation, and for those who report a vulnerability. */
function routesForReaders(api: Api, service: Service, site: DocumentationSite): void {
  if (showsDocs(service)) documentationRoutes(api, { mode: service.config.mode, site });
  securityTextRoute(api, service);
}

/** Another process may move the sandbox's clock: a command, or another node. */
function followClock(service: Service, { clock }: SandboxTools, writtenTo: WrittenTo): Workers | undefined {
  return startWorkers([refreshClockJob(clock)], service.log, { writtenTo });
}

/**
 * A reset waits for passes that are under way, so a test double has one at a time, and none that only verify what nobody
 * keeps.
 */
const startDoubleWorkers = (service: Service, jobs: readonly Job[], writtenTo: WrittenTo): Workers =>
  startWorkers(
    jobs.filter(({ watches }) => !watches),
    service.log,
    { writtenTo, clock: service.clock, turns: oneAtATime() },
  );

interface State {
  /** Leaving: /readyz says so, but requests are served until the proxy sends no more. Closing: they are refused. */
  phase: "serving" | "leaving" | "closing";
  workers: Workers | undefined;
  /** What follows the sandbox's clock. */
  clock: Workers | undefined;
}

/**
 * A stopping process ends its connections, each after a reply, so that clients and proxies open the next one elsewhere.
 * While it closes, new requests are rejected; health routes still respond.
 */
function endConnections(api: Api, state: State): void {
  api.addHook("onRequest", (request, reply, done) => {
    if (state.phase === "serving") return done();
    reply.header("connection", "close");
    const { url } = request.routeOptions;
    if (state.phase === "leaving" || url === "/healthz" || url === "/readyz") return done();
    done(unavailable(new Error("the service is shutting down")));
  });
}

const FOR_OPERATORS = ["/healthz", "/readyz", "/metrics"];

/** A proxy without health checks still sends requests to a node that a removal has left behind. */
function refuseOtherSchema(api: Api, schemaWatch: SchemaWatch): void {
  api.addHook("onRequest", (request, _reply, done) => {
    const problem = schemaWatch.problem();
    if (problem === undefined || FOR_OPERATORS.includes(request.routeOptions.url ?? "")) return done();
    done(unavailable(new Error(problem)));
  });
}

/** The job finds no work while this version cannot serve the schema. */
const whileServing = (job: Job, schemaWatch: SchemaWatch): Job => ({
  ...job,
  run: async () => (schemaWatch.problem() === undefined ? job.run() : 0),
});

/** A request's changes may create work: it starts now, not at the end of a pause. */
function nudgeAfterWrites(api: Api, workers: () => Workers | undefined): void {
  api.addHook("onResponse", (request, reply, done) => {
    if (request.method !== "GET" && reply.statusCode < 400) workers()?.nudge();
    done();
  });
}
