import { assert } from "#kernel/assert.ts";
import type { AccountId } from "#kernel/values/ids.ts";

/**
 * What accounts have left after their scheduled payments, day by day: a function of the balances and the payments, so
 * that the rule can be tested without a database. Money that will arrive is unknown and is not counted.
 */

/** A payment that will leave an account. */
export interface Outflow {
  readonly accountId: AccountId;
  /** `YYYY-MM-DD`, today or later. */
  readonly day: string;
  readonly amountMinor: bigint;
}

export interface AccountToForecast {
  readonly accountId: AccountId;
  readonly availableMinor: bigint;
}

export interface ForecastDay {
  readonly day: string;
  readonly outMinor: bigint;
  /** Negative if the payments until then exceed what is available. */
  readonly availableAfterMinor: bigint;
}

export interface AccountForecast extends AccountToForecast {
  readonly outMinor: bigint;
  readonly availableAfterMinor: bigint;
  /** The days with payments, in order. */
  readonly days: readonly ForecastDay[];
  /** The first day on which the payments exceed what is available. */
  readonly negativeOn: string | null;
}

/** The forecast of each account, in their order. */
export function forecastOf(
  accounts: readonly AccountToForecast[],
  outflows: readonly Outflow[],
): readonly AccountForecast[] {
  const byAccount = Map.groupBy(outflows, ({ accountId }) => accountId);
  return accounts.map((account) => {
    const sums = new Map<string, bigint>();
    for (const { day, amountMinor } of byAccount.get(account.accountId) ?? [])
      sums.set(day, (sums.get(day) ?? 0n) + amountMinor);
    let availableAfterMinor = account.availableMinor;
    const days = [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, outMinor]) => {
        assert(outMinor > 0n, "scheduled payments take money out");
        availableAfterMinor -= outMinor;
        return { day, outMinor, availableAfterMinor };
      });
    return {
      ...account,
      outMinor: account.availableMinor - availableAfterMinor,
      availableAfterMinor,
      days,
      negativeOn: days.find((day) => day.availableAfterMinor < 0n)?.day ?? null,
    };
  });
}
