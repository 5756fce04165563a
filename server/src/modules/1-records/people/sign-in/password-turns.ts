import { SECOND_MS } from "#kernel/clock/clock.ts";
import { unavailable } from "#kernel/http/http-refusals.ts";
import { createTurnQueue, TurnRefused } from "#kernel/work/turn-queue.ts";
import { signInNetworkOf } from "./throttle.ts";

/**
 * One queue per process: hashing passwords is what a flood of sign-ins would exhaust. Two hashes at once leave threads for
 * file and DNS work; twenty seconds is as long as a user waits.
 */
const queue = createTurnQueue({ atOnce: 2, waitingMax: 1_024, waitMsMax: 20 * SECOND_MS });

export interface PasswordPlace {
  /** The account, which determines the turn together with the address. */
  readonly account: string;
  readonly address: string;
  /** A session, or a device on which the account has signed in before. */
  readonly isKnown: boolean;
}

/** Runs work that hashes a password when its turn comes. Refuses with `serviceUnavailable` if the wait is too long. */
export async function withPasswordTurn<Result>(
  { account, address, isKnown }: PasswordPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run({ account, network: signInNetworkOf(address), isKnown }, work);
  } catch (error) {
    if (error instanceof TurnRefused) throw unavailable(error);
    throw error;
  }
}
