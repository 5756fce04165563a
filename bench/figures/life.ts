import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { untilThere } from "../../server/test/kit/service/advance-to.ts";
import { monotonicNow, shareOf } from "../kit/cpu-profile.ts";
import { cpuSecondsOf, postgresCpuOf } from "../kit/proc.ts";
import { inTurns, makePayable, poster } from "../service/payable.ts";
import { openOrganization, type RunningService, startService } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget } from "./bench.ts";

/** What a payment costs from its request until its webhook says that it was sent, by method. */
export interface LifeResults {
  readonly cells: readonly LifeCell[];
}

export interface LifeCell {
  readonly method: LifeMethod;
  readonly payments: number;
  /** From the first request to the last answer. */
  readonly acceptSeconds: number;
  /** From the first request to the last webhook. */
  readonly settleSeconds: number;
  /** Processor seconds of the service, without the simulated bank in it. */
  readonly serviceSeconds: number;
  /** Of the simulated bank, as far as a profile shows them: what it asks of the database is the service's. */
  readonly bankSeconds: number;
  readonly postgresSeconds: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly storedBytes: number;
}

export const lifeMethods = ["realTimePayment", "ach", "domesticWire", "check"] as const;
export type LifeMethod = (typeof lifeMethods)[number];

/**
 * Of docs/spec/performance.md: milliseconds of processor time a payment, without the simulated bank, and real-time
 * payments a second.
 */
export const LIFE_AIMS: Readonly<Record<LifeMethod, number>> = {
  realTimePayment: 1.5,
  ach: 0.8,
  domesticWire: 2,
  check: 2,
};
export const SETTLED_AIM = 500;

/**
 * How many times the number of payments: real-time payments have more, because the four seconds after which the simulated
 * bank answers are not part of the rate that lasts; ACH payments, because they share files.
 */
const SHARE: Readonly<Record<LifeMethod, number>> = { realTimePayment: 10, ach: 10, domesticWire: 1, check: 1 };
/** The files of the simulated bank, and of the sandbox that runs it. */
const BANK = /\/packages\/simulated-bank\/|\/modules\/7-sandbox\//;
const CONNECTIONS = 16;
const RECIPIENTS = 50;
/** Of the sandbox's clock. Checks are in the mail after a day, ACH settles after one or two; weekends come between. */
const HOURS = 24 * 6;
/** Progress is expected this often. */
const STANDSTILL_MS = 120_000;

/**
 * Each method on a database of its own, in the sandbox, with its simulated bank. Real-time payments take the time that
 * passes; for the others, the clock is moved ahead once all are accepted.
 */
export async function measureLife(bench: Bench): Promise<LifeResults> {
  const cells: LifeCell[] = [];
  for (const method of lifeMethods) {
    const cell = await measureMethod(bench, method, bench.options.lifePayments * SHARE[method]);
    const { payments, acceptSeconds, settleSeconds, serviceSeconds, bankSeconds, postgresSeconds } = cell;
    const each = (seconds: number) => ((seconds * 1_000) / payments).toFixed(2);
    bench.say(
      `${payments} × ${method}: accepted in ${acceptSeconds.toFixed(1)} s, sent with webhooks in ${settleSeconds.toFixed(1)} s; ms of processor time each: service ${each(serviceSeconds)}, simulated bank ${each(bankSeconds)}, PostgreSQL ${each(postgresSeconds)}`,
    );
    cells.push(cell);
  }
  return { cells };
}

async function measureMethod(bench: Bench, method: LifeMethod, payments: number): Promise<LifeCell> {
  const database = `life_${method.toLowerCase()}`;
  const profileFolder = join(bench.folder, `${database}_profile`);
  const target = { ...(await newTarget(bench, database, "postgres")), profileFolder };
  const organization = await openOrganization(target, { name: "Benchmark", accounts: 1 });
  const service = await startService(target);
  const receiver = await openReceiver();
  try {
    const post = poster(service, organization.token);
    const { recipientIds, accountIds } = await makePayable(service, organization, {
      recipients: RECIPIENTS,
      deposits: 100,
      method,
    });
    await post("/webhooks", { url: receiver.url, eventTypes: ["transaction.created", "transaction.updated"] });
    const warmUp = Math.ceil(payments / 20);
    const [accountId = ""] = accountIds;
    const payAll = async (first: number, count: number) => {
      await inTurns(count, CONNECTIONS, (index) =>
        post(`/account/${accountId}/transactions`, {
          recipientId: recipientIds[(first + index) % recipientIds.length],
          amount: (1_000 + Math.floor((first + index) / recipientIds.length)) / 100,
          paymentMethod: method,
          idempotencyKey: `life-${first + index}`,
        }),
      );
      const acceptedAt = performance.now();
      if (method !== "realTimePayment") await moveClock(service, organization.token);
      await receiver.untilSent(first + count);
      return acceptedAt;
    };
    // The first payments compile the code. PostgreSQL analyzes tables that grew within a minute; here, at once.
    await payAll(0, warmUp);
    await untilQuiet(service);
    await bench.cluster.psql(database, "analyze");
    const before = await snapshot(bench, service, database);
    const [from, startedAt] = [monotonicNow(), performance.now()];
    const acceptedAt = await payAll(warmUp, payments);
    const [to, endedAt] = [monotonicNow(), performance.now()];
    const after = await snapshot(bench, service, database);
    await service.stop();
    const bankSeconds = (after.service - before.service) * shareOf(profileFolder, BANK, { from, to });
    return {
      method,
      payments,
      acceptSeconds: (acceptedAt - startedAt) / 1_000,
      settleSeconds: (endedAt - startedAt) / 1_000,
      serviceSeconds: after.service - before.service - bankSeconds,
      bankSeconds,
      postgresSeconds: after.postgres - before.postgres,
      commits: after.commits - before.commits,
      walBytes: after.wal - before.wal,
      storedBytes: after.stored - before.stored,
    };
  } finally {
    await service.stop();
    receiver.close();
  }
}

async function moveClock({ url }: RunningService, token: string): Promise<void> {
  const advance = async (body: unknown) => {
    const response = await fetch(`${url}/sandbox/clock/advance`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: response.ok, body: await response.json() };
  };
  const { ok, body } = await untilThere(advance, { hours: HOURS });
  if (!ok) throw new Error(`The clock was not moved: ${JSON.stringify(body)}`);
}

/** Counts the payments of which a webhook has said that they were sent. */
async function openReceiver() {
  const sent = new Set<string>();
  let movedAt = performance.now();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.end();
      // The service's own event (api/openapi.json).
      const event = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        readonly resourceId: string;
        readonly mergePatch?: { readonly status?: string };
      };
      if (event.mergePatch?.status === "sent") sent.add(event.resourceId);
      movedAt = performance.now();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    untilSent: async (count: number): Promise<void> => {
      movedAt = performance.now();
      while (sent.size < count) {
        if (performance.now() - movedAt > STANDSTILL_MS)
          throw new Error(`Only ${sent.size} of ${count} payments were sent`);
        await sleep(5);
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function snapshot({ cluster }: Bench, service: RunningService, database: string) {
  const postmaster = cluster.pid();
  const postgres = postmaster === undefined ? undefined : postgresCpuOf(postmaster);
  const figures = await cluster.psql(
    database,
    `select xact_commit, pg_current_wal_insert_lsn() - '0/0', pg_database_size(datname)
       from pg_stat_database where datname = current_database()`,
  );
  const [commits, wal, stored] = figures.split("|").map(Number);
  return {
    service: cpuSecondsOf(service.pid) ?? Number.NaN,
    postgres: postgres === undefined ? Number.NaN : postgres.backends + postgres.background,
    commits: commits ?? Number.NaN,
    wal: wal ?? Number.NaN,
    stored: stored ?? Number.NaN,
  };
}
