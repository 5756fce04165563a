import { randomUUID } from "node:crypto";
import { assert } from "#kernel/assert.ts";
import { type Clock, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { BankChannel } from "./channel.ts";
import { endLease, extendLease, takeLease } from "./channels.queries.ts";

/** After a crash, another process continues when this has passed. On the machine's clock. */
export const LEASE_MS = 30 * SECOND_MS;
const EXTEND_EVERY_MS = LEASE_MS / 3;
/** Clocks of processes may differ by this much: a process stops using its lease so long before it ends. */
const CLOCKS_DIFFER_MS = LEASE_MS / 6;

/** The lease ended, because this process was held up or could not reach the database: another one may have it. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The right of one process to use a connection. */
export interface Lease {
  readonly token: string;
  /** As of when the lease was taken: another process may have used the connection a moment earlier. */
  readonly nextPollAt: Date | null;
  readonly failures: number;
  /** Throws LeaseLost once the lease may have ended. */
  check(): void;
}

export type ChannelService = Service & {
  /** For leases, retries, and polling: a bank's server does not follow the sandbox's clock. */
  readonly machineClock: Clock;
};

/** Runs the work while this process alone uses the connection; undefined if another process uses it. */
export async function withLease<Result>(
  service: ChannelService,
  channel: BankChannel,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const { database, machineClock } = service;
  const token = randomUUID();
  let endsAt = plusMs(machineClock.now(), LEASE_MS);
  const taken = await takeLease(database, channel, { token, now: machineClock.now(), endsAt });
  if (taken === undefined) return undefined;
  const extend = async (): Promise<void> => {
    const next = plusMs(machineClock.now(), LEASE_MS);
    const extended = await extendLease(database, channel, { token, endsAt: next });
    assert(extended <= 1, "a lease is of one connection");
    if (extended === 1) endsAt = next;
  };
  // A failed extension is noticed by check(), when the lease has ended.
  const timer = setInterval(() => void extend().catch(() => undefined), EXTEND_EVERY_MS);
  try {
    return await work({
      token,
      nextPollAt: taken.next_poll_at,
      failures: taken.failures,
      check: () => {
        if (plusMs(machineClock.now(), CLOCKS_DIFFER_MS) >= endsAt)
          throw new LeaseLost("Another process may be using the connection");
      },
    });
  } finally {
    clearInterval(timer);
    await endLease(database, channel, token);
  }
}
