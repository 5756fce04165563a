import { fill } from "../growth/fill.ts";
import { median } from "../kit/statistics.ts";
import { runLoad } from "../load/run-load.ts";
import { makePayable } from "../service/payable.ts";
import { openOrganization, startService, type Target } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS } from "./bench.ts";

/** A measurement on a small and a large database, in turns. */
export interface GrowthComparison {
  readonly what: string;
  readonly unit: "payments/s" | "ms";
  readonly small: number;
  readonly large: number;
  /** The large database's result divided by the small one's: 1 means equal. */
  readonly ratio: number;
}

export interface GrowthResults {
  readonly smallRows: number;
  readonly largeRows: number;
  readonly fillSeconds: number;
  readonly databaseSize: string;
  /** The first seconds after the restart, before the comparison. */
  readonly settling: { readonly seconds: number; readonly smallPerSecond: number; readonly largePerSecond: number };
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
  const plans = [
    { target: await newTarget(bench, "growth_small", "postgres"), rows: SMALL_ROWS },
    { target: await newTarget(bench, "growth_large", "postgres"), rows: options.growthRows },
  ];
  const prepared = [];
  for (const plan of plans) prepared.push({ ...plan, payable: await prepareOrganization(plan.target) });
  await cluster.restart("loading");
  const startedAt = performance.now();
  for (const { target, rows, payable } of prepared) {
    await fill(cluster, {
      database: target.name,
      organizationId: payable.organizationId,
      tokenId: payable.tokenId,
      rows,
      rareName: RARE_NAME,
    });
  }
  const fillSeconds = (performance.now() - startedAt) / 1_000;
  await cluster.restart("measuring");
  const databaseSize = await cluster.psql(
    "growth_large",
    "select pg_size_pretty(pg_database_size(current_database()))",
  );
  say(`${options.growthRows} transactions stored in ${fillSeconds.toFixed(0)} s: ${databaseSize}`);

  const sides: Side[] = [];
  for (const { target, rows, payable } of prepared) {
    const middleId = await cluster.psql(
      target.name,
      `select transaction_id from transactions where organization_id = '${payable.organizationId}' order by transaction_id offset ${Math.floor(rows / 2)} limit 1`,
    );
    sides.push({ target, rows, middleId, payer: { service: await startService(target), payable, nextNumber: 0 } });
  }
  const settling: number[] = [];
  for (const { payer } of sides) {
    const { perSecond } = await pay(payer, { connections: REFERENCE_CONNECTIONS, seconds: SETTLE_SECONDS });
    await untilQuiet(payer.service);
    settling.push(perSecond);
    say(`the first ${SETTLE_SECONDS} s after the restart: ${perSecond.toFixed(0)} payments/s`);
  }
  const comparisons = await compareAll(bench, sides);
  for (const side of sides) await side.payer.service.stop();
  return {
    smallRows: SMALL_ROWS,
    largeRows: options.growthRows,
    fillSeconds,
    databaseSize,
    settling: {
      seconds: SETTLE_SECONDS,
      smallPerSecond: settling[0] ?? Number.NaN,
      largePerSecond: settling[1] ?? Number.NaN,
    },
    comparisons,
  };
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
    const ratios = rounds.map(([small = Number.NaN, large = Number.NaN]) =>
      unit === "ms" ? large / small : small / large,
    );
    const of = (index: number) => median(rounds.map((values) => values[index] ?? Number.NaN));
    return { what, unit, small: of(0), large: of(1), ratio: median(ratios) };
  });
}
