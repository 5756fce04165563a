import { median, slidingSums } from "../kit/statistics.ts";
import { type Backlog, untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, pay, REFERENCE_CONNECTIONS, startPayers } from "./bench.ts";

/** Does it remain fast while its tables grow from empty? */
export interface EnduranceResults {
  readonly seconds: number;
  readonly payments: number;
  readonly eachSecond: readonly number[];
  /** Payments per second in each period of ten seconds. */
  readonly worstTenSeconds: number;
  readonly medianTenSeconds: number;
  readonly p99Ms: number;
  readonly backlog: Backlog;
}

const STRETCH_SECONDS = 10;
/** A new process compiles first; the start has its own figure. */
const SETTLE_SECONDS = 5;
const DEPOSITS_PER_SECOND = 0.15;

export async function measureEndurance(bench: Bench): Promise<EnduranceResults> {
  const { enduranceSeconds: seconds } = bench.options;
  // Payments are about 5,000 dollars: enough for more than ten minutes at 20,000 per second.
  const deposits = 10 + Math.ceil(seconds * DEPOSITS_PER_SECOND);
  const { service, payers } = await startPayers(await newTarget(bench, "endurance", "postgres"), [
    { accounts: 1, recipients: 50, deposits },
  ]);
  const [payer] = payers;
  if (!payer) throw new Error("The service needs a payer");
  const result = await pay(payer, { connections: REFERENCE_CONNECTIONS, seconds, warmUpSeconds: SETTLE_SECONDS });
  const backlog = await untilQuiet(service);
  await service.stop();
  const stretches = slidingSums(result.eachSecond, STRETCH_SECONDS).map((sum) => sum / STRETCH_SECONDS);
  bench.say(
    `${seconds} s at ${REFERENCE_CONNECTIONS} connections: worst ten seconds ${Math.min(...stretches).toFixed(0)}/s, median ${median(stretches).toFixed(0)}/s`,
  );
  return {
    seconds,
    payments: result.answers,
    eachSecond: result.eachSecond,
    worstTenSeconds: Math.min(...stretches),
    medianTenSeconds: median(stretches),
    p99Ms: result.p99Ms,
    backlog,
  };
}
