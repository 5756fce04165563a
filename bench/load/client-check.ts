import autocannon from "autocannon";
import type { LoadPlan } from "./plan.ts";
import { requestTexts } from "./plan.ts";
import { runLoad } from "./run-load.ts";

/** Compares the load generator with autocannon: both send the same requests to the same server in turns. */
export interface ClientCheck {
  readonly ownPerSecond: number;
  readonly autocannonPerSecond: number;
  readonly ownP50Ms: number;
  readonly autocannonP50Ms: number;
}

/**
 * A figure is only as good as the client that measured it: ours must be at least as fast as autocannon and see the same
 * latencies. Measured against the ceiling, which treats repeated requests like any other.
 */
export async function checkClient(plan: LoadPlan): Promise<ClientCheck> {
  const own = await runLoad(plan);
  const text = requestTexts(plan)(0);
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const path = head.split(" ")[1] ?? "/";
  const result = await autocannon({
    url: `http://127.0.0.1:${plan.port}${path}`,
    method: "POST",
    connections: plan.connections,
    duration: plan.seconds,
    warmup: { connections: plan.connections, duration: plan.warmUpSeconds },
    headers: { "content-type": "application/json", authorization: `Bearer ${plan.requests.token}` },
    body,
    workers: 1,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`autocannon saw ${result.non2xx} refusals and ${result.errors} errors`);
  return {
    ownPerSecond: own.perSecond,
    autocannonPerSecond: result.requests.total / result.duration,
    ownP50Ms: own.p50Ms,
    autocannonP50Ms: result.latency.p50,
  };
}
