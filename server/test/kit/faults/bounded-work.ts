import { Readable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * Measures how long synchronous work blocks the event loop, and generates the texts most likely to block it for long.
 */

/** The longest that one input may block the event loop (law 26). */
export const BLOCK_MS_MAX = 50;
/**
 * Before another run, so that other work on the same processor core has time to pass: it takes caches and half of the core,
 * so the same work takes up to twice the processor time. Bursts are short; tests that start servers and browsers are not.
 */
const PAUSES_MS = [
  0, 20, 20, 20, 20, 20, 20, 20, 20, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000,
];

/**
 * Milliseconds of processor time that this thread spent on the work: how long it blocks the event loop, regardless of
 * the machine's other load. The best of several runs until one is within the limit, because the first one includes
 * compiling the code.
 */
export const cpuMsOf = (work: () => unknown, limitMs = BLOCK_MS_MAX): Promise<number> =>
  bestMsOf(async () => {
    const spentMs = startCpuClock();
    await work();
    return spentMs();
  }, limitMs);

/** Whether one run ends within the time, waiting included: a cheaper question than how much processor time it takes. */
export async function isQuick(work: () => unknown, limitMs: number): Promise<boolean> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt <= limitMs;
}

/** As large as what a socket delivers at a time. */
const CHUNK_BYTES = 64 * 1024;

/** The same for an upload, which arrives in chunks. */
export const longestTurnMsOfUpload = (bytes: Buffer, send: (upload: Readable) => Promise<unknown>): Promise<number> =>
  longestTurnMsOf(() => send(Readable.from(chunksOf(bytes))));

/** The same for work that is done in pieces: the longest turn of the event loop, because others are served between the turns. */
export const longestTurnMsOf = (work: () => Promise<unknown>): Promise<number> =>
  bestMsOf(async () => {
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    let longestMs = 0;
    while (!isDone) {
      const spentMs = startCpuClock();
      await setImmediate();
      longestMs = Math.max(longestMs, spentMs());
    }
    await done;
    return longestMs;
  }, BLOCK_MS_MAX);

async function* chunksOf(bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES);
    await setImmediate();
  }
}

async function bestMsOf(measure: () => Promise<number>, limitMs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (const pauseMs of PAUSES_MS) {
    await setTimeout(pauseMs);
    best = Math.min(best, await measure());
    if (best <= limitMs) break;
  }
  return best;
}

function startCpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
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
  ["", "1\n", ""],
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
