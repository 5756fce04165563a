const SECOND_MS = 1_000;

/** The first whole second at or after the instant, in ISO 8601: the bank's clock has no fractions. */
export const wholeSecond = (at: Date): string =>
  new Date(Math.ceil(at.getTime() / SECOND_MS) * SECOND_MS).toISOString();

/** The whole second that is at least this long after the instant. */
export const instantAfter = (at: Date, ms: number): string => wholeSecond(new Date(at.getTime() + ms));

/** Never before the second after the instant: what is decided now happens later. */
export const notBefore = (at: Date, earliest: Date): string => {
  const second = wholeSecond(at);
  const possible = instantAfter(earliest, SECOND_MS);
  return second > possible ? second : possible;
};

/** `2026-11-20T15:00:00Z`, as messages write it. */
export const messageTime = (at: string): string => at.replace(".000Z", "Z");
