import type { AccountForecast } from "#api/generated/types.gen.ts";

/** The day on which an account has the least, after what is scheduled until then. */
export interface LowPoint {
  readonly name: string;
  readonly day: string;
  readonly availableAfter: number;
}

/** The first such day; none without scheduled payments. */
export function lowPointOf({ name, days }: Pick<AccountForecast, "name" | "days">): readonly LowPoint[] {
  const [first, ...others] = days;
  if (first === undefined) return [];
  const low = others.reduce((least, day) => (day.availableAfter < least.availableAfter ? day : least), first);
  return [{ name, day: low.day, availableAfter: low.availableAfter }];
}
