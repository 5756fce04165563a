import { COMPILING_SECONDS, REFERENCE_CONNECTIONS } from "../figures/bench.ts";
import { columns, type SpeedResults, scenarios } from "../figures/speed.ts";
import { median } from "../kit/statistics.ts";
import { aimsOf, bestBaseline, cellOf } from "./aims.ts";
import { growthSection } from "./growth.ts";
import { lifeSection } from "./life.ts";
import { listsSection } from "./lists.ts";
import { mixedSection } from "./mixed.ts";
import { peersSection } from "./peers.ts";
import type { BenchParts, BenchResults } from "./results.ts";
import { places, table, whole } from "./table.ts";
import { topologiesSection } from "./topologies.ts";
import { tracesSection } from "./traces.ts";

/** The figures as Markdown, for the terminal and benchmarks.md: of each part, those of the last run that has it. */
export function markdownOf(runs: readonly BenchResults[]): string {
  const results: BenchParts = Object.assign({}, ...runs.map(partsOf));
  const { speed, single, mixed, growth, endurance, start } = results;
  return [
    aimsSection(results),
    ...(speed ? [speedSection(speed), costSection(speed)] : []),
    ...(single ? [singleSection(single)] : []),
    ...(mixed ? [mixedSection(mixed)] : []),
    ...(results.topologies ? [topologiesSection(results.topologies)] : []),
    ...(results.traces ? [tracesSection(results.traces)] : []),
    ...(results.life ? [lifeSection(results.life)] : []),
    ...(growth ? [growthSection(growth)] : []),
    ...(results.lists ? [listsSection(results.lists)] : []),
    ...(results.peers ? [peersSection(results.peers)] : []),
    ...(endurance ? [enduranceSection(endurance)] : []),
    ...(start ? [startSection(start)] : []),
    "## Where and how\n",
    ...runs.map((run) =>
      machineSection(
        run,
        Object.keys(partsOf(run)).filter((part) => lastWith(runs, part) === run),
      ),
    ),
    conditions(runs),
  ].join("\n");
}

const partsOf = ({ machine, command, durationSeconds, ...parts }: BenchResults): BenchParts => parts;
const lastWith = (runs: readonly BenchResults[], part: string) => runs.findLast((run) => part in run);

function aimsSection(results: BenchParts): string {
  const rows = aimsOf(results).map(({ figure, value, unit, aim, met, remark }) => [
    figure,
    `${places(value, value >= 100 ? 0 : 2)}${unit === "" ? "" : ` ${unit}`}`,
    aim,
    met ? "yes" : "NO",
    remark,
  ]);
  return `## Figures and aims\n\n${table(["Figure", "Measured", "Aim", "Met", "Remark"], rows)}`;
}

function speedSection(speed: SpeedResults): string {
  const connections = [...new Set(speed.cells.map((cell) => cell.connections))];
  const titles = {
    ceiling: "framework alone",
    postgres: "service, PostgreSQL",
    embedded: "service, embedded",
  } as const;
  const rows = scenarios.flatMap((scenario) =>
    columns.flatMap((column) => {
      const cells = connections.map((count) => cellOf(speed, column, { scenario, connections: count }));
      if (cells.every((cell) => cell === undefined)) return [];
      const shown = cells.map((cell) => {
        if (!cell) return "–";
        const { rounds } = cell;
        const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
        return `${whole(of((round) => round.perSecond))} (${places(
          of((round) => round.p50Ms),
          1,
        )} / ${places(
          of((round) => round.p99Ms),
          1,
        )})`;
      });
      return [[`${titles[column]}, ${column === "ceiling" ? "any account" : scenario}`, ...shown]];
    }),
  );
  const baseline = speed.baseline.map((column) => [`${column.clients}`, whole(median(column.rounds))]);
  const { client } = speed;
  return [
    `## Speed: payments per second (p50 / p99 in ms), each the median of its rounds\n\n${compiledFirst}`,
    table(["", ...connections.map((count) => `${count} ${count === 1 ? "connection" : "connections"}`)], rows),
    `One commit per payment on one account, the same function called by pgbench (best: ${bestBaseline(speed).clients} clients):\n`,
    table(["clients", "payments/s"], baseline),
    `The load generator compared with autocannon, ${REFERENCE_CONNECTIONS} connections, against the framework alone: ${whole(client.ownPerSecond)}/s and ${whole(client.autocannonPerSecond)}/s.\n`,
  ].join("\n");
}

const compiledFirst = `Each process was loaded for ${COMPILING_SECONDS} s before this.\n`;

function costSection(speed: SpeedResults): string {
  const groups = Map.groupBy(speed.costs, (cost) => `${cost.column}, ${cost.connections}`);
  const rows = [...groups].map(([name, costs]) => {
    const of = (pick: (cost: (typeof costs)[number]) => number) => median(costs.map(pick));
    return [
      name,
      whole(of((cost) => cost.serviceMicroseconds)),
      whole(of((cost) => cost.backendMicroseconds)),
      whole(of((cost) => cost.postgresBackgroundMicroseconds)),
      whole(of((cost) => cost.generatorMicroseconds)),
      `${whole(of((cost) => cost.idleShare) * 100)} %`,
      places(
        of((cost) => cost.paymentsPerBatch),
        1,
      ),
    ];
  });
  const backlogs = speed.backlogs.filter((backlog) => backlog.connections === REFERENCE_CONNECTIONS);
  const worst = backlogs.reduce<(typeof backlogs)[number] | undefined>(
    (a, b) => (a === undefined || b.seconds > a.seconds ? b : a),
    undefined,
  );
  return [
    "## Where the time goes: processor time per payment in µs, hot account\n",
    table(
      [
        "column, connections",
        "service",
        "PostgreSQL backends",
        "its background",
        "load generator",
        "idle",
        "payments per commit",
      ],
      rows,
    ),
    worst
      ? `Events, audit seals, and submission run concurrently with the payments and may fall behind: after a load of ${REFERENCE_CONNECTIONS} connections, at most ${worst.commits} commits were left, processed ${places(worst.seconds, 1)} s later${worst.leftCommits > 0 ? ` except for ${worst.leftCommits} that remained` : ""}.\n`
      : "",
  ].join("\n");
}

function singleSection(single: NonNullable<BenchResults["single"]>): string {
  const of = (pick: (round: (typeof single.rounds)[number]) => number) => places(median(single.rounds.map(pick)), 2);
  const rows = [
    ["one durable commit of one small row (pgbench)", of((round) => round.commitMs)],
    ["the payment function and its commit (pgbench)", of((round) => round.functionMs)],
    ["the payment over HTTP", of((round) => round.paymentMs)],
    ["added to the commit", places(single.addedMs, 2)],
  ];
  return `## One payment at a time\n\n${compiledFirst}\n${table(["", "median ms"], rows)}`;
}

const enduranceSection = (endurance: NonNullable<BenchResults["endurance"]>): string =>
  `## ${endurance.seconds} seconds from empty tables, ${REFERENCE_CONNECTIONS} connections, one account\n\n${table(
    ["payments", "median of 10 s", "worst 10 s", "p99 ms", "commits left to background work", "done after"],
    [
      [
        whole(endurance.payments),
        `${whole(endurance.medianTenSeconds)}/s`,
        `${whole(endurance.worstTenSeconds)}/s`,
        places(endurance.p99Ms, 1),
        whole(endurance.backlog.commits),
        `${places(endurance.backlog.seconds, 1)} s`,
      ],
    ],
  )}`;

function startSection(start: NonNullable<BenchResults["start"]>): string {
  const rows = [["sources", start] as const, ["package", start.packaged] as const].flatMap(([what, starts]) =>
    starts === undefined
      ? []
      : [
          [
            what,
            `${places(median(starts.firstMs) / 1_000, 2)} s`,
            `${places(median(starts.secondMs) / 1_000, 2)} s`,
            starts.idleResidentMb === undefined ? "–" : `${whole(starts.idleResidentMb)} MB`,
          ],
        ],
  );
  return `## Start, embedded database\n\n${table(["", "first start", "second start", "resident when idle"], rows)}`;
}

function machineSection({ machine, command, durationSeconds }: BenchResults, parts: readonly string[]): string {
  const settings = Object.entries(machine.postgresSettings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
  const changed = machine.uncommittedFiles > 0 ? ` and ${machine.uncommittedFiles} changed files` : "";
  return [
    `- ${parts.join(", ")}: ${machine.date}, commit ${machine.commit}${changed}, by \`${command}\` in ${whole(durationSeconds / 60)} minutes.`,
    `${machine.processor}${machine.jsonMbPerSecond === undefined ? "" : ` (${machine.jsonMbPerSecond} MB of JSON a second)`}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}; load before the run ${machine.loadBefore}.`,
    `Node ${machine.node}, PostgreSQL ${machine.postgres}${"fsync" in machine.postgresSettings ? "" : " with fsync on"}; settings: ${settings}`,
  ].join(" ");
}

const conditions = (runs: readonly BenchResults[]): string =>
  `\nClient, service, and database share the machine${runs.every(({ machine }) => machine.clientKeptToOneProcessor) ? "; the client is pinned to one processor" : ""}. The service is the real process with all its work: token and allowlist, keys, duplicate guard, ledger, events, audit log and its seals, submission to the simulated bank.\n`;
