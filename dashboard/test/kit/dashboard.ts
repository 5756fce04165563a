import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedDemo } from "../../../server/src/administration/demo/demo-seed.ts";
import { readConfig } from "../../../server/src/kernel/process/config.ts";
import { createLog } from "../../../server/src/kernel/process/log.ts";
import type { Service } from "../../../server/src/kernel/process/service.ts";
import { proveAsIs } from "../../../server/src/kernel/proofs/watch-rows.ts";
import type { Database } from "../../../server/src/kernel/sql/database.ts";
import { openPostgres } from "../../../server/src/kernel/sql/postgres.ts";
import { sql } from "../../../server/src/kernel/sql/sql.ts";
import type { OrganizationId } from "../../../server/src/kernel/values/ids.ts";
import { type Job, startWorkers } from "../../../server/src/kernel/work/worker.ts";
import { createApp } from "../../../server/src/main/app.ts";
import { openService } from "../../../server/src/main/open-service.ts";
import { users } from "../../../server/src/modules/1-records/people/tables.ts";
import { type FreshDatabase, freshDatabase, type Preparation } from "../../../server/test/kit/databases/databases.ts";
import { withTestScope } from "../../../server/test/kit/databases/test-scope.ts";
import { quickPasswordHash } from "../../../server/test/kit/service/quick-password.ts";
import { lendPort, returnPort } from "./ports.ts";

type Demo = NonNullable<Awaited<ReturnType<typeof seedDemo>>>;
export type DemoUser = Demo["users"][number] & Pick<Demo, "organizationId">;

/** The service as `npm start` runs it, with the demo organization, background work, and a socket, on PostgreSQL. */
export interface TestDashboard {
  /** http://127.0.0.1:port, without a trailing slash. */
  readonly url: string;
  readonly demo: Demo;
  readonly service: Service;
  /** The demo user with the role: administrator, approver, or bookkeeper. */
  user(role: string): DemoUser;
  /** Calls the API with the demo organization's read-write token by default. Throws on an error response. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<unknown>;
  /** Stops the service as in a restart; `come` starts it again at the same address. */
  goAway(): Promise<{ come(): Promise<void> }>;
  close(): Promise<void>;
}

/** The service before setup. */
export type EmptyDashboard = Pick<TestDashboard, "url" | "service" | "goAway" | "close">;

export async function startDashboard(environment: Readonly<Record<string, string>> = {}): Promise<TestDashboard> {
  const database = await freshDatabase({ preparation: demoDatabase });
  const demo = await takeDemo(database.ownerUrl);
  const started = await startService(environment, database);
  return {
    ...started,
    demo,
    user: (role) => userOf(demo, role),
    call: (method, path, body, token = demo.tokens.readWrite) => call(`${started.url}${path}`, { method, body, token }),
  };
}

export const startEmptyDashboard = async (): Promise<EmptyDashboard> => startService({}, await freshDatabase());

/** A database with the demo organization, seeded once for all test files; a table holds its demo.json. */
const demoDatabase: Preparation = {
  name: "demo",
  prepare: async ({ url, ownerUrl }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "bursar-demo-"));
    const { service, close } = await openService(configOf({ DATABASE_URL: url, BURSAR_DATA_DIR: dataDir }), LOG);
    const scoped = withTestScope(service);
    const demo = await seedDemo(service);
    for (const { email, password } of demo?.users ?? []) {
      const { organization_id: organizationId } = await scoped.database.one<{ organization_id: OrganizationId }>(
        sql`update users set password_hash = ${await quickPasswordHash(password)} where email = ${email} returning organization_id`,
      );
      await proveAsIs(scoped, users, organizationId);
    }
    await close();
    await withOwner(ownerUrl, (owner) =>
      owner.run(sql`create table kit_demo as select ${JSON.stringify(demo)}::text as file`),
    );
    await rm(dataDir, { recursive: true });
  },
};

function takeDemo(ownerUrl: string): Promise<Demo> {
  return withOwner(ownerUrl, async (owner) => {
    const { file } = await owner.one<{ file: string }>(sql`select file from kit_demo`);
    await owner.run(sql`drop table kit_demo`);
    // Written by demoDatabase.
    return JSON.parse(file) as Demo;
  });
}

async function withOwner<T>(url: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openPostgres({ url, poolSize: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

const LOG = createLog({ level: "error" });
/** The databases are copies of one and share its keys. */
const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");
const configOf = (environment: Readonly<Record<string, string>>) =>
  readConfig({ BURSAR_MASTER_KEY: MASTER_KEY, BURSAR_LOG_LEVEL: "error", ...environment });

/**
 * What nudges a job is the same as in the service. Without a nudge, it looks for work every six seconds at most: looking
 * twice a second takes a sixth of a processor for as long as a story lasts.
 */
const lookingSeldom = (job: Job): Job => ({ ...job, everyMs: Math.max(6_000, 3 * job.everyMs) });

async function startService(
  environment: Readonly<Record<string, string>>,
  database: FreshDatabase,
): Promise<EmptyDashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "bursar-dashboard-"));
  const port = await lendPort();
  const config = configOf({
    DATABASE_URL: database.url,
    BURSAR_DATA_DIR: dataDir,
    PORT: String(port),
    ...environment,
  });
  const opened = await openService(config, LOG);
  const service = withTestScope(opened.service);
  const listen = async () => {
    const app = await createApp(service, { work: false });
    const workers = startWorkers(app.jobs.map(lookingSeldom), service.log);
    app.api.server.on("request", ({ method }, response) => {
      if (method !== "GET") response.on("finish", workers.nudge);
    });
    await app.api.listen({ host: config.host, port: config.port });
    return {
      close: async () => {
        await app.close();
        await workers.stop();
      },
    };
  };
  let app = await listen();
  return {
    url: `http://127.0.0.1:${config.port}`,
    service,
    goAway: async () => {
      await app.close();
      return {
        come: async () => {
          app = await listen();
        },
      };
    },
    close: async () => {
      await app.close();
      await opened.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      returnPort(port);
    },
  };
}

function userOf({ users, organizationId }: Demo, role: string): DemoUser {
  const user = users.find((candidate) => candidate.role === role);
  if (!user) throw new Error(`the demo organization has no ${role}`);
  return { ...user, organizationId };
}

async function call(url: string, { method, body, token }: { method: string; body: unknown; token: string }) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} gave ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
