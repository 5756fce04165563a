import { assert } from "../../../kernel/assert.ts";
import type { AccountId } from "../../../kernel/values/ids.ts";

/**
 * What accounts have left after their scheduled payments, day by day: a function of the balances and the payments, so
 * that the rule can be tested without a database. Of the money that will arrive, only approved transfers are known.
 */

/** Money that will leave an account, or arrive in one. */
export interface ScheduledMovement {
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
  readonly inMinor: bigint;
  /** Negative if the payments until then exceed what is available. */
  readonly availableAfterMinor: bigint;
}

export interface AccountForecast extends AccountToForecast {
  readonly outMinor: bigint;
  readonly inMinor: bigint;
  readonly availableAfterMinor: bigint;
  /** The days on which money moves, in order. */
  readonly days: readonly ForecastDay[];
  /** The first day on which the payments exceed what is available. */
  readonly negativeOn: string | null;
}

/** The forecast of each account, in their order. What arrives on a day is there for the payments of that day. */
export function forecastOf(
  accounts: readonly AccountToForecast[],
  { out, arriving }: { readonly out: readonly ScheduledMovement[]; readonly arriving: readonly ScheduledMovement[] },
): readonly AccountForecast[] {
  const outOf = sumsByAccount(out);
  const into = sumsByAccount(arriving);
  return accounts.map((account) => {
    const leaves = outOf.get(account.accountId) ?? new Map<string, bigint>();
    const arrives = into.get(account.accountId) ?? new Map<string, bigint>();
    let availableAfterMinor = account.availableMinor;
    const days = [...new Set([...leaves.keys(), ...arrives.keys()])].toSorted().map((day) => {
      const [outMinor, inMinor] = [leaves.get(day) ?? 0n, arrives.get(day) ?? 0n];
      availableAfterMinor += inMinor - outMinor;
      return { day, outMinor, inMinor, availableAfterMinor };
    });
    return {
      ...account,
      outMinor: days.reduce((sum, day) => sum + day.outMinor, 0n),
      inMinor: days.reduce((sum, day) => sum + day.inMinor, 0n),
      availableAfterMinor,
      days,
      negativeOn: days.find((one) => one.availableAfterMinor < 0n)?.day ?? null,
    };
  });
}

function sumsByAccount(movements: readonly ScheduledMovement[]): ReadonlyMap<AccountId, ReadonlyMap<string, bigint>> {
  const sums = new Map<AccountId, Map<string, bigint>>();
  for (const { accountId, day, amountMinor } of movements) {
    assert(amountMinor > 0n, "scheduled payments and transfers move money");
    const ofAccount = sums.getOrInsertComputed(accountId, () => new Map());
    ofAccount.set(day, (ofAccount.get(day) ?? 0n) + amountMinor);
  }
  return sums;
}
