import { unavailable } from "../../../kernel/http/http-refusals.ts";
import { signInNetworkOf } from "../sign-in/throttle.ts";
import { createTurnQueue, NoTurn, PASSWORD_TURNS } from "../sign-in/turn-queue.ts";

/** This process's: hashing a password is what a flood of sign-ins would use up. */
const queue = createTurnQueue(PASSWORD_TURNS);

export interface PasswordPlace {
  /** Whose password; with the address it says whose turn it is. */
  readonly account: string;
  readonly address: string;
  /** A session, or a device that the account was signed in on before. */
  readonly isKnown: boolean;
}

/** Does what takes a password's hash when its turn has come. Refuses with `serviceUnavailable` when none comes. */
export async function inPasswordTurn<Result>(
  { account, address, isKnown }: PasswordPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run({ account, network: signInNetworkOf(address), isKnown }, work);
  } catch (error) {
    if (error instanceof NoTurn) throw unavailable(error);
    throw error;
  }
}
