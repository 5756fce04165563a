/** Measures how long a piece of synchronous work holds the event loop, and makes the texts most likely to hold it for long. */

/** The longest that one input may hold the event loop (law 26). */
export const BLOCK_MS_MAX = 50;
const RUNS = 3;

/**
 * Milliseconds of processor time this thread spent on the work: an upper bound of how long it held the event loop, and
 * independent of what else the machine does. The best of several runs: the first one also pays for compiling the code.
 */
export async function cpuMsOf(work: () => unknown, limitMs = BLOCK_MS_MAX): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
    if (best < limitMs / 4) break;
  }
  return best;
}

/** Pieces whose repetition makes careless patterns and loops slow, each with an end that makes them fail late. */
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
  // Marks in an order that normalization has to change.
  ["a", "\u0301\u0316", ""],
  ["", "\u202e\u200b", ""],
  ["", "\u{1f3e6}", "\ud800"],
  ["", "\u0000", ""],
];

export interface HostileText {
  /** Shows which shape it is in a failure. */
  readonly shape: string;
  readonly text: string;
}

/** Every shape, in texts of so many UTF-16 code units. */
export const hostileTexts = (length: number): readonly HostileText[] =>
  shapes.map(([start, repeated, end]) => {
    const room = Math.max(0, length - start.length - end.length);
    const text = start + repeated.repeat(Math.floor(room / repeated.length)) + end;
    return { shape: JSON.stringify([start, repeated, end]), text: text.slice(0, length) };
  });
