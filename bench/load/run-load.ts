import { join } from "node:path";
import { run } from "../kit/child-process.ts";
import { onLastProcessor } from "../kit/machine.ts";
import type { LoadPlan, LoadResult } from "./plan.ts";

const GENERATOR = join(import.meta.dirname, "generator.ts");

/**
 * Runs the load generator in a separate process, pinned to one processor where possible. Any response other than 200
 * fails the run; if rejections are part of the load, 400 and 404 are expected, too.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const [program, ...args] = onLastProcessor([process.execPath, GENERATOR]);
  const { stdout } = await run(program, args, {
    input: JSON.stringify(plan),
    timeoutMs: (plan.warmUpSeconds + plan.seconds + 60) * 1_000,
  });
  // Written by generator.ts with this type.
  const result = JSON.parse(stdout) as LoadResult;
  const rejecting = plan.requests.kind === "payments" && plan.requests.rejections !== undefined;
  const expected = new Set(rejecting ? ["200", "400", "404"] : ["200"]);
  const others = Object.entries(result.statuses).filter(([status]) => !expected.has(status));
  if (others.length > 0) {
    throw new Error(
      `The service answered ${others.map(([status, count]) => `${count} × ${status}`).join(", ")}. The first:\n${result.firstRefusal}`,
    );
  }
  if (result.answers === 0) throw new Error("No response arrived within the measured time");
  return result;
}
