/** A seeded source of numbers in [0, 1): mulberry32. Every random test prints its seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of this run: BURSAR_TEST_SEED, or a new one, printed. */
export function testSeed(name: string): number {
  const given = process.env["BURSAR_TEST_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number.parseInt(given, 10);
  process.stdout.write(`# ${name}: BURSAR_TEST_SEED=${seed}\n`);
  return seed;
}

/** Whether the long figures of docs/develop/laws.md are requested (`npm test -- --long`). */
export const long = process.env["BURSAR_TEST_LONG"] === "1";

/** How often a property of pure code is tried: a tenth in ordinary runs. */
export const runsOf = (full: number): number => (long ? full : Math.ceil(full / 10));

/** The `skip` of a test that only runs with `--long`, because the ordinary run has ten minutes on two processors. */
export const onlyLong = (because: string): string | false => (long ? false : `${because}: npm test -- --long`);

/**
 * Takes one in `every` of a list, others for each place in a table and in each run, so that all get their turn; with
 * `--long` all of them. `name` is printed with the seed.
 */
export function inTurns(name: string, every: number): <Case>(cases: readonly Case[], place: number) => readonly Case[] {
  if (long) return (cases) => cases;
  const start = testSeed(name);
  return (cases, place) => cases.filter((_, index) => (index + place + start) % every === 0);
}
