import { violatedConstraint } from "#kernel/sql/database.ts";

/** Attempts in total. The second one finds the payment that won the race. */
const RETRIES = 3;

/**
 * Two processes may receive the same key for different accounts at the same instant: the index stops the second, which
 * then finds the first.
 */
export async function retryingKeyRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (violatedConstraint(error) !== "transactions_key_digest_key" || count === RETRIES) throw error;
    }
  }
}
