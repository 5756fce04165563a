/** The daily sweep of one account. Cents. */
export interface SweepSettings {
  readonly sweep: boolean;
  /** Cash to keep. */
  readonly targetCashMinor: bigint;
  /** The sweep moves at least this much. */
  readonly minimumSweepMinor: bigint;
}

/** For accounts whose settings nobody has changed. */
export const defaultSweep: SweepSettings = { sweep: false, targetCashMinor: 0n, minimumSweepMinor: 100_00n };

/**
 * The order that brings cash to its target: buys with what exceeds it, sells for what is missing. Amounts below the
 * minimum wait.
 */
export function sweepOrder(
  { sweep, targetCashMinor, minimumSweepMinor }: SweepSettings,
  { freeCashMinor, freeSharesMinor }: { readonly freeCashMinor: bigint; readonly freeSharesMinor: bigint },
): { readonly action: "buy" | "sell"; readonly amountMinor: bigint } | undefined {
  if (!sweep) return undefined;
  const excess = freeCashMinor - targetCashMinor;
  if (excess >= minimumSweepMinor) return { action: "buy", amountMinor: excess };
  const missing = -excess < freeSharesMinor ? -excess : freeSharesMinor;
  return missing >= minimumSweepMinor ? { action: "sell", amountMinor: missing } : undefined;
}
