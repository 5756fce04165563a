import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** What a run measures, and for how long. */
export interface BenchOptions {
  /** The full figures of docs/spec/performance.md: 10 million rows, ten minutes of growth. */
  readonly long: boolean;
  readonly parts: ReadonlySet<Part>;
  readonly connections: readonly number[];
  /** Seconds measured per cell and round, after the warm-up. */
  readonly seconds: number;
  readonly rounds: number;
  /** Sizes of the large databases, ascending. */
  readonly growthRows: readonly number[];
  readonly enduranceSeconds: number;
  /** Parent of the temporary folder; must be on a disk, or fsync has no effect. */
  readonly workDir: string | undefined;
  /** Payments in one file; the file of returns has five times as many. */
  readonly railPayments: number;
  /** Wires and checks whose whole life is measured; ten times as many real-time and ACH payments. */
  readonly lifePayments: number;
  readonly writeDocs: boolean;
  readonly embedded: boolean;
  /** The server to use instead of a private one. */
  readonly databaseUrl: string | undefined;
  /** Other services that the reader has built. */
  readonly peersFolder: string;
  /** A commit that the part "mixed" compares with this code. */
  readonly against: string | undefined;
}

export const parts = [
  "speed",
  "single",
  "growth",
  "endurance",
  "start",
  "dashboard",
  "mixed",
  "statements",
  "lists",
  "rails",
  "life",
  "topologies",
  "peers",
  "traces",
] as const;
export type Part = (typeof parts)[number];
/** Needs Go, and peers that the reader has built, so it runs only if it is named. */
const ONLY_IF_NAMED: readonly Part[] = ["peers"];
/** They restart the server, with other settings, to load millions of rows. */
const needPrivateServer: readonly Part[] = ["growth", "dashboard", "lists"];

export const usage = `npm run bench -- [options]
  --long                    full figures: 10 million rows, ten minutes of growth from empty (about 50 minutes)
  --only <part,part>        of ${parts.join(", ")}
                            (all but ${ONLY_IF_NAMED.join(", ")} by default)
  --connections <n,n>       1,16,64,256 by default
  --seconds <n>             measured per cell and round (4)
  --rounds <n>              rounds; every figure is the median of its rounds (3)
  --growth-rows <n,n>       rows of the large databases: transactions, or each list's resource (1000000; 10000000 with
                            --long). Growth measures each size, other parts the last one
  --endurance-seconds <n>   length of the run from empty tables (60; 600 with --long)
  --rail-payments <n>       payments in one bank file; five times as many returns (100,000)
  --life-payments <n>       wires and checks whose whole life is measured, and ten times as many real-time and ACH
                            payments (1,000; 10,000 with --long)
  --against <git ref>       a commit to measure in turns with this code (part mixed)
  --peers-folder <folder>   where the reader has built other services (part peers; .tmp/peers; bench/peers/README.md)
  --database-url <url>      measure on this server; its role needs CREATEDB and CREATEROLE (not for ${needPrivateServer.join(", ")})
  --no-embedded             leave the embedded database out
  --work-dir <folder>       where databases are put while measuring (the system's temporary folder)
  --write-docs              write docs/develop/benchmarks.md from this run's figures`;

/** Parses the command line; throws an Error with a message for the user. */
export function readOptions(args: readonly string[]): BenchOptions | "help" {
  const { values } = parseArgs({
    args: [...args],
    allowPositionals: false,
    options: {
      help: { type: "boolean", short: "h" },
      long: { type: "boolean", default: false },
      only: { type: "string" },
      connections: { type: "string", default: "1,16,64,256" },
      seconds: { type: "string", default: "4" },
      rounds: { type: "string", default: "3" },
      "growth-rows": { type: "string" },
      "endurance-seconds": { type: "string" },
      "rail-payments": { type: "string", default: "100000" },
      "life-payments": { type: "string" },
      "database-url": { type: "string" },
      "no-embedded": { type: "boolean", default: false },
      against: { type: "string" },
      "peers-folder": { type: "string", default: ".tmp/peers" },
      "work-dir": { type: "string" },
      "write-docs": { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  return {
    long: values.long,
    parts: partsOf(values.only, values["database-url"] !== undefined),
    databaseUrl: values["database-url"],
    connections: values.connections.split(",").map((text) => count("--connections", text, 4096)),
    seconds: count("--seconds", values.seconds, 3600),
    rounds: count("--rounds", values.rounds, 100),
    growthRows: (values["growth-rows"] ?? (values.long ? "10000000" : "1000000"))
      .split(",")
      .map((text) => count("--growth-rows", text, 50_000_000))
      .sort((a, b) => a - b),
    enduranceSeconds: count(
      "--endurance-seconds",
      values["endurance-seconds"] ?? (values.long ? "600" : "60"),
      24 * 3600,
    ),
    railPayments: count("--rail-payments", values["rail-payments"], 400_000),
    lifePayments: count("--life-payments", values["life-payments"] ?? (values.long ? "10000" : "1000"), 100_000),
    workDir: values["work-dir"],
    writeDocs: values["write-docs"],
    embedded: !values["no-embedded"],
    against: values.against,
    peersFolder: resolve(values["peers-folder"]),
  };
}

/** The largest database that a run measures. */
export const mostRows = ({ growthRows }: Pick<BenchOptions, "growthRows">): number => growthRows.at(-1) ?? 0;

function partsOf(text: string | undefined, isGiven: boolean): ReadonlySet<Part> {
  const possible = parts.filter((part) => !isGiven || !needPrivateServer.includes(part));
  if (text === undefined) return new Set(possible.filter((part) => !ONLY_IF_NAMED.includes(part)));
  const requestedParts = text.split(",");
  const knownParts = parts.filter((part) => requestedParts.includes(part));
  if (knownParts.length !== requestedParts.length) throw new Error(`--only takes ${parts.join(", ")}, not "${text}"`);
  const impossible = knownParts.filter((part) => !possible.includes(part));
  if (impossible.length > 0)
    throw new Error(`These parts restart the server, so they need a private one: ${impossible.join(", ")}`);
  return new Set(knownParts);
}

function count(name: string, text: string, most: number): number {
  const value = /^\d{1,9}$/.test(text.replaceAll("_", "")) ? Number(text.replaceAll("_", "")) : 0;
  if (value < 1 || value > most) throw new Error(`${name} takes a whole number from 1 to ${most}, not "${text}"`);
  return value;
}
