/** Pauses never get longer than this, unless the service requests it. */
const LONGEST_MS = 8_000;
/** A service that requests a longer pause gets no retry: the caller decides. */
const LONGEST_REQUESTED_MS = 60_000;
/** Of `Retry-After`, so that clients that were refused together do not come back together. */
const JITTER = 0.1;

export interface Retry {
  /** Counted from 0. */
  readonly retry: number;
  readonly firstDelayMs: number;
  /** From the answer. */
  readonly retryAfterMs: number | undefined;
  /** At least 0, below 1. */
  readonly random: number;
}

/**
 * How long to wait before a retry, in milliseconds; undefined if the service requests too long a pause. Without
 * `Retry-After`, pauses double, and each is shortened by up to half at random.
 */
export function retryDelayMs({ retry, firstDelayMs, retryAfterMs, random }: Retry): number | undefined {
  if (retryAfterMs === undefined) return Math.min(firstDelayMs * 2 ** retry, LONGEST_MS) * (1 - random / 2);
  return retryAfterMs > LONGEST_REQUESTED_MS ? undefined : retryAfterMs * (1 + random * JITTER);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
export function retryAfterMsOf(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - nowMs : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
