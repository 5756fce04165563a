import { setTimeout } from "node:timers/promises";

/**
 * Measures how long synchronous work blocks the event loop, and generates the texts most likely to block it for long.
 */

/** The longest that one input may block the event loop (law 26). */
export const BLOCK_MS_MAX = 50;
const RUNS = 10;
/** Before another run, so that a burst of other work on the same processor core has time to pass. */
const PAUSE_MS = 20;

/**
 * Milliseconds of processor time that this thread spent on the work: how long it blocks the event loop, regardless of
 * the machine's other load. The best of several runs until one is within the limit, because the first one includes
 * compiling the code.
 */
export async function cpuMsOf(work: () => unknown, limitMs = BLOCK_MS_MAX): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    if (run > 1) await setTimeout(PAUSE_MS);
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
    if (best <= limitMs) break;
  }
  return best;
}

/** Pieces whose repetition slows down careless patterns and loops, each with an ending that makes them fail late. */
const shapes: readonly (readonly [start: string, repeated: string, end: string])[] = [
  ["1", "0", "1"],
  ["", "0", "x"],
  ["-0.", "0", "1"],
  ["", "9", ""],
  ["", "1e", "1"],
  ["", "a", "!"],
  ["", "aA1", "\n"],
  ["", " ", "x"],
  ["x", " ", "x"],
  ["", "\t\n", "="],
  ["", "a@", "a"],
  ["a@", "a.", "!"],
  ["a@", "a-", "."],
  ["a@", "a", "!"],
  ["", "a. ", ""],
  ["", ",", "x"],
  ["", "1,", ""],
  ["", ";=", ""],
  ["", ":", "::"],
  ["", "1.", "x"],
  ["", "192.0.2.1 ", ""],
  ["192.0.2.1/", "0", "1"],
  ["https://a.example/", "/../", "?"],
  ["https://", "a.", "/"],
  ["https://", "a@", "b"],
  ["/api/v1", "/api/v1", "/x"],
  ["", "%", "2"],
  ["", "%20", "%"],
  ["", "\\", '"'],
  ["", '"', ""],
  ['"', '\\"', ""],
  ["", "[", "]"],
  ["", "{", "}"],
  ["", "[]", ""],
  ["", "{}", "}"],
  ["", "<", ">"],
  ["", "'", ""],
  ["", "-", "x"],
  ["$argon2id$", "m=1,", "$"],
  ["", "e\u0301", ""],
  // Combining marks in an order that normalization must change.
  ["a", "\u0301\u0316", ""],
  ["", "\u202e\u200b", ""],
  ["", "\u{1f3e6}", "\ud800"],
  ["", "\u0000", ""],
];

export interface HostileText {
  /** Identifies the shape when a test fails. */
  readonly shape: string;
  readonly text: string;
}

/** Every shape, as texts of the given length in UTF-16 code units. Each text is built when it is read. */
export const hostileTexts = (length: number): readonly HostileText[] =>
  shapes.map(([start, repeated, end]) => ({
    shape: JSON.stringify([start, repeated, end]),
    get text() {
      const room = Math.max(0, length - start.length - end.length);
      const text = start + repeated.repeat(Math.floor(room / repeated.length)) + end;
      return text.slice(0, length);
    },
  }));
