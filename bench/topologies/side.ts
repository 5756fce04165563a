import type { Payer } from "../figures/bench.ts";
import { startPayers } from "../figures/bench.ts";
import type { RunningService, Target } from "../service/running-service.ts";

export const topologyLoads = [
  "one account, 64 connections",
  "8 organizations, 64 connections",
  "one at a time",
] as const;
export type TopologyLoad = (typeof topologyLoads)[number];

/** One way to run the service, running. */
export interface Side {
  readonly service: RunningService;
  /** Organizations with one account; the first also has tokens without a limit. */
  readonly hot: Payer;
  /** Eight organizations that pay in turn. */
  readonly spread: Payer;
  stop(): Promise<void>;
}

const ORGANIZATIONS = 8;
const RECIPIENTS = 20;
const DEPOSITS = 20;

/** Starts the service with an organization that pays from one account, and eight that pay in turn. */
export async function openSide(target: Target): Promise<Side> {
  const { service, payers } = await startPayers(
    target,
    Array.from({ length: 1 + ORGANIZATIONS }, () => ({ accounts: 1, recipients: RECIPIENTS, deposits: DEPOSITS })),
  );
  const [hot, ...spread] = payers;
  if (hot === undefined) throw new Error("The first organization pays alone");
  return { service, hot, spread: inTurn(spread), stop: () => service.stop() };
}

/** Organizations that pay one payment each, in turn. */
export function inTurn([first, ...others]: readonly Payer[]): Payer {
  if (first === undefined) throw new TypeError("At least one organization pays");
  return { ...first, others: others.map(({ payable }) => payable) };
}

/** The same organizations, whose payments go to these ports. */
export const through = (side: Side, ports: readonly number[]): Side => ({
  ...side,
  hot: { ...side.hot, ports },
  spread: { ...side.spread, ports },
});
