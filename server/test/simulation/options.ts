import { parseArgs } from "node:util";
import { faultGroups, type Mix, type Size, sizes, swarmMix, usualMix, withOneRailMore } from "./mix.ts";

export interface RunOptions {
  readonly seed: number;
  /** Runs so many seeds, beginning with the first. */
  readonly seeds: number;
  readonly days: number;
  /** So many seeds run side by side. */
  readonly jobs: number;
  /** Instead of a number of seeds. */
  readonly hours: number | undefined;
  readonly isSwarm: boolean;
  readonly size: Size;
  readonly paymentsPerDay: number | undefined;
  readonly stepsMax: number | undefined;
  /** Groups of faults that are switched off. */
  readonly without: readonly string[];
  readonly isQuiet: boolean;
  readonly shrinks: boolean;
  /** Planted bugs are looked for instead. */
  readonly isOfPlanted: boolean;
  /** Adds the run to docs/trust.md. */
  readonly reports: boolean;
}

export const usage = `npm run simulate -- [options]

  --seed N       the first seed (1)
  --seeds N      how many seeds (1)
  --days D       banking days of each (3)
  --hours H      seeds until so many hours have passed
  --jobs N       so many seeds side by side, each in its own process (1)
  --swarm        each seed has sizes and faults of its own
  --small        few payments and requests, as in the tests of law 7
  --brief        fewer still, in the hours around the cut-off
  --payments N   payments a day
  --steps N      only so many steps, and then the end of the run: the prefix that a failure names
  --without F    without these faults, which a failure names; may be repeated:
                 ${Object.keys(faultGroups).join(", ")}
  --quiet        no trace
  --no-shrink    do not look for a shorter run that fails
  --planted      instead, how many seeds it takes to find each planted bug
  --report       writes the results to server/test/simulation/runs.json and docs/trust.md
`;

/** Throws a TypeError for unknown options. */
export function readOptions(args: readonly string[]): RunOptions | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "1" },
      seeds: { type: "string", default: "1" },
      days: { type: "string", default: "3" },
      hours: { type: "string" },
      jobs: { type: "string", default: "1" },
      swarm: { type: "boolean", default: false },
      small: { type: "boolean", default: false },
      brief: { type: "boolean", default: false },
      payments: { type: "string" },
      steps: { type: "string" },
      without: { type: "string", multiple: true, default: [] },
      quiet: { type: "boolean", default: false },
      "no-shrink": { type: "boolean", default: false },
      planted: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  return {
    seed: numberOf("seed", values.seed),
    seeds: numberOf("seeds", values.seeds),
    days: numberOf("days", values.days),
    hours: values.hours === undefined ? undefined : numberOf("hours", values.hours),
    jobs: Math.max(1, numberOf("jobs", values.jobs)),
    isSwarm: values.swarm,
    size: values.brief ? "brief" : values.small ? "small" : "usual",
    paymentsPerDay: values.payments === undefined ? undefined : numberOf("payments", values.payments),
    stepsMax: values.steps === undefined ? undefined : numberOf("steps", values.steps),
    without: values.without,
    isQuiet: values.quiet,
    shrinks: !values["no-shrink"],
    isOfPlanted: values.planted,
    reports: values.report,
  };
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new TypeError(`--${name} must be a number`);
  return value;
}

/** What a seed's run consists of. */
export function mixOf({ isSwarm, size, paymentsPerDay, without }: RunOptions, seed: number): Mix {
  let mix: Mix = { ...(isSwarm ? swarmMix(seed) : usualMix), ...sizes[size] };
  if (size === "brief") mix = withOneRailMore(mix, seed);
  if (paymentsPerDay !== undefined) mix = { ...mix, paymentsPerDay };
  for (const name of without) {
    const off = faultGroups[name];
    if (off === undefined)
      throw new TypeError(`There is no fault named "${name}": ${Object.keys(faultGroups).join(", ")}`);
    mix = { ...mix, ...off };
  }
  return mix;
}

/** The command that repeats a run. */
export const commandOf = (
  options: Pick<RunOptions, "isSwarm" | "size" | "days" | "paymentsPerDay">,
  { seed, steps, without }: { readonly seed: number; readonly steps?: number; readonly without?: readonly string[] },
): string =>
  [
    `npm run simulate -- --seed ${seed} --days ${options.days}`,
    ...(options.isSwarm ? ["--swarm"] : []),
    ...(options.size === "usual" ? [] : [`--${options.size}`]),
    ...(options.paymentsPerDay === undefined ? [] : [`--payments ${options.paymentsPerDay}`]),
    ...(steps === undefined ? [] : [`--steps ${steps}`]),
    ...(without ?? []).map((name) => `--without "${name}"`),
  ].join(" ");
