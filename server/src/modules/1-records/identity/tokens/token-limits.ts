import type { AccountId, RecipientId } from "#kernel/values/ids.ts";

/**
 * The limits of a token (ADR 0127). Undefined or absent: no such limit. Days and months are New York's; each payment,
 * transfer, or request counts once, on the day on which it is accepted.
 */
export interface TokenLimits {
  /** Cents. */
  readonly perPaymentMinor: bigint | undefined;
  /** Cents. */
  readonly perDayMinor: bigint | undefined;
  /** Cents. */
  readonly perMonthMinor: bigint | undefined;
  readonly paymentsPerDay: number | undefined;
  /** The accounts from which, and between which, it moves money. */
  readonly accountIds: readonly AccountId[] | undefined;
  /** The recipients whom it pays. */
  readonly recipientIds: readonly RecipientId[] | undefined;
}

export const unlimited: TokenLimits = {
  perPaymentMinor: undefined,
  perDayMinor: undefined,
  perMonthMinor: undefined,
  paymentsPerDay: undefined,
  accountIds: undefined,
  recipientIds: undefined,
};

/** The most that a list of accounts or recipients may name. */
export const LIMITED_TO_MAX = 200;

/** Limits that need more than the total of a day: their uses are counted in token_usage, one row per token. */
export const needsUsage = ({ perMonthMinor, paymentsPerDay }: TokenLimits): boolean =>
  perMonthMinor !== undefined || paymentsPerDay !== undefined;

const amountRises = <Limit extends bigint | number>(before: Limit | undefined, after: Limit | undefined): boolean =>
  before !== undefined && (after === undefined || after > before);

const listGrows = (before: readonly string[] | undefined, after: readonly string[] | undefined): boolean =>
  before !== undefined && (after === undefined || after.some((id) => !before.includes(id)));

/** Whether a token could do anything with the second limits that the first forbid. */
export const loosensLimits = (before: TokenLimits, after: TokenLimits): boolean =>
  amountRises(before.perPaymentMinor, after.perPaymentMinor) ||
  amountRises(before.perDayMinor, after.perDayMinor) ||
  amountRises(before.perMonthMinor, after.perMonthMinor) ||
  amountRises(before.paymentsPerDay, after.paymentsPerDay) ||
  listGrows(before.accountIds, after.accountIds) ||
  listGrows(before.recipientIds, after.recipientIds);

/** What a token has moved and requested. Cents. */
export interface TokenUsage {
  /** The New York day of the newest payment. */
  readonly day: string;
  readonly dayMinor: bigint;
  readonly dayPayments: number;
  readonly monthMinor: bigint;
}

export const noUsage = (day: string): TokenUsage => ({ day, dayMinor: 0n, dayPayments: 0, monthMinor: 0n });

const monthOf = (day: string): string => day.slice(0, "2026-11".length);

/**
 * The usage on a day. A day that is over for another process stays over: with clocks that differ, what comes late counts
 * for the later day.
 */
export function usageOn(usage: TokenUsage, day: string): TokenUsage {
  if (day <= usage.day) return usage;
  const monthMinor = monthOf(day) === monthOf(usage.day) ? usage.monthMinor : 0n;
  return { day, dayMinor: 0n, dayPayments: 0, monthMinor };
}

/** The usage with one more payment. */
export function usageWith(usage: TokenUsage, { day, amountMinor }: { day: string; amountMinor: bigint }): TokenUsage {
  const present = usageOn(usage, day);
  return {
    day: present.day,
    dayMinor: present.dayMinor + amountMinor,
    dayPayments: present.dayPayments + 1,
    monthMinor: present.monthMinor + amountMinor,
  };
}

/** The usage without a payment of that day: what is no longer in its day or month is not given back. */
export function usageWithout(
  usage: TokenUsage,
  { day, amountMinor }: { day: string; amountMinor: bigint },
): TokenUsage {
  if (monthOf(day) !== monthOf(usage.day)) return usage;
  const isSameDay = day === usage.day;
  const atLeastZero = (minor: bigint): bigint => (minor < 0n ? 0n : minor);
  const dayMinor = isSameDay ? atLeastZero(usage.dayMinor - amountMinor) : usage.dayMinor;
  const monthMinor = atLeastZero(usage.monthMinor - amountMinor);
  return {
    day: usage.day,
    dayMinor,
    dayPayments: isSameDay ? Math.max(usage.dayPayments - 1, 0) : usage.dayPayments,
    monthMinor: monthMinor < dayMinor ? dayMinor : monthMinor,
  };
}

/** The first limit that a usage exceeds; undefined: none. */
export function exceededTokenLimit(
  limits: Pick<TokenLimits, "perDayMinor" | "perMonthMinor" | "paymentsPerDay">,
  usage: TokenUsage,
): "perDay" | "perMonth" | "paymentsPerDay" | undefined {
  if (limits.perDayMinor !== undefined && usage.dayMinor > limits.perDayMinor) return "perDay";
  if (limits.perMonthMinor !== undefined && usage.monthMinor > limits.perMonthMinor) return "perMonth";
  if (limits.paymentsPerDay !== undefined && usage.dayPayments > limits.paymentsPerDay) return "paymentsPerDay";
  return undefined;
}
