import { fill } from "../growth/fill.ts";
import type { Cluster } from "../kit/postgres-cluster.ts";
import { median } from "../kit/statistics.ts";
import { runLoad } from "../load/run-load.ts";
import { makePayable } from "../service/payable.ts";
import { openOrganization, startService, type Target } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS } from "./bench.ts";
import { type Cost, measureCost } from "./cost.ts";

/** A measurement on databases of each size, in turns. */
export interface GrowthComparison {
  readonly what: string;
  readonly unit: "payments/s" | "ms";
  /** By size, as in `GrowthResults.rows`. */
  readonly values: readonly number[];
  /** By size: how much worse than on the smallest database; 1 means equal. */
  readonly worseBy: readonly number[];
}

/** What a stored payment takes, and what accepting one more takes on a database of that size. */
export interface GrowthSize {
  readonly rows: number;
  readonly databaseBytes: number;
  /** Tables with their indexes, the largest first. */
  readonly tables: readonly { readonly table: string; readonly bytes: number; readonly indexBytes: number }[];
  /** The write-ahead log of one payment with all its background work, once pages have been changed before. */
  readonly walBytesPerPayment: number;
  readonly cost: Omit<Cost, "column" | "connections"> | undefined;
}

export interface GrowthResults {
  readonly rows: readonly number[];
  readonly fillSeconds: number;
  readonly sizes: readonly GrowthSize[];
  /** The first seconds after the restart, before the comparison. */
  readonly settling: { readonly seconds: number; readonly perSecond: readonly number[] };
  readonly comparisons: readonly GrowthComparison[];
}

const SMALL_ROWS = 10_000;
const ACCOUNTS = 4;
const RECIPIENTS = 2_000;
const RARE_NAME = "Quixotic Zeppelin Works";
const COMMON_WORD = "Services";
const PAGE = 50;
/**
 * How long each side makes payments before measuring. The first change of a page after a checkpoint logs the whole
 * page, and after a restart the page is also read from disk: with ten million keys, this affects tens of thousands of
 * payments. That cost is reported separately from the comparison.
 */
const SETTLE_SECONDS = 45;

/** One recipient has the rare name; every second one has the common word. */
const nameOf = (index: number): string =>
  index === 0 ? RARE_NAME : `${index % 2 === 0 ? COMMON_WORD : "Trading"} Company ${index}`;

interface Side {
  readonly target: Target;
  readonly rows: number;
  readonly payer: Payer;
  /** A transaction in the middle of the list. */
  readonly middleId: string;
}

export async function measureGrowth(bench: Bench): Promise<GrowthResults> {
  const { cluster, options, say } = bench;
  const rows = [SMALL_ROWS, ...options.growthRows.filter((count) => count > SMALL_ROWS)];
  const prepared = [];
  for (const count of rows) {
    const target = await newTarget(bench, `growth_${count}`, "postgres");
    prepared.push({ target, rows: count, payable: await prepareOrganization(target) });
  }
  await cluster.restart("loading");
  const startedAt = performance.now();
  for (const { target, rows: count, payable } of prepared) {
    await fill(cluster, {
      database: target.name,
      organizationId: payable.organizationId,
      tokenId: payable.tokenId,
      rows: count,
      rareName: RARE_NAME,
    });
  }
  const fillSeconds = (performance.now() - startedAt) / 1_000;
  await cluster.restart("measuring");
  say(`${rows.join(", ")} transactions stored in ${fillSeconds.toFixed(0)} s`);

  const sides: Side[] = [];
  const sizes: StoredSize[] = [];
  for (const { target, rows: count, payable } of prepared) {
    const middleId = await cluster.psql(
      target.name,
      `select transaction_id from transactions where organization_id = '${payable.organizationId}' order by transaction_id offset ${Math.floor(count / 2)} limit 1`,
    );
    sizes.push(await readSize(cluster, target, count));
    sides.push({
      target,
      rows: count,
      middleId,
      payer: { service: await startService(target), payable, nextNumber: 0 },
    });
  }
  const settling: number[] = [];
  for (const { payer } of sides) {
    const { perSecond } = await pay(payer, { connections: REFERENCE_CONNECTIONS, seconds: SETTLE_SECONDS });
    await untilQuiet(payer.service);
    settling.push(perSecond);
    say(`the first ${SETTLE_SECONDS} s after the restart: ${perSecond.toFixed(0)} payments/s`);
  }
  const comparisons = await compareAll(bench, sides);
  const measured: GrowthSize[] = [];
  for (const [index, size] of sizes.entries()) {
    const payer = sides[index]?.payer;
    if (payer) measured.push({ ...size, ...(await measureWriting(bench, payer)) });
  }
  for (const side of sides) await side.payer.service.stop();
  return {
    rows,
    fillSeconds,
    sizes: measured,
    settling: { seconds: SETTLE_SECONDS, perSecond: settling },
    comparisons,
  };
}

type StoredSize = Pick<GrowthSize, "rows" | "databaseBytes" | "tables">;

const SHOWN_TABLES = 12;

async function readSize(cluster: Cluster, { name }: Target, rows: number): Promise<StoredSize> {
  const lines = await cluster.psql(
    name,
    `select relname, pg_total_relation_size(oid), pg_indexes_size(oid) from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit ${SHOWN_TABLES}`,
  );
  return {
    rows,
    databaseBytes: Number(await cluster.psql(name, "select pg_database_size(current_database())")),
    tables: lines.split("\n").map((line) => {
      const [table = "", bytes, indexBytes] = line.split("|");
      return { table, bytes: Number(bytes), indexBytes: Number(indexBytes) };
    }),
  };
}

/** One longer load, until its background work is done. */
async function measureWriting(bench: Bench, payer: Payer): Promise<Pick<GrowthSize, "walBytesPerPayment" | "cost">> {
  const { cluster, options } = bench;
  const position = async () => Number(await cluster.psql("postgres", "select pg_current_wal_lsn() - '0/0'"));
  const before = await position();
  const { result, cost } = await measureCost(bench, payer.service, async () => {
    const load = { connections: REFERENCE_CONNECTIONS, seconds: options.seconds * 2 };
    const paid = await pay(payer, load);
    await untilQuiet(payer.service);
    return paid;
  });
  const payments = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
  return { walBytesPerPayment: ((await position()) - before) / payments, cost };
}

/** Accounts without funds: fill.ts deposits them. */
async function prepareOrganization(target: Target) {
  const organization = await openOrganization(target, { name: "Growth", accounts: ACCOUNTS });
  const service = await startService(target);
  const payable = await makePayable(service, organization, { recipients: RECIPIENTS, nameOf, deposits: 0 });
  await untilQuiet(service);
  await service.stop();
  return payable;
}

/** The most frequent requests of the dashboard and clients; the paths depend on the side. */
const reads: readonly { readonly what: string; readonly path: (side: Side) => string }[] = [
  { what: "GET /transactions, first page, newest first", path: () => `/transactions?limit=${PAGE}&order=desc` },
  { what: "GET /transactions, first page, oldest first", path: () => `/transactions?limit=${PAGE}` },
  {
    what: "GET /transactions, page from the middle",
    path: ({ middleId }) => `/transactions?limit=${PAGE}&order=desc&start_after=${middleId}`,
  },
  {
    what: "GET /transactions, search by a rare name",
    path: () => `/transactions?limit=${PAGE}&order=desc&search=${encodeURIComponent(RARE_NAME)}`,
  },
  {
    what: "GET /transactions, search by a word half of the names have",
    path: () => `/transactions?limit=${PAGE}&order=desc&search=${COMMON_WORD}`,
  },
  {
    what: "GET /transactions, search for what nobody is called",
    path: () => `/transactions?limit=${PAGE}&order=desc&search=Nonexistent`,
  },
  { what: "GET /transactions, failed ones", path: () => `/transactions?limit=${PAGE}&order=desc&status=failed` },
  { what: "GET /accounts", path: () => "/accounts" },
  { what: "GET /recipients, first page", path: () => `/recipients?limit=${PAGE}` },
  {
    what: "GET /account/{id}/transactions (30 days)",
    path: ({ payer }) => `/account/${payer.payable.accountIds[0]}/transactions?limit=${PAGE}`,
  },
  { what: "GET /transaction/{id}", path: ({ middleId }) => `/transaction/${middleId}` },
];

async function compareAll({ options, say }: Bench, sides: readonly Side[]): Promise<GrowthComparison[]> {
  const found = new Map<string, { unit: GrowthComparison["unit"]; rounds: number[][] }>();
  const note = (what: string, unit: GrowthComparison["unit"], values: number[]) => {
    const entry = found.get(what) ?? { unit, rounds: [] };
    entry.rounds.push(values);
    found.set(what, entry);
    say(`${what}: ${values.map((value) => value.toFixed(2)).join(" → ")} ${unit}`);
  };
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { what, path } of reads) {
      const values: number[] = [];
      for (const side of sides) {
        const { service, payable } = side.payer;
        const requests = { kind: "reads" as const, token: payable.token, paths: [path(side)] };
        values.push(
          (await runLoad({ port: service.port, connections: 1, warmUpSeconds: 1, seconds: 2, requests })).p50Ms,
        );
      }
      note(what, "ms", values);
    }
    for (const connections of [1, REFERENCE_CONNECTIONS]) {
      const results = [];
      for (const { payer } of sides) {
        results.push(await pay(payer, { connections, seconds: options.seconds }));
        await untilQuiet(payer.service);
      }
      const name = `payment, ${connections} ${connections === 1 ? "connection" : "connections"}`;
      note(
        `${name}, p50`,
        "ms",
        results.map((result) => result.p50Ms),
      );
      if (connections > 1)
        note(
          `${name}, rate`,
          "payments/s",
          results.map((result) => result.perSecond),
        );
    }
  }
  return [...found].map(([what, { unit, rounds }]) => {
    const of = (index: number) => (values: readonly number[]) => values[index] ?? Number.NaN;
    const worse = (index: number) => (values: readonly number[]) =>
      unit === "ms" ? of(index)(values) / of(0)(values) : of(0)(values) / of(index)(values);
    return {
      what,
      unit,
      values: sides.map((_, index) => median(rounds.map(of(index)))),
      worseBy: sides.map((_, index) => median(rounds.map(worse(index)))),
    };
  });
}
