import assert from "node:assert/strict";
import { commandOf } from "./options.ts";
import type { SimulationResult } from "./simulation.ts";

/** Fails with the laws that do not hold, the command that repeats the day of a small seed, and the end of its trace. */
export function assertHeld({ seed, violations, lines }: SimulationResult, { isSwarm }: { isSwarm: boolean }): void {
  const broken = violations.map(({ law, about, details }) => `${law}: ${about}: ${details}`);
  const command = commandOf({ isSwarm, size: "small", days: 1, paymentsPerDay: undefined }, { seed });
  assert.deepEqual(broken, [], `${command}\n${lines.slice(-40).join("\n")}`);
}
