import { join } from "node:path";
import type { Cluster } from "../kit/postgres-cluster.ts";
import type { LoadPlan, LoadResult, PaymentRequests } from "../load/plan.ts";
import { runLoad } from "../load/run-load.ts";
import type { BenchOptions } from "../options.ts";
import { makePayable, type Payable, type PayablePlan } from "../service/payable.ts";
import {
  migrate,
  openOrganization,
  type RunningService,
  startService,
  type Target,
} from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";

/** What every part of the run needs. */
export interface Bench {
  readonly options: BenchOptions;
  readonly folder: string;
  readonly cluster: Cluster;
  /** Reports progress on the terminal. */
  say(line: string): void;
}

/** A running service with an organization that can pay, and the next payment number. */
export interface Payer {
  readonly service: RunningService;
  readonly payable: Payable;
  /** Further organizations that pay in turn with the first. */
  readonly others?: readonly Payable[] | undefined;
  /** Where payments are sent; to the service if undefined. */
  readonly ports?: readonly number[] | undefined;
  nextNumber: number;
}

export const WARM_UP_SECONDS = 2;
/**
 * How long a new process is loaded before measuring: V8 compiles the service during about 15 seconds of full load, and
 * a payment costs up to twice as much until then.
 */
export const COMPILING_SECONDS = 20;
/** The number of connections for the ratios in docs/spec/performance.md. */
export const REFERENCE_CONNECTIONS = 64;

/** The service is not the owner of its tables, as in production: row-level security changes plans. */
export const SERVING_ROLE = "bench_service";

/** A named target: a new database on the cluster, or the embedded database. */
export async function newTarget(
  { cluster, folder, options }: Bench,
  name: string,
  kind: "postgres" | "embedded",
  root?: string,
): Promise<Target> {
  const target = { name, folder: join(folder, name), root };
  if (kind === "embedded") return { ...target, databaseUrl: undefined };
  await cluster.createDatabase(name);
  const databaseUrl = cluster.url(name);
  // A server that was given has the roles that it should have.
  if (options.databaseUrl !== undefined) return { ...target, databaseUrl };
  const servingUrl = await grantServingRole(cluster, { ...target, databaseUrl });
  return { ...target, databaseUrl, servingUrl };
}

async function grantServingRole(cluster: Cluster, target: Target): Promise<string> {
  await cluster.psql(
    target.name,
    `do $$ begin create role ${SERVING_ROLE} login; exception when duplicate_object then null; end $$`,
  );
  await migrate(target, SERVING_ROLE);
  return cluster.url(target.name).replace("postgres@", `${SERVING_ROLE}@`);
}

/** Starts a service and creates payers, each in a separate organization. */
export async function startPayers(
  target: Target,
  plans: readonly ({ accounts: number; rateLimitPerMinute?: number } & PayablePlan)[],
): Promise<{ service: RunningService; payers: Payer[] }> {
  const opened = [];
  for (const [index, plan] of plans.entries())
    opened.push(
      await openOrganization(target, {
        name: `Benchmark ${index + 1}`,
        accounts: plan.accounts,
        rateLimitPerMinute: plan.rateLimitPerMinute,
      }),
    );
  const service = await startService(target);
  const payers: Payer[] = [];
  for (const [index, organization] of opened.entries()) {
    const plan = plans[index];
    if (plan) payers.push({ service, payable: await makePayable(service, organization, plan), nextNumber: 0 });
  }
  return { service, payers };
}

/** Loads a new service until V8 has compiled it. */
export async function untilCompiled(payer: Payer): Promise<void> {
  await pay(payer, { connections: REFERENCE_CONNECTIONS, seconds: COMPILING_SECONDS });
  await untilQuiet(payer.service);
}

/** Payments from all accounts of a payer in turn. Numbers continue where the last run ended, so no payment repeats. */
export async function pay(
  payer: Payer,
  {
    rejections,
    ...load
  }: Pick<LoadPlan, "connections" | "seconds" | "retries"> & { warmUpSeconds?: number } & Pick<
      PaymentRequests,
      "rejections"
    >,
): Promise<LoadResult> {
  const { service, payable, others } = payer;
  const [port = service.port, ...otherPorts] = payer.ports ?? [];
  const result = await runLoad({
    port,
    otherPorts,
    warmUpSeconds: WARM_UP_SECONDS,
    ...load,
    requests: {
      kind: "payments",
      token: payable.token,
      accountIds: payable.accountIds,
      recipientIds: payable.recipientIds,
      others,
      runName: "bench",
      firstNumber: payer.nextNumber,
      rejections,
    },
  });
  payer.nextNumber = result.nextNumber;
  return result;
}
