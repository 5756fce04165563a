/** Which traces are sampled. */
export interface Sampler {
  /** Whether a trace is, among those of one kind. Each kind has its own limit. */
  admits(kind: string, traceId: string): boolean;
}

/** A fixed part of all traces. */
export const fixedSampler = (part: number): Sampler => ({ admits: (_kind, traceId) => placeOf(traceId) < part });

const WINDOW_MS = 1_000;

interface Rate {
  windowStart: number;
  /** Offered in this window. */
  offered: number;
  /** Offered in a whole window, before this one. */
  before: number;
}

/**
 * All traces as long as there are few, and about `perSecond` of each kind when there are many. The trace's ID decides, and
 * a smaller share is a part of a larger one: so the traces with the lowest places are sampled by every process and at
 * every step, and stay complete however busy each of them is (OpenTelemetry calls it consistent probability sampling).
 */
export function limitedSampler(perSecond: number, now: () => number = () => performance.now()): Sampler {
  const rates = new Map<string, Rate>();
  return {
    admits: (kind, traceId) => {
      const at = now();
      let rate = rates.get(kind);
      if (rate === undefined) {
        rate = { windowStart: at, offered: 0, before: 0 };
        rates.set(kind, rate);
      }
      if (at - rate.windowStart >= WINDOW_MS) {
        // After a pause of more than a window, what came before it says nothing.
        rate.before = at - rate.windowStart < 2 * WINDOW_MS ? rate.offered : 0;
        rate.windowStart = at;
        rate.offered = 0;
      }
      rate.offered += 1;
      const busiest = Math.max(rate.before, rate.offered);
      return busiest <= perSecond || placeOf(traceId) < perSecond / busiest;
    },
  };
}

/** From 0 to 1, by the end of the ID, which is random in a UUIDv7, too. */
const placeOf = (traceId: string): number => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32;
