import { formatUsd } from "#kernel/values/money.ts";

/** Amounts and dates as customers read them. A real minus sign is as wide as a figure. */
export const usd = (minor: bigint): string => (minor < 0n ? `\u2212$${formatUsd(-minor)}` : `$${formatUsd(minor)}`);

/** `2026-12-20` as `Dec 20, 2026`. */
export const readableDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric", year: "numeric" });

/** Ten-thousandths without trailing zeros: `2.5`. */
export const shortDecimal = (scaled: bigint | number): string =>
  (Number(scaled) / 10_000).toLocaleString("en-US", { maximumFractionDigits: 4 });
