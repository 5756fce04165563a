import { simulateApart } from "./apart.ts";
import { faultGroups, type Mix } from "./mix.ts";
import type { SimulationOptions, SimulationResult } from "./simulation.ts";

/** A failing run with as few steps and kinds of faults as were found. */
export interface Shrunk {
  readonly steps: number;
  readonly without: readonly string[];
  readonly result: SimulationResult;
}

/**
 * Looks for the shortest prefix that still breaks the same law, by halving the number of steps, and then for faults that
 * it does not need. A prefix is followed by the end of every run, in which faults stop and everything arrives.
 */
export async function shrink(
  options: SimulationOptions,
  found: SimulationResult,
  say: (line: string) => void,
): Promise<Shrunk> {
  const laws = new Set(found.violations.map(({ law }) => law));
  const attempt = async (mix: Mix, stepsMax: number): Promise<SimulationResult | undefined> => {
    const result = await simulateApart({ ...options, mix, stepsMax, onLine: () => undefined });
    return result.violations.some(({ law }) => laws.has(law)) ? result : undefined;
  };
  let best: Shrunk = { steps: found.steps, without: [], result: found };
  let [tooFew, enough] = [0, found.steps];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    const result = await attempt(options.mix, middle);
    if (result === undefined) tooFew = middle;
    else {
      enough = middle;
      best = { steps: middle, without: [], result };
    }
    say(`${middle} steps: ${result === undefined ? "holds" : "fails"}`);
  }
  let mix = options.mix;
  for (const [name, off] of Object.entries(faultGroups)) {
    const result = await attempt({ ...mix, ...off }, best.steps);
    say(`without ${name}: ${result === undefined ? "holds" : "fails"}`);
    if (result === undefined) continue;
    mix = { ...mix, ...off };
    best = { steps: best.steps, without: [...best.without, name], result };
  }
  return best;
}
