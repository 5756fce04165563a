import { fill } from "../growth/fill.ts";
import { median } from "../kit/statistics.ts";
import { runLoad } from "../load/run-load.ts";
import { makePayable } from "../service/payable.ts";
import { openOrganization, startService, type Target } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS } from "./bench.ts";

/** Something asked of a small and of a large database, in turns. */
export interface GrowthComparison {
  readonly what: string;
  readonly unit: "payments/s" | "ms";
  readonly small: number;
  readonly large: number;
  /** How much worse the large one is: 1 = as good. */
  readonly ratio: number;
}

export interface GrowthResults {
  readonly smallRows: number;
  readonly largeRows: number;
  readonly fillSeconds: number;
  readonly databaseSize: string;
  /** The first seconds after the restart, before anything is compared. */
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
 * How long each side is paid from before anything is measured. A page changed for the first time after a checkpoint is
 * logged whole, and after a restart it is read from the disk, too: with ten million keys stored, tens of thousands of
 * payments find such a page of the keys' index. That cost is reported next to the comparison, not in it.
 */
const SETTLE_SECONDS = 45;

/** One payee has the rare name, every second one the common word. */
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

/** Accounts without money: filling deposits it. */
async function prepareOrganization(target: Target) {
  const organization = await openOrganization(target, { name: "Growth", accounts: ACCOUNTS });
  const service = await startService(target);
  const payable = await makePayable(service, organization, { recipients: RECIPIENTS, nameOf, deposits: 0 });
  await untilQuiet(service);
  await service.stop();
  return payable;
}

/** What the dashboard and clients ask for most, each as a path that depends on the side. */
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
